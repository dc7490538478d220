const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text in HTML, also within the quotes of an attribute. */
export const htmlText = (text: string): string => text.replaceAll(/[&<>"']/g, (letter) => ENTITIES[letter] ?? letter);
