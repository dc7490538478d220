import sanitizeHtml from 'sanitize-html';
import { cleanText } from '#rules/contacts/contact-name.ts';
import { emailText } from '#rules/emails/email-text.ts';

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

const COLOR = [/^#[\da-f]{6}$/i];
const POINTS = [/^\d{1,3}px$/];
const BOX = [/^\d{1,2}(?:px)?(?: \d{1,2}(?:px)?){0,3}$/];

/** Styles that mail clients read, with harmless values only: none loads, covers or moves anything. */
const STYLES = {
  color: COLOR,
  'background-color': COLOR,
  'font-family': [/^[\w ,-]{1,80}$/],
  'font-size': POINTS,
  'font-weight': [/^(?:bold|normal|[1-9]00)$/],
  'line-height': POINTS,
  'text-align': [/^(?:left|center|right)$/],
  'text-decoration': [/^(?:none|underline)$/],
  margin: BOX,
  padding: BOX,
  width: [/^(?:\d{1,3}px|\d{1,3}%)$/],
  'max-width': POINTS,
  height: [/^(?:auto|\d{1,3}px)$/],
  display: [/^(?:block|inline-block)$/],
  border: [/^(?:0|\d{1,2}px (?:solid|dashed) #[\da-f]{6})$/i],
  'border-top': [/^\d{1,2}px (?:solid|dashed) #[\da-f]{6}$/i],
  'border-radius': POINTS,
};

/** The same with layout tables, headings and styles, and pictures from elsewhere, whose address is encrypted. */
const OF_TEMPLATES: sanitizeHtml.IOptions = {
  ...OPTIONS,
  allowedTags: [
    'strong',
    'em',
    'u',
    'p',
    'br',
    'ul',
    'ol',
    'li',
    'a',
    'img',
    'h1',
    'h2',
    'hr',
    'table',
    'tbody',
    'tr',
    'td',
  ],
  allowedAttributes: {
    a: ['href', 'style'],
    img: ['src', 'alt', 'width', 'style'],
    table: ['role', 'width', 'align', 'cellpadding', 'cellspacing', 'border', 'style'],
    td: ['width', 'height', 'align', 'valign', 'bgcolor', 'style'],
    ...Object.fromEntries(['p', 'h1', 'h2', 'ul', 'ol', 'li'].map((tag) => [tag, ['style']])),
  },
  allowedClasses: { td: ['col'] },
  allowedStyles: { '*': STYLES },
  selfClosing: ['br', 'hr', 'img'],
  exclusiveFilter: (frame) => (frame.tag === 'img' ? !isPicture(frame.attribs['src'] ?? '') : isNoLink(frame)),
};

/** Without encryption from this machine alone, where an installation without an address is tried out. */
const isPicture = (address: string): boolean =>
  /^https:\/\/[^\s<>"']+$/i.test(address) || /^http:\/\/localhost:\d+\/_mail\/images\/[\w./%-]+$/.test(address);

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/**
 * Sanitizes a user's formatted text to the few tags that an e-mail may have, and returns it as plain text too. No
 * attribute but the address of a link survives, and every opened tag is closed. Templates may have pictures, layout
 * tables and styles, too.
 */
export function simpleHtml(written: string, isTemplate = false): { html: string; text: string } {
  const html = sanitizeHtml(written.toWellFormed(), isTemplate ? OF_TEMPLATES : OPTIONS);
  if (isTemplate) return { html, text: cleanText(emailText(html)) };
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
