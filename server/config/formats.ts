import { isIP } from 'node:net';
import { z } from 'zod';
import { APPLICATION_PRODUCTS } from '#contract/fire-light.contract.ts';

export const oneOf = <const Values extends readonly string[]>(values: Values) =>
  z.enum(values, { error: ({ input }) => `must be one of ${values.join(', ')}, but is "${String(input)}".` });

const portText = z.string().refine((text) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535, {
  error: ({ input }) => `must be a whole number from 0 to 65535 (0 picks a free port), but is "${String(input)}".`,
});

export const port = portText.transform(Number);

/** Ports above 1023 on which browsers, and `fetch`, open nothing. Source: the Fetch standard, "bad port". */
const CLOSED_TO_BROWSERS = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10_080,
]);

/** A port that pages are served on. */
export const pagePort = portText
  .refine((text) => !CLOSED_TO_BROWSERS.has(Number(text)), {
    error: ({ input }) => `is ${String(input)}, on which browsers open no page: choose another one, such as 3000.`,
  })
  .transform(Number);

export const databaseUrl = z.string().refine((text) => /^postgres(ql)?:\/\/./.test(text) && URL.canParse(text), {
  error: 'must look like postgres://user:password@host:5432/database.',
});

/** Keys of 32 bytes in base64, separated by commas. */
export const secretKeys = z
  .string()
  .transform((text) => text.split(',').map((key) => Buffer.from(key.trim(), 'base64')))
  .refine((keys) => keys.every((key) => key.length === 32), {
    error:
      'must be keys of 32 bytes in base64, separated by commas; the first one seals. Make one: openssl rand -base64 32',
  });

const isWeb = (text: string, protocols: readonly string[]): boolean =>
  URL.canParse(text) && protocols.includes(new URL(text).protocol);

const LOCAL_WEB = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?(\/|$)/;

export const issuer = z.string().refine((text) => isWeb(text, ['https:']) || LOCAL_WEB.test(text), {
  error: 'must be the https address of the identity provider, such as https://login.example.com.',
});

export const publicAddress = z
  .string()
  .refine((text) => isWeb(text, ['https:', 'http:']), {
    error: 'must be the address that people type, such as https://crm.example.com.',
  })
  .transform((text) => new URL(text).origin);

const NO_API_ADDRESS = 'must be the address of an API with its path, such as http://localhost:8080/v1.';

/** Without a slash at its end; a name and a password have settings of their own. */
export const apiAddress = z
  .string()
  .refine((text) => isWeb(text, ['https:', 'http:']) && !/[?#@]/.test(text), { error: NO_API_ADDRESS })
  .transform((text) => new URL(text).href.replace(/\/+$/, ''));

export const collector = z.string().refine((text) => isWeb(text, ['https:', 'http:']), {
  error: 'must be the address of a collector, such as http://localhost:4318.',
});

const NAME_SERVER = /^(\d{1,3}(\.\d{1,3}){3}|\[[\da-f:]+\])(:\d{1,5})?$|^[\da-f:]+$/i;

export const nameServers = z
  .string()
  .transform((text) => text.split(',').map((server) => server.trim()))
  .refine((servers) => servers.every((server) => NAME_SERVER.test(server)), {
    error: 'must be addresses of name servers, separated by commas, such as 10.0.0.53 or 127.0.0.1:5353.',
  });

export const ipAddresses = z
  .string()
  .transform((text) => text.split(',').map((address) => address.trim()))
  .refine((addresses) => addresses.every((address) => isIP(address) !== 0), {
    error: 'must be IP addresses, separated by commas, such as 203.0.113.7,2001:db8::7.',
  });

export const smtpUrl = z.string().refine((text) => isWeb(text, ['smtp:', 'smtps:']), {
  error: 'must look like smtps://user:password@host:465.',
});

export const mailDomain = z
  .string()
  .regex(/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/i, {
    error: 'must be the domain of addresses, such as reply.example.com.',
  })
  .transform((text) => text.toLowerCase());

export const dkimSelector = z.string().regex(/^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9-]+)*$/i, {
  error: 'must be the name of a DKIM selector, such as bellwether1.',
});

/** Line breaks may be written as `\n`. */
export const pemKey = z
  .string()
  .transform((text) => text.replaceAll(String.raw`\n`, '\n'))
  .refine((text) => text.includes('PRIVATE KEY-----'), { error: 'must be a private key in PEM.' });

/** `solo=price_123, team=price_456`. */
const pairsOf = (text: string): Record<string, string> =>
  Object.fromEntries(text.split(',').map((pair) => pair.split('=').map((part) => part.trim())));

const PRODUCT_CODE = new RegExp(`^\\s*(${APPLICATION_PRODUCTS.join('|')})\\s*=\\s*[\\w-]+\\s*$`, 'u');

export const stripePrices = z
  .string()
  .refine((text) => text.split(',').every((pair) => /^\s*[a-z0-9_-]+\s*=\s*price_\w+\s*$/i.test(pair)), {
    error: 'must be plans with their price ids, such as solo=price_123,team=price_456.',
  })
  .transform(pairsOf);

export const productCodes = z
  .string()
  .refine((text) => text.split(',').every((pair) => PRODUCT_CODE.test(pair)), {
    error: `must be products with their codes, such as life=26,final_expense=31. Products: ${APPLICATION_PRODUCTS.join(', ')}.`,
  })
  .transform(pairsOf);

const PROXY = /^[\da-f.:]+(\/[\d.]+)?$/i;

const isProxy = (text: string): boolean => {
  if (PROXY_NAMES.includes(text)) return true;
  const [address = '', prefix] = text.split('/');
  if (!PROXY.test(text) || isIP(address) === 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (isIP(address) === 4 ? 32 : 128));
};

/** Names of `@fastify/proxy-addr` for reserved networks. */
const PROXY_NAMES: readonly string[] = ['loopback', 'linklocal', 'uniquelocal'];

/** Addresses and networks, separated by commas. */
export const proxies = z
  .string()
  .transform((text) => text.split(',').map((proxy) => proxy.trim()))
  .refine((all) => all.every(isProxy), {
    error:
      'must be addresses or networks of proxies, separated by commas, such as 10.0.3.7 or 10.0.3.0/24; loopback means this machine.',
  });

export const yesOrNo = z
  .string()
  .refine((text) => text === 'true' || text === 'false', { error: 'must be true or false.' })
  .transform((text) => text === 'true');

export const scannerUrl = z
  .string()
  .refine((text) => /^(tcp:\/\/[^/]+:\d+|unix:\/.+)$/.test(text) && URL.canParse(text), {
    error: 'must look like tcp://clamd.example.com:3310 or unix:/run/clamav/clamd.sock.',
  });

export const megabytes = z
  .string()
  .refine((text) => /^[1-9]\d{0,7}$/.test(text), { error: 'must be a whole number of megabytes, such as 5120.' })
  .transform(Number);

export const tokens = z
  .string()
  .refine((text) => /^[1-9]\d{0,8}$/.test(text), { error: 'must be a whole number of tokens, such as 200000.' })
  .transform(Number);

export const counted = z
  .string()
  .refine((text) => /^[1-9]\d{0,5}$/.test(text), { error: 'must be a whole number from 1 to 999999.' })
  .transform(Number);

export const contacts = z
  .string()
  .refine((text) => /^\d{1,6}$/.test(text), { error: 'must be a number of contacts, such as 40000; 0 means none.' })
  .transform(Number);

export const bucket = z.string().refine((text) => /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(text), {
  error: 'must be the name of a bucket: 3 to 63 small letters, digits, dots and hyphens.',
});

export const folder = z.string().refine((text) => !text.includes('\0'), { error: 'must be the path of a folder.' });

export const token = z.string().refine((text) => /^[\w.~+/=-]{16,}$/.test(text), {
  error: 'must have 16 letters and digits or more. Make one: openssl rand -hex 32',
});

export const voiceUrl = z.string().refine((text) => isWeb(text, ['http:']), {
  error: 'must be the address of the voice process, such as http://voice:3001.',
});

export const ipAddress = z.string().refine((text) => isIP(text) !== 0, {
  error: ({ input }) => `must be an IP address, such as 203.0.113.7, but is "${String(input)}".`,
});

/** `40000-40199`. */
export const portRange = z
  .string()
  .transform((text) => text.split('-').map(Number))
  .refine((ports): ports is [number, number] => ports.length === 2 && isRange(ports[0] ?? 0, ports[1] ?? 0), {
    error: 'must be the first and the last port, such as 40000-40199.',
  });

const isRange = (first: number, last: number): boolean =>
  Number.isInteger(first) && Number.isInteger(last) && first > 1_023 && first < last && last <= 65_535;

const whole = (unit: string) =>
  z
    .string()
    .refine((text) => /^\d{1,7}$/.test(text), { error: `must be a whole number of ${unit}.` })
    .transform(Number);

export const milliseconds = whole('milliseconds');

export const seconds = whole('seconds');
