import { cutText } from '#rules/imports/cut-text.ts';
import { maskSealed } from '#rules/insurance/sealed-words.ts';

/** Characters of a quote at most. Ours: three lines of a card. */
const MOST = 180;

/** Returns a verbatim text on one line, shortened at the end of a word; sensitive numbers are masked. */
export function quoteOf(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const safe = maskSealed(line);
  if (safe.length <= MOST) return safe;
  const cut = cutText(safe, MOST);
  const end = cut.lastIndexOf(' ');
  return `${cut.slice(0, end > MOST / 2 ? end : undefined).replace(/[\s,;:.]+$/, '')} …`;
}
