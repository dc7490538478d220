type Attributes = Readonly<Record<string, string | number | boolean>>;

/** An element with its text or its children. */
export interface Element {
  readonly name: string;
  readonly attributes: Attributes;
  readonly content: string | readonly Element[];
}

export const element = (name: string, attributes: Attributes = {}, content: Element['content'] = []): Element => ({
  name,
  attributes,
  content,
});

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Control characters, which XML 1.0 can't express, are left out. */
const escaped = (text: string, special: RegExp): string =>
  text.replaceAll(/[^\P{Cc}\t\n\r]/gu, '').replaceAll(special, (char) => ESCAPES[char] ?? '');

function written({ name, attributes, content }: Element): string {
  const inTag = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(String(value), /[&<>"]/gu)}"`);
  const inside = typeof content === 'string' ? escaped(content, /[&<>]/gu) : content.map(written).join('');
  return inside === '' ? `<${name}${inTag.join('')}/>` : `<${name}${inTag.join('')}>${inside}</${name}>`;
}

/** The document of a root element. */
export const documentOf = (root: Element): string => `<?xml version="1.0" encoding="UTF-8"?>${written(root)}`;
