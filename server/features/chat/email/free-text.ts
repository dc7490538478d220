import type { Sender } from './email.sql.ts';

/** Characters of a text that a model writes, at most. Ours: a page. */
export const TEXT_MAX = 2_000;

const LINK =
  /\b(?:https?:\/\/|www\.)\S+|\b[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|gov|io|co|info|biz|us|example|link|click|xyz)\b(?:\/\S*)?/gi;
const ADDRESS = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;
const PHONE = /\+?\d[\d ().-]{7,}\d/g;
const PRICE =
  /[$€£]\s?\d|\b\d[\d,.]*\s?(?:dollars?|bucks|usd|cents?)\b|\bper month\b|\ba month\b|\b(?:for )?free\b|\bno cost\b/i;
const CLAIM =
  /\bguarante\w*|\bofficial\w*\b|\bendorsed\b|\bapproved by\b|\bgovernment\b|\bbest plan\b|\bcheapest\b|\block in\b|\bact now\b|\blast chance\b|\bcovers? everything\b|\bfull coverage\b/i;

const digits = (text: string) => text.replace(/\D/g, '').slice(-10);

/** Content that a model's text must not have, in words for the model. Pure. */
export function faultsOf(text: string, sender: Pick<Sender, 'domain' | 'email' | 'phone'>): string[] {
  const addresses = text.match(ADDRESS) ?? [];
  const others = addresses.filter((address) => address.toLowerCase() !== sender.email.toLowerCase());
  const isOwn = (link: string) => {
    const host =
      link
        .replace(/^https?:\/\//i, '')
        .split(/[/?#]/, 1)[0]
        ?.toLowerCase() ?? '';
    return sender.domain !== '' && (host === sender.domain || host.endsWith(`.${sender.domain}`));
  };
  const links = (text.replace(ADDRESS, ' ').match(LINK) ?? []).filter((link) => !isOwn(link));
  const phones = (text.match(PHONE) ?? []).filter((phone) => digits(phone) !== digits(sender.phone));
  return [
    ...(links.length > 0 ? [`Leave out links that are not the agency’s: ${links.join(', ')}.`] : []),
    ...(others.length > 0 ? ['Leave out e-mail addresses that are not the sender’s.'] : []),
    ...(phones.length > 0 ? ['Leave out phone numbers that are not the sender’s.'] : []),
    ...(PRICE.test(text) ? ["Don't mention prices or costs."] : []),
    ...(CLAIM.test(text) ? ["Don't make promises or claim to speak for an authority."] : []),
    ...(/\{[^}]*\}|\{\{|\[[^\]]+\]/.test(text) ? ['Leave no blanks.'] : []),
  ];
}
