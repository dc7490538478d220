/** Pages of a host: the product's own, those of one agent, or perhaps those of an agency's own domain. */
export type PageHost =
  | { readonly of: 'app' }
  /** `null`: no name that an agent can have. */
  | { readonly of: 'agent'; readonly name: string | null }
  | { readonly of: 'elsewhere'; readonly host: string };

const APP: PageHost = { of: 'app' };

/** First labels of the product's own hosts. Source: core §2; `app` is ours. */
const OWN = ['www', 'app', 'platform'] as const;
const OWN_PREFIX = new RegExp(`^(${OWN.join('|')})\\.`);
const NAME = /^[a-z0-9][a-z0-9-]{1,30}[a-z0-9]$/;
const ADDRESS = /^[\d.]+$/;

/** The host in lower case, without port and trailing dot. Empty: it has none, or is an IPv6 address. */
export const bareHost = (host: string): string =>
  host.startsWith('[') ? '' : host.trim().toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');

/** The host that agents' names come before. `appUrl`: the public address of the app; `null`: this machine. */
export const baseOf = (appUrl: string | null): string =>
  appUrl === null ? 'localhost' : bareHost(new URL(appUrl).host).replace(OWN_PREFIX, '');

/** Reads a host as a request names it, in any case, with or without port and trailing dot. */
export function pageHost(host: string, appUrl: string | null): PageHost {
  const name = bareHost(host);
  const base = baseOf(appUrl);
  const own = appUrl === null ? base : bareHost(new URL(appUrl).host);
  if (!name.includes('.') || ADDRESS.test(name) || name === base || name === own || name === `api.${own}`) return APP;
  if (!name.endsWith(`.${base}`)) return { of: 'elsewhere', host: name };
  const first = name.slice(0, -base.length - 1);
  if (first === 'api' || OWN.some((one) => one === first)) return APP;
  return { of: 'agent', name: NAME.test(first) ? first : null };
}

/** The address of an agent's page. */
export function pageUrl(name: string, appUrl: string | null, port: number): string {
  if (appUrl === null) return `http://${name}.localhost:${port}`;
  const { protocol, port: own } = new URL(appUrl);
  return `${protocol}//${name}.${baseOf(appUrl)}${own === '' ? '' : `:${own}`}`;
}
