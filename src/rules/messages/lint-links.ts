import type { TemplateNote } from '#contract/email-templates.contract.ts';
import { lineAt } from './line-at.ts';

/** Public hosts of short links, which carriers filter. Ours. */
const SHORTENERS = ['bit.ly', 'tinyurl.com', 'goo.gl', 't.co', 'ow.ly', 'is.gd', 'buff.ly', 'rebrand.ly', 'cutt.ly'];

const HREF = /<a\b[^<>]*?\bhref\s*=\s*(?:"(?<double>[^"]*)"|'(?<single>[^']*)'|(?<bare>[^\s<>]*))/gi;
/** An address in the text, or something that was meant to be one. */
const WRITTEN =
  /(?<![\w@/."'=:])(?:https?|htp|htps|http:?s?\/\/|hhttps?)(?::|;|\/)\/?\/?[^\s<>"']*|(?<![\w@/."'=:])www\.[^\s<>"']*/gi;

type Finding = Pick<TemplateNote, 'severity' | 'message'>;

/** Returns what is wrong with the links of a text, as far as their form tells. No link is opened. */
export function faultsOfLinks(text: string, channel: 'email' | 'text'): Finding[] {
  const found: (Finding & { at: number })[] = [];
  const put = (at: number, severity: Finding['severity'], message: string) =>
    found.push({ at, severity, message: `Line ${lineAt(text, at)}: ${message}` });
  const look = (at: number, written: string, kind: 'link' | 'address') => {
    const address = kind === 'address' ? written.replace(/[).,;:!?\]]+$/, '') : written;
    // Filled in for each contact.
    if (address.includes('{{')) return;
    if (address === '' || address === '#') return put(at, 'error', 'a link has no address.');
    if (/^(?:mailto|tel|sms):\S+$/i.test(address) && kind === 'link') return;
    const url = hostOf(address);
    if (url === null)
      return put(at, 'error', `the link “${address}” is broken. Start it with https:// and a full host.`);
    if (/^www\./i.test(address))
      return put(at, 'warning', `write “${address}” with https:// to make it a link everywhere.`);
    if (address.toLowerCase().startsWith('http:'))
      put(at, 'warning', `“${address}” isn't encrypted. Use https:// if the site has it.`);
    if (channel === 'text' && SHORTENERS.includes(url))
      put(at, 'warning', `carriers filter short links of ${url}. Use the full address.`);
  };
  for (const { index, groups } of text.matchAll(HREF))
    look(index, (groups?.['double'] ?? groups?.['single'] ?? groups?.['bare'] ?? '').trim(), 'link');
  const rest = text.replaceAll(/<[^<>]*>/g, (tag) => tag.replaceAll(/[^\n]/g, ' '));
  for (const { index, 0: written } of rest.matchAll(WRITTEN)) look(index, written, 'address');
  return found.toSorted((a, b) => a.at - b.at).map(({ severity, message }) => ({ severity, message }));
}

/** The host of an address of the web, without `www.`; `null`: it is none. */
function hostOf(address: string): string | null {
  const full = /^www\./i.test(address) ? `https://${address}` : address;
  if (!/^https?:\/\/[^/]/i.test(full) || !URL.canParse(full)) return null;
  const { hostname } = new URL(full);
  return /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+(?:[a-z]{2,}|xn--[a-z\d-]+)$/.test(hostname)
    ? hostname.replace(/^www\./, '')
    : null;
}
