import sanitizeHtml from 'sanitize-html';
import { cleanText } from '#rules/contacts/contact-name.ts';

/** A link leads to the web or writes a mail. */
const ADDRESS = /^(https?:\/\/|mailto:)[^\s<>"']+$/i;

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
  exclusiveFilter: ({ tag, attribs }) => (tag === 'a' && !ADDRESS.test(attribs['href'] ?? '') ? 'excludeTag' : false),
};

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/**
 * Sanitizes a user's formatted text to the few tags that an e-mail may have, and returns it as plain text too. No
 * attribute but the address of a link survives, and every opened tag is closed.
 */
export function simpleHtml(written: string): { html: string; text: string } {
  const html = sanitizeHtml(written.toWellFormed(), OPTIONS);
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
