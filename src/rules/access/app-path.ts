/**
 * Pages that an answer may lead to, as the router names them. Every other page of the router is in `CLOSED_PATHS`; a test
 * compares both lists with the router.
 */
export const OPEN_PATHS = [
  '/account/profile',
  '/admin/demo',
  '/admin/email-management/new',
  '/admin/features',
  '/admin/lists',
  '/admin/rules',
  '/admin/users',
  '/admin/users/$id',
  '/billing',
  '/billing/plan',
  '/billing/review',
  '/billing/update',
  '/calls',
  '/calls/$id',
  '/contact-us',
  '/contacts',
  '/contacts/$number',
  '/contacts/bulk',
  '/contacts/bulk/$id',
  '/contacts/duplicates',
  '/contacts/merge',
  '/contacts/merges',
  '/dashboard',
  '/exports',
  '/help',
  '/help/$page',
  '/imports',
  '/imports/$id',
  '/imports/attachments',
  '/imports/new',
  '/live',
  '/outbox',
  '/prints',
  '/prints/$jid',
  '/privacy-policy',
  '/terms-of-use',
  '/transfers',
  '/transfers/$id',
] as const;

/** Pages that sign somebody in or out, that only lead elsewhere, or that are not for agents. */
export const CLOSED_PATHS = [
  '/',
  '/_app',
  '/_kit',
  '/_machines',
  '/account',
  '/api/auth/callback',
  '/login',
  '/login-app',
  '/reset-password',
  '/sso-logout',
] as const;

const PARAMS: Readonly<Record<string, string>> = {
  $number: String.raw`[1-9]\d{0,14}`,
  $id: String.raw`[1-9]\d{0,14}`,
  $jid: '[A-Za-z0-9_-]{1,64}',
  $page: '[a-z0-9]+(?:-[a-z0-9]+)*',
};
/** A tab or a page of a list, or whose contacts; what else an address can hold no answer needs. */
const SEARCH = String.raw`(?:\?(?:(?:tab|contact_group)=[a-z0-9_-]{1,40}|page=[1-9]\d{0,5}))?`;
/** A place on the page. */
const HASH = '(?:#[A-Za-z0-9_-]{1,80})?';

const patterns = OPEN_PATHS.map((path) => path.replaceAll(/\$\w+/gu, (param) => PARAMS[param] ?? '(?!)'));
const APP_PATH = new RegExp(`^(?:${patterns.join('|')})${SEARCH}${HASH}$`, 'u');

/**
 * Whether this is a page of the app that may be opened because an answer says so: a path from the list, spelled plainly.
 * Nothing in it is encoded, so that decoding cannot make another address of it.
 */
export const isAppPath = (href: string): boolean => APP_PATH.test(href);
