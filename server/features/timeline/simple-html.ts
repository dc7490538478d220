import sanitizeHtml from 'sanitize-html';
import { cleanText } from '#rules/contacts/contact-name.ts';

/** A link leads to the web or writes a mail. */
const ADDRESS = /^(https?:\/\/|mailto:)[^\s<>"']+$/i;

const isNoLink = ({ tag, attribs }: sanitizeHtml.IFrame) =>
  tag === 'a' && !ADDRESS.test(attribs['href'] ?? '') ? 'excludeTag' : false;

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: ['strong', 'em', 'u', 'p', 'br', 'ul', 'ol', 'li', 'a'],
  allowedAttributes: { a: ['href'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  nonTextTags: [
    'script',
    'style',
    'head',
    'title',
    'template',
    'textarea',
    'noscript',
    'iframe',
    'svg',
    'math',
    'option',
  ],
  selfClosing: ['br'],
  transformTags: { b: 'strong', i: 'em', div: 'p' },
  exclusiveFilter: isNoLink,
};

/** The same with pictures from elsewhere, whose address is encrypted. */
const WITH_PICTURES: sanitizeHtml.IOptions = {
  ...OPTIONS,
  allowedTags: ['strong', 'em', 'u', 'p', 'br', 'ul', 'ol', 'li', 'a', 'img'],
  allowedAttributes: { a: ['href'], img: ['src', 'alt'] },
  selfClosing: ['br', 'img'],
  exclusiveFilter: (frame) =>
    frame.tag === 'img' ? !/^https:\/\/[^\s<>"']+$/i.test(frame.attribs['src'] ?? '') : isNoLink(frame),
};

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/**
 * Sanitizes a user's formatted text to the few tags that an e-mail may have, and returns it as plain text too. No
 * attribute but the address of a link survives, and every opened tag is closed. Templates may have pictures, too, with
 * their address and description.
 */
export function simpleHtml(written: string, withPictures = false): { html: string; text: string } {
  const html = sanitizeHtml(written.toWellFormed(), withPictures ? WITH_PICTURES : OPTIONS);
  const words = html
    .replaceAll(/<(?:p|ul|ol|li)>|<\/p>|<br \/>/g, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(amp|lt|gt|quot);/g, (whole, name: string) => ENTITIES[name] ?? whole);
  const text = cleanText(words)
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n');
  return { html, text };
}
