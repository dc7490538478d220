import type { Brand } from '#brands/brand.ts';
import { type PublicPage, publicPage } from '../../http/public-page.ts';
import { htmlText } from './html-text.ts';

/** What the page says. */
interface Words {
  readonly title: string;
  readonly text: string;
  /** Label of the button; absent: there is nothing to do. */
  readonly button?: string;
}

export const ASKING = (agency: string): Words => ({
  title: 'Unsubscribe from marketing e-mail?',
  text: `${agency} will stop sending you marketing e-mail. E-mail about your existing coverage still reaches you.`,
  button: 'Unsubscribe',
});

export const DONE = (agency: string): Words => ({
  title: "You're unsubscribed",
  text: `${agency} won't send you marketing e-mail any more. You can close this page.`,
});

export const UNKNOWN: Words = {
  title: "This link doesn't work",
  text: 'It may be incomplete. Open it again from the e-mail, or reply to the e-mail and ask to be removed.',
};

/** A page that works without scripts and loads nothing. */
export function unsubscribePage(brand: Brand, { title, text, button }: Words): PublicPage {
  const form =
    button === undefined
      ? ''
      : `<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button>${htmlText(button)}</button></form>`;
  return publicPage(brand, { title, main: `<h1>${htmlText(title)}</h1>\n<p>${htmlText(text)}</p>\n${form}` });
}
