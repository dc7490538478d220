import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';

/** The folder that holds package.json. */
export const ROOT = resolve(import.meta.dirname, '..');

const APP_ENVS = ['development', 'demo', 'stage', 'production'] as const;
const BRANDS = ['bellwether', 'silverline', 'stillwater', 'talentpath'] as const;
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** Settings that `<NAME>_FILE` may name a file for, so that the value never stands in the environment. */
const SECRETS = [
  'DATABASE_URL',
  'SECRET_KEYS',
  'STRIPE_SECRET_KEY',
  'SSO_CLIENT_SECRET',
  'SMTP_URL',
  'TWILIO_AUTH_TOKEN',
] as const;

const oneOf = <const Values extends readonly string[]>(values: Values) =>
  z.enum(values, { error: ({ input }) => `must be one of ${values.join(', ')}, but is "${String(input)}".` });

const port = z
  .string()
  .refine((text) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535, {
    error: ({ input }) => `must be a whole number from 0 to 65535 (0 picks a free port), but is "${String(input)}".`,
  })
  .transform(Number);

const databaseUrl = z.string().refine((text) => /^postgres(ql)?:\/\/./.test(text) && URL.canParse(text), {
  error: 'must look like postgres://user:password@host:5432/database.',
});

/** Keys of 32 bytes in base64, separated by commas. */
const secretKeys = z
  .string()
  .transform((text) => text.split(',').map((key) => Buffer.from(key.trim(), 'base64')))
  .refine((keys) => keys.every((key) => key.length === 32), {
    error:
      'must be keys of 32 bytes in base64, separated by commas; the first one seals. Make one: openssl rand -base64 32',
  });

const isWeb = (text: string, protocols: readonly string[]): boolean =>
  URL.canParse(text) && protocols.includes(new URL(text).protocol);

const LOCAL_WEB = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?(\/|$)/;

const issuer = z.string().refine((text) => isWeb(text, ['https:']) || LOCAL_WEB.test(text), {
  error: 'must be the https address of the identity provider, such as https://login.example.com.',
});

const publicAddress = z
  .string()
  .refine((text) => isWeb(text, ['https:', 'http:']), {
    error: 'must be the address that people type, such as https://crm.example.com.',
  })
  .transform((text) => new URL(text).origin);

const smtpUrl = z.string().refine((text) => isWeb(text, ['smtp:', 'smtps:']), {
  error: 'must look like smtps://user:password@host:465.',
});

/** `solo=price_123, team=price_456`. */
const stripePrices = z
  .string()
  .refine((text) => text.split(',').every((pair) => /^\s*[a-z0-9_-]+\s*=\s*price_\w+\s*$/i.test(pair)), {
    error: 'must be plans with their price ids, such as solo=price_123,team=price_456.',
  })
  .transform((text) => Object.fromEntries(text.split(',').map((pair) => pair.split('=').map((part) => part.trim()))));

const folder = z.string().refine((text) => !text.includes('\0'), { error: 'must be the path of a folder.' });

/** Every setting of the server, as it stands in the environment. An empty value counts as absent. */
const Settings = z.object({
  /** Absent means production: demo data and development rules are only ever asked for by name. */
  APP_ENV: oneOf(APP_ENVS).default('production'),
  BRAND: oneOf(BRANDS).default('bellwether'),
  PORT: port.default(3000),
  /** Absent means `localhost` (both families), and every address in stage and production. */
  HOST: z.string().optional(),
  /** Absent means `.data` in the checkout; a relative path starts at the working folder. */
  DATA_DIR: folder.optional(),
  /** Absent means the embedded PostgreSQL. */
  DATABASE_URL: databaseUrl.optional(),
  /** Seal secrets in the database. Absent means a key of its own in DATA_DIR. */
  SECRET_KEYS: secretKeys.optional(),
  LOG_LEVEL: oneOf(LOG_LEVELS).default('info'),
  /** Where people open the app; absent: as each request names it. */
  APP_URL: publicAddress.optional(),
  /** Absent: no single sign-on. */
  SSO_ISSUER: issuer.optional(),
  SSO_CLIENT_ID: z.string().optional(),
  SSO_CLIENT_SECRET: z.string().optional(),
  /** Absent: the embedded payments, which take test cards only and none in production. */
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_PUBLISHABLE_KEY: z.string().optional(),
  /** A plan that is absent is looked up at Stripe by its key as `lookup_key`. */
  STRIPE_PRICES: stripePrices.optional(),
  /** Absent: Stripe itself; for a stand-in. */
  STRIPE_BASE_URL: publicAddress.optional(),
  /** Absent: mail stays inside, on the outbox page. */
  SMTP_URL: smtpUrl.optional(),
  /** Who mail comes from: `Name <address>`. */
  MAIL_FROM: z.string().optional(),
  /** Absent: texts stay inside, on the outbox page. */
  TWILIO_ACCOUNT_SID: z.string().optional(),
  TWILIO_AUTH_TOKEN: z.string().optional(),
  /** The number that texts come from, such as +15125550142. */
  TWILIO_FROM: z.string().optional(),
  /** Another address of its API; for a stand-in. */
  TWILIO_URL: publicAddress.default('https://api.twilio.com'),
  /** The words on the button. */
  SSO_LABEL: z.string().max(60, 'must have 60 letters at most.').default('Sign in with single sign-on'),
});

/** How the server knows an identity provider (OpenID Connect). */
export interface SsoConfig {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The words on the button. */
  readonly label: string;
}

/** How the server knows Stripe. */
export interface StripeConfig {
  readonly secretKey: string;
  readonly publishableKey: string;
  /** Price ids by the key of the plan. */
  readonly prices: Readonly<Record<string, string>>;
  /** `null`: Stripe itself. */
  readonly baseUrl: string | null;
}

/** How mail leaves. */
export interface SmtpConfig {
  /** With user and password. */
  readonly url: string;
  /** `Name <address>`. */
  readonly from: string;
}

/** How texts leave. */
export interface TwilioConfig {
  readonly accountSid: string;
  readonly authToken: string;
  /** E.164. */
  readonly from: string;
  readonly baseUrl: string;
}

export interface Config {
  appEnv: (typeof APP_ENVS)[number];
  brand: (typeof BRANDS)[number];
  /** 0 takes any free port. */
  port: number;
  /** A name or address to listen on; `localhost` means 127.0.0.1 and ::1. */
  host: string;
  /** Absolute path. */
  dataDir: string;
  /** `null` means that the embedded PostgreSQL is to be used. */
  databaseUrl: string | null;
  /** 32 bytes each; empty: one is made and kept in `dataDir`. */
  secretKeys: readonly Buffer[];
  logLevel: (typeof LOG_LEVELS)[number];
  /** Where people open the app, without a slash at its end. `null`: as each request names it. */
  appUrl: string | null;
  /** `null`: nobody signs in through an identity provider. */
  sso: SsoConfig | null;
  /** `null`: the embedded payments. */
  stripe: StripeConfig | null;
  /** `null`: mail stays inside. */
  smtp: SmtpConfig | null;
  /** `null`: texts stay inside. */
  twilio: TwilioConfig | null;
}

/** Everything that is wrong with the settings, one sentence a fault. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(faults.join('\n'));
    this.faults = faults;
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The setting itself, or the content of the file that `<NAME>_FILE` names. */
function readSecret(env: Environment, name: string, faults: string[]): string | undefined {
  const path = env[`${name}_FILE`];
  if (!path) return env[name];
  if (env[name]) faults.push(`${name} and ${name}_FILE are both set: keep one of them.`);
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    faults.push(`${name}_FILE names ${path}, which cannot be read.`);
    return undefined;
  }
}

const SSO_SETTINGS = ['SSO_ISSUER', 'SSO_CLIENT_ID', 'SSO_CLIENT_SECRET'] as const;

/** All of them or none. */
function ssoFaults(settings: z.output<typeof Settings>): string[] {
  const missing = SSO_SETTINGS.filter((name) => settings[name] === undefined);
  if (missing.length === 0 || missing.length === SSO_SETTINGS.length) return [];
  return missing.map((name) => `${name} is missing: single sign-on needs ${SSO_SETTINGS.join(', ')}.`);
}

function ssoOf({ SSO_ISSUER, SSO_CLIENT_ID, SSO_CLIENT_SECRET, SSO_LABEL }: z.output<typeof Settings>) {
  if (SSO_ISSUER === undefined || SSO_CLIENT_ID === undefined || SSO_CLIENT_SECRET === undefined) return null;
  return { issuer: SSO_ISSUER, clientId: SSO_CLIENT_ID, clientSecret: SSO_CLIENT_SECRET, label: SSO_LABEL };
}

/** Both keys or none. */
function stripeFaults({ STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishable }: z.output<typeof Settings>) {
  if ((secret === undefined) === (publishable === undefined)) return [];
  const missing = secret === undefined ? 'STRIPE_SECRET_KEY' : 'STRIPE_PUBLISHABLE_KEY';
  return [`${missing} is missing: Stripe needs STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY.`];
}

function stripeOf(settings: z.output<typeof Settings>): StripeConfig | null {
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_PRICES, STRIPE_BASE_URL } = settings;
  if (STRIPE_SECRET_KEY === undefined || STRIPE_PUBLISHABLE_KEY === undefined) return null;
  return {
    secretKey: STRIPE_SECRET_KEY,
    publishableKey: STRIPE_PUBLISHABLE_KEY,
    prices: STRIPE_PRICES ?? {},
    baseUrl: STRIPE_BASE_URL ?? null,
  };
}

/** Links in mail that leaves stand on a known address: a request may name any host (promise P3). */
function mailFaults({ SMTP_URL, MAIL_FROM, APP_URL }: z.output<typeof Settings>): string[] {
  if (SMTP_URL === undefined) return [];
  const missing = Object.entries({ MAIL_FROM, APP_URL }).filter(([, value]) => value === undefined);
  return missing.map(([name]) => `${name} is missing: mail needs SMTP_URL, MAIL_FROM and APP_URL.`);
}

const smtpOf = ({ SMTP_URL, MAIL_FROM }: z.output<typeof Settings>): SmtpConfig | null =>
  SMTP_URL === undefined || MAIL_FROM === undefined ? null : { url: SMTP_URL, from: MAIL_FROM };

const TWILIO_SETTINGS = ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'] as const;

/** All of them or none. */
function twilioFaults(settings: z.output<typeof Settings>): string[] {
  const missing = TWILIO_SETTINGS.filter((name) => settings[name] === undefined);
  if (missing.length === 0 || missing.length === TWILIO_SETTINGS.length) return [];
  return missing.map((name) => `${name} is missing: texts need ${TWILIO_SETTINGS.join(', ')}.`);
}

function twilioOf(settings: z.output<typeof Settings>): TwilioConfig | null {
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken, TWILIO_FROM: from, TWILIO_URL } = settings;
  if (accountSid === undefined || authToken === undefined || from === undefined) return null;
  return { accountSid, authToken, from, baseUrl: TWILIO_URL };
}

/** Reads the settings. @throws {ConfigError} with every fault, not only the first. */
export function loadConfig(env: Environment): Config {
  const faults: string[] = [];
  const given: Record<string, string | undefined> = { ...env };
  for (const name of SECRETS) given[name] = readSecret(env, name, faults);
  const present = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== ''));

  const parsed = Settings.safeParse(present);
  faults.push(...(parsed.error?.issues ?? []).map((issue) => `${issue.path.join('.')} ${issue.message}`));
  if (parsed.success) {
    const { data } = parsed;
    faults.push(...ssoFaults(data), ...stripeFaults(data), ...mailFaults(data), ...twilioFaults(data));
  }
  if (!parsed.success || faults.length > 0) throw new ConfigError(faults);

  const isOpen = ['stage', 'production'].includes(parsed.data.APP_ENV);
  if (isOpen && parsed.data.DATABASE_URL !== undefined && parsed.data.SECRET_KEYS === undefined) {
    throw new ConfigError([
      'SECRET_KEYS is missing: with a database of your own every process needs the same key. Make one: openssl rand -base64 32',
    ]);
  }

  const { APP_ENV, BRAND, PORT, HOST, DATA_DIR, DATABASE_URL, SECRET_KEYS, LOG_LEVEL } = parsed.data;
  const open = APP_ENV === 'stage' || APP_ENV === 'production';
  return {
    appEnv: APP_ENV,
    brand: BRAND,
    port: PORT,
    host: HOST ?? (open ? '0.0.0.0' : 'localhost'),
    dataDir: DATA_DIR === undefined ? join(ROOT, '.data') : resolve(DATA_DIR),
    databaseUrl: DATABASE_URL ?? null,
    secretKeys: SECRET_KEYS ?? [],
    logLevel: LOG_LEVEL,
    appUrl: parsed.data.APP_URL ?? null,
    sso: ssoOf(parsed.data),
    stripe: stripeOf(parsed.data),
    smtp: smtpOf(parsed.data),
    twilio: twilioOf(parsed.data),
  };
}
