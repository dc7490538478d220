import { type PageLanguage, writtenIn } from '#rules/words/page-language.ts';
import { htmlText } from '../features/mail/html-text.ts';

/**
 * ` lang="en"` for words that someone typed in another language than that of the page (WCAG 3.1.2), else empty. `usual`:
 * where the words don't tell.
 */
export function langMark(text: string, page: PageLanguage, usual: PageLanguage = 'en'): string {
  const own = writtenIn(text, usual);
  return own === page ? '' : ` lang="${own}"`;
}

/** Such words as a part of a sentence, as markup. */
export function typedWords(text: string, page: PageLanguage, usual?: PageLanguage): string {
  const mark = langMark(text, page, usual);
  return mark === '' ? htmlText(text) : `<span${mark}>${htmlText(text)}</span>`;
}
