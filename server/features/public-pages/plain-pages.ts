import type { Brand } from '#brands/brand.ts';
import { type PublicPage, publicPage } from '../../http/public-page.ts';
import { htmlText } from '../mail/html-text.ts';

/** Pages name neither the product nor an agency that isn't theirs. */
const plain = (brand: Brand, title: string, text: string, site = 'Public page'): PublicPage =>
  publicPage(brand, { title, site, header: '<header></header>', main: `<h1>${htmlText(title)}</h1>\n${text}` });

export const unknownPage = (brand: Brand): PublicPage =>
  plain(brand, 'This page isn’t available', '<p>Check the address, or ask the person who gave it to you.</p>');

/** The page can't be shown now. */
export const awayPage = (brand: Brand): PublicPage =>
  plain(brand, 'This page is taking a break', '<p>Please try again in a minute.</p><p><a href="/">Try again</a></p>');

/** What was entered can be sent again with the browser's own Back. */
export const unsentPage = (brand: Brand): PublicPage =>
  plain(
    brand,
    'Your request wasn’t sent',
    '<p>We couldn’t keep it right now. Go back, and send it again in a minute: what you entered is still there.</p>',
  );

export const refusedPage = (brand: Brand, faults: readonly string[]): PublicPage =>
  plain(
    brand,
    'Check these fields',
    `<ul>${faults.map((fault) => `<li>${htmlText(fault)}</li>`).join('')}</ul><p>Go back to change them: what you entered is still there.</p>`,
  );

/** `name`: whom they asked; empty: unknown while the database is away. */
export const thanksPage = (brand: Brand, name: string, site: string): PublicPage =>
  plain(
    brand,
    'Thank you',
    `<p role="status">${name === '' ? 'Your request was received.' : `Your request is with ${htmlText(name)} now.`} You can close this page.</p><p><a href="/">Back to the page</a></p>`,
    site || 'Public page',
  );
