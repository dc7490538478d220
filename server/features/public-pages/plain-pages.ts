import type { Brand } from '#brands/brand.ts';
import type { PageLanguage } from '#rules/words/page-language.ts';
import { type PublicPage, publicPage } from '../../http/public-page.ts';
import { htmlText } from '../mail/html-text.ts';
import { PAGE_WORDS } from './page-words.ts';

interface Plain {
  readonly title: string;
  readonly text: string;
  /** Absent: no one's. */
  readonly site?: string;
}

/** Pages name neither the product nor an agency that isn't theirs. */
const plain = (brand: Brand, lang: PageLanguage, { title, text, site }: Plain): PublicPage =>
  publicPage(brand, {
    title,
    site: site || PAGE_WORDS[lang].site,
    lang,
    header: '<header></header>',
    main: `<h1>${htmlText(title)}</h1>\n${text}`,
  });

const simple = (brand: Brand, lang: PageLanguage, [title, text]: readonly string[], more = ''): PublicPage =>
  plain(brand, lang, { title: title ?? '', text: `<p>${htmlText(text ?? '')}</p>${more}` });

export const unknownPage = (brand: Brand, lang: PageLanguage): PublicPage =>
  simple(brand, lang, PAGE_WORDS[lang].unknown);

/** The page can't be shown now. */
export const awayPage = (brand: Brand, lang: PageLanguage): PublicPage =>
  simple(brand, lang, PAGE_WORDS[lang].away, `<p><a href="/">${PAGE_WORDS[lang].away[2]}</a></p>`);

/** What was entered can be sent again with the browser's own Back. */
export const unsentPage = (brand: Brand, lang: PageLanguage): PublicPage =>
  simple(brand, lang, PAGE_WORDS[lang].unsent);

export const refusedPage = (brand: Brand, lang: PageLanguage, faults: readonly string[]): PublicPage =>
  plain(brand, lang, {
    title: PAGE_WORDS[lang].check,
    text: `<ul>${faults.map((fault) => `<li>${htmlText(fault)}</li>`).join('')}</ul><p>${PAGE_WORDS[lang].goBack}</p>`,
  });

/** `name`: whom they asked; empty: unknown while the database is away. */
export function thanksPage(brand: Brand, lang: PageLanguage, name: string, site: string): PublicPage {
  const { thanks: title, received, close, back } = PAGE_WORDS[lang];
  return plain(brand, lang, {
    title,
    text: `<p role="status">${htmlText(received(name))} ${close}</p><p><a href="/?lang=${lang}">${back}</a></p>`,
    site,
  });
}
