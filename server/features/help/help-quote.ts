import type { HelpSection } from './help-book.ts';
import { termOf, termsOf, wordsIn } from './help-terms.ts';

/** Returns the line of a section that matches most of the question; the first line by default. */
export function bestLine({ lines }: Pick<HelpSection, 'lines'>, q: string): string {
  const asked = new Set(termsOf(q));
  const has = (line: string) =>
    new Set(
      wordsIn(line)
        .map(termOf)
        .filter((term) => term !== null && asked.has(term)),
    ).size;
  return lines.reduce((best, line) => (has(line) > has(best) ? line : best), lines[0] ?? '');
}

/** Characters of an excerpt at most. Ours: two lines of the page. */
const EXCERPT_MAX = 180;

/** The line that fits best and what follows it, as far as there is room. */
export function excerptOf(section: Pick<HelpSection, 'lines'>, q: string): string {
  const best = section.lines.indexOf(bestLine(section, q));
  const text = section.lines.slice(best).join(' ');
  return text.length <= EXCERPT_MAX ? text : `${text.slice(0, text.lastIndexOf(' ', EXCERPT_MAX))} …`;
}
