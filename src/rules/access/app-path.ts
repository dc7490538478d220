import { pathsOf } from './pages.ts';

const PARAMS: Readonly<Record<string, string>> = {
  $number: String.raw`[1-9]\d{0,14}`,
  $id: String.raw`[1-9]\d{0,14}`,
  $jid: '[A-Za-z0-9_-]{1,64}',
  $page: '[a-z0-9]+(?:-[a-z0-9]+)*',
};
/** A tab or page of a list, or its contact group; answers need nothing else in an address. */
const SEARCH = String.raw`(?:\?(?:(?:tab|contact_group)=[a-z0-9_-]{1,40}|page=[1-9]\d{0,5}))?`;
/** A place on the page. */
const HASH = '(?:#[A-Za-z0-9_-]{1,80})?';

const patterns = pathsOf(({ isClosed }) => isClosed !== true).map((path) =>
  path.replaceAll(/\$\w+/gu, (param) => PARAMS[param] ?? '(?!)'),
);
const APP_PATH = new RegExp(`^(?:${patterns.join('|')})${SEARCH}${HASH}$`, 'u');

/**
 * True when an answer may open this path: a path of the page table, spelled plainly. Nothing in it is encoded, so
 * decoding can't turn it into another address.
 */
export const isAppPath = (href: string): boolean => APP_PATH.test(href);
