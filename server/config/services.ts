import { RING_TIMEOUT_MS } from '#contract/phone/call.contract.ts';
import { isTryout } from '#rules/access/tryout.ts';
import type { Settings } from './settings.ts';

/** Settings of an identity provider (OpenID Connect). */
export interface SsoConfig {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The words on the button. */
  readonly label: string;
}

/** Settings of outgoing mail. */
export interface SmtpConfig {
  /** With user and password. */
  readonly url: string;
  /** `Name <address>`. */
  readonly from: string;
  /** Absent: the mail server signs, or none does. */
  readonly dkim?: DkimConfig;
}

/** A key that signs outgoing mail (RFC 6376). */
export interface DkimConfig {
  /** Of the sender's address. */
  readonly domain: string;
  readonly selector: string;
  /** PEM. */
  readonly privateKey: string;
}

/** Twilio account and address. */
export interface TwilioAccess {
  readonly accountSid: string;
  readonly authToken: string;
  readonly baseUrl: string;
}

/** Settings of text messages, and of calls where configured. */
export interface TwilioConfig extends TwilioAccess {
  /** E.164. */
  readonly from: string;
  /** `null`: calls stay on the embedded line. */
  readonly voice: TwilioVoiceConfig | null;
}

/** Settings of browser calls through Twilio. */
export interface TwilioVoiceConfig {
  readonly apiKeySid: string;
  readonly apiKeySecret: string;
  readonly appSid: string;
  /** Address at which Twilio reaches us, without a trailing slash. */
  readonly publicUrl: string;
}

/** Settings of a file bucket. */
export interface S3Config {
  readonly bucket: string;
  readonly region: string;
  /** `null`: Amazon itself. */
  readonly endpoint: string | null;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Settings of a model that speaks OpenAI's chat completions. */
export interface AssistantConfig {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly model: string;
  /** `null`: it asks for none. */
  readonly apiKey: string | null;
  /** Tokens that one person may use a day, in UTC. */
  readonly dailyTokens: number;
  /** Milliseconds for one answer. */
  readonly timeoutMs: number;
}

/** Settings of CSG Actuarial, the source of real rates. */
export interface CsgConfig {
  readonly baseUrl: string;
  /** `null`: only agencies with a key of their own have its rates. */
  readonly apiKey: string | null;
}

/** Settings of uploaded files. */
export interface FilesConfig {
  /** `null`: the app's own. */
  readonly origin: string | null;
  /** Bytes that one person may have. */
  readonly quotaBytes: number;
  /** Address of the virus scanner. `null`: files are not scanned. */
  readonly scanner: string | null;
}

/** Requests that run at the same time. */
export interface RequestsConfig {
  /** Of one user; more wait. */
  readonly perUser: number;
  /** Waiting requests of one user; more are refused. */
  readonly waiting: number;
  /** Of one account; more wait. */
  readonly perAccount: number;
}

export const requestsOf = (settings: Settings): RequestsConfig => ({
  perUser: settings.REQUESTS_PER_USER,
  waiting: settings.REQUESTS_WAITING,
  perAccount: settings.REQUESTS_PER_ACCOUNT,
});

/** The connections to the database: their number, and how long they and their statements may take in ms; 0: no limit. */
export interface DatabaseConfig {
  /** The database itself, where `databaseUrl` is a pooler in transaction mode. `null`: it is none. */
  readonly directUrl: string | null;
  /** As the owner of the tables. `null`: the others are. */
  readonly ownerUrl: string | null;
  /** For the owner: the address of the application, whose login is another one. `null`: the same. */
  readonly appUrl: string | null;
  /** False: connections keep no prepared statements. */
  readonly prepares: boolean;
  readonly connections: number;
  readonly queueConnections: number;
  readonly exportConnections: number;
  readonly idleMs: number;
  /** Of requests. */
  readonly statementMs: number;
  /** Of requests, within their statement's time. */
  readonly lockMs: number;
  /** Of jobs and calls. */
  readonly jobStatementMs: number;
  readonly idleInTransactionMs: number;
}

export const databaseOf = (settings: Settings): DatabaseConfig => ({
  directUrl: settings.DATABASE_DIRECT_URL ?? null,
  ownerUrl: settings.DATABASE_OWNER_URL ?? null,
  appUrl: null,
  prepares: settings.DATABASE_PREPARED ?? settings.DATABASE_DIRECT_URL === undefined,
  connections: settings.DATABASE_CONNECTIONS,
  queueConnections: settings.DATABASE_QUEUE_CONNECTIONS,
  exportConnections: settings.DATABASE_EXPORT_CONNECTIONS,
  idleMs: settings.DATABASE_IDLE_MS,
  statementMs: settings.DATABASE_STATEMENT_MS,
  lockMs: settings.DATABASE_LOCK_MS,
  jobStatementMs: settings.DATABASE_JOB_STATEMENT_MS,
  idleInTransactionMs: settings.DATABASE_IDLE_IN_TRANSACTION_MS,
});

export const databaseFaults = (settings: Settings): string[] =>
  settings.DATABASE_URL !== undefined
    ? []
    : (['DATABASE_DIRECT_URL', 'DATABASE_OWNER_URL'] as const)
        .filter((name) => settings[name] !== undefined)
        .map((name) => `DATABASE_URL is missing: ${name} is another way to the same database.`);

/** Settings of the embedded line: for browsers, and between `web` and the voice process. */
export interface VoiceConfig {
  /** Address of the voice process for `web`. `null`: both share a data folder and use a socket in it. */
  readonly url: string | null;
  /** Listening address of the voice process; `null`: only that socket. */
  readonly port: number | null;
  readonly host: string;
  /** Address to which browsers send audio. `null`: the app's own address. */
  readonly address: string | null;
  /** First and last UDP port for sound, two for each side of a call. `null`: those that are free. */
  readonly ports: readonly [number, number] | null;
  /** A folder of announcements. `null`: those of the product. */
  readonly prompts: string | null;
  /** Milliseconds that a call rings. */
  readonly ringMs: number;
  /** Connections of browsers at a time, of one address (or IPv6 /64) and of one account. */
  readonly perAddress: number;
  readonly perAccount: number;
  /** Milliseconds that calls under way may take at a stop. */
  readonly drainMs: number;
}

const SSO_SETTINGS = ['SSO_ISSUER', 'SSO_CLIENT_ID', 'SSO_CLIENT_SECRET'] as const;

/** All of them or none. */
export function ssoFaults(settings: Settings): string[] {
  const missing = SSO_SETTINGS.filter((name) => settings[name] === undefined);
  if (missing.length === 0 || missing.length === SSO_SETTINGS.length) return [];
  return missing.map((name) => `${name} is missing: single sign-on needs ${SSO_SETTINGS.join(', ')}.`);
}

export function ssoOf({ SSO_ISSUER, SSO_CLIENT_ID, SSO_CLIENT_SECRET, SSO_LABEL }: Settings) {
  if (SSO_ISSUER === undefined || SSO_CLIENT_ID === undefined || SSO_CLIENT_SECRET === undefined) return null;
  return { issuer: SSO_ISSUER, clientId: SSO_CLIENT_ID, clientSecret: SSO_CLIENT_SECRET, label: SSO_LABEL };
}

/** Links in mail that leaves stand on a known address: a request may name any host (promise P3). */
export function mailFaults({ SMTP_URL, MAIL_FROM, APP_URL }: Settings): string[] {
  if (SMTP_URL === undefined) return [];
  const missing = Object.entries({ MAIL_FROM, APP_URL }).filter(([, value]) => value === undefined);
  return missing.map(([name]) => `${name} is missing: mail needs SMTP_URL, MAIL_FROM and APP_URL.`);
}

export function smtpOf({ SMTP_URL, MAIL_FROM, MAIL_DKIM_SELECTOR, MAIL_DKIM_KEY }: Settings): SmtpConfig | null {
  if (SMTP_URL === undefined || MAIL_FROM === undefined) return null;
  if (MAIL_DKIM_SELECTOR === undefined || MAIL_DKIM_KEY === undefined) return { url: SMTP_URL, from: MAIL_FROM };
  const domain = MAIL_FROM.slice(MAIL_FROM.lastIndexOf('@') + 1).replace(/[>\s].*$/, '');
  return {
    url: SMTP_URL,
    from: MAIL_FROM,
    dkim: { domain, selector: MAIL_DKIM_SELECTOR, privateKey: MAIL_DKIM_KEY },
  };
}

/** Both or neither. */
export function dkimFaults({ MAIL_DKIM_SELECTOR, MAIL_DKIM_KEY }: Settings): string[] {
  if ((MAIL_DKIM_SELECTOR === undefined) === (MAIL_DKIM_KEY === undefined)) return [];
  const missing = MAIL_DKIM_KEY === undefined ? 'MAIL_DKIM_KEY' : 'MAIL_DKIM_SELECTOR';
  return [`${missing} is missing: signing mail needs MAIL_DKIM_SELECTOR and MAIL_DKIM_KEY.`];
}

/** Settings of mail that comes in. */
export interface InboundMailConfig {
  /** Of addresses that name an e-mail. */
  readonly domain: string;
  /** `null`: simulated inboxes answer, and nothing comes from outside. */
  readonly secret: string | null;
}

/** Both or neither. */
export function inboundMailFaults({ MAIL_INBOUND_DOMAIN, MAIL_INBOUND_SECRET }: Settings): string[] {
  if ((MAIL_INBOUND_DOMAIN === undefined) === (MAIL_INBOUND_SECRET === undefined)) return [];
  const missing = MAIL_INBOUND_SECRET === undefined ? 'MAIL_INBOUND_SECRET' : 'MAIL_INBOUND_DOMAIN';
  return [`${missing} is missing: mail that comes in needs MAIL_INBOUND_DOMAIN and MAIL_INBOUND_SECRET.`];
}

/** Domain of addresses whose mail stays inside. */
const SIMULATED_DOMAIN = 'inbox.test';

/** In demo and development, where mail stays inside, simulated inboxes answer. */
export function inboundMailOf(settings: Settings): InboundMailConfig | null {
  const { APP_ENV, SMTP_URL, MAIL_INBOUND_DOMAIN: domain, MAIL_INBOUND_SECRET: secret } = settings;
  if (domain !== undefined && secret !== undefined) return { domain, secret };
  return isTryout(APP_ENV) && SMTP_URL === undefined ? { domain: SIMULATED_DOMAIN, secret: null } : null;
}

const TWILIO_SETTINGS = ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'] as const;

const TWILIO_VOICE_SETTINGS = ['TWILIO_API_KEY_SID', 'TWILIO_API_KEY_SECRET', 'TWILIO_TWIML_APP_SID'] as const;

/**
 * The text message settings go together; the call settings go together and require them, and the address at which
 * Twilio reaches us.
 */
export function twilioFaults(settings: Settings): string[] {
  const isMissing = (name: keyof Settings) => settings[name] === undefined;
  const asksForCalls = !TWILIO_VOICE_SETTINGS.every(isMissing);
  const asksForTexts = asksForCalls || !TWILIO_SETTINGS.every(isMissing);
  const callSettings = [...TWILIO_VOICE_SETTINGS, 'APP_URL'] as const;
  return [
    ...TWILIO_SETTINGS.filter((name) => asksForTexts && isMissing(name)).map(
      (name) => `${name} is missing: texts need ${TWILIO_SETTINGS.join(', ')}.`,
    ),
    ...callSettings
      .filter((name) => asksForCalls && isMissing(name))
      .map((name) => `${name} is missing: calls through Twilio need ${callSettings.join(', ')}.`),
  ];
}

export function twilioOf(settings: Settings): TwilioConfig | null {
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken, TWILIO_FROM: from, TWILIO_URL } = settings;
  if (accountSid === undefined || authToken === undefined || from === undefined) return null;
  return { accountSid, authToken, from, baseUrl: TWILIO_URL, voice: twilioVoiceOf(settings) };
}

/** Texts of broadcasts that carriers take, and what they cost. */
export interface TextPace {
  readonly numberASecond: number;
  readonly campaignAMinute: number;
  readonly brandADay: number;
  /** US dollars, also of a text with a picture; `null`: none is known. */
  readonly segmentPrice: number | null;
  readonly picturePrice: number | null;
}

const PACES = {
  /** The least that AT&T and T-Mobile give a registered sender. Source: Twilio, "Message throughput". */
  twilio: { second: 1, minute: 240, day: 2_000 },
  /** Ours: a demo takes no minutes. */
  embedded: { second: 20, minute: 1_200, day: 1_000_000 },
} as const;

const dollarsOf = (price?: number) => (price === undefined ? null : price / 100_000);
export function textPaceOf(settings: Settings): TextPace {
  const usual = PACES[twilioOf(settings) === null ? 'embedded' : 'twilio'];
  return {
    numberASecond: settings.TEXTS_PER_NUMBER_SECOND ?? usual.second,
    campaignAMinute: settings.TEXTS_PER_CAMPAIGN_MINUTE ?? usual.minute,
    brandADay: settings.TEXTS_PER_BRAND_DAY ?? usual.day,
    segmentPrice: dollarsOf(settings.TEXT_SEGMENT_PRICE),
    picturePrice: dollarsOf(settings.TEXT_PICTURE_PRICE),
  };
}

function twilioVoiceOf(settings: Settings): TwilioVoiceConfig | null {
  const { TWILIO_API_KEY_SID: apiKeySid, TWILIO_API_KEY_SECRET: apiKeySecret, APP_URL: publicUrl } = settings;
  const { TWILIO_TWIML_APP_SID: appSid } = settings;
  if (apiKeySid === undefined || apiKeySecret === undefined || appSid === undefined) return null;
  return publicUrl === undefined ? null : { apiKeySid, apiKeySecret, appSid, publicUrl };
}

const S3_SETTINGS = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

/** All of them or none. */
export function s3Faults(settings: Settings): string[] {
  const missing = S3_SETTINGS.filter((name) => settings[name] === undefined);
  if (missing.length === 0 || missing.length === S3_SETTINGS.length) return [];
  return missing.map((name) => `${name} is missing: a bucket for files needs ${S3_SETTINGS.join(', ')}.`);
}

export function s3Of(settings: Settings): S3Config | null {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = settings;
  if (bucket === undefined || accessKeyId === undefined || secretAccessKey === undefined) return null;
  return { bucket, accessKeyId, secretAccessKey, region: settings.S3_REGION, endpoint: settings.S3_ENDPOINT ?? null };
}

/** An address and a model, or neither and no key. */
export function assistantFaults(settings: Settings): string[] {
  const { ASSISTANT_BASE_URL, ASSISTANT_MODEL, ASSISTANT_API_KEY } = settings;
  if ([ASSISTANT_BASE_URL, ASSISTANT_MODEL, ASSISTANT_API_KEY].every((value) => value === undefined)) return [];
  const missing = Object.entries({ ASSISTANT_BASE_URL, ASSISTANT_MODEL }).filter(([, value]) => value === undefined);
  return missing.map(([name]) => `${name} is missing: a model needs ASSISTANT_BASE_URL and ASSISTANT_MODEL.`);
}

export function assistantOf(settings: Settings): AssistantConfig | null {
  const { ASSISTANT_BASE_URL: baseUrl, ASSISTANT_MODEL: model, ASSISTANT_API_KEY: apiKey = null } = settings;
  if (baseUrl === undefined || model === undefined) return null;
  return {
    baseUrl,
    model,
    apiKey,
    dailyTokens: settings.ASSISTANT_DAILY_TOKENS,
    timeoutMs: settings.ASSISTANT_TIMEOUT_MS,
  };
}

const CSG_ADDRESS = 'https://csgapi.appspot.com';

export const csgOf = ({ CSG_BASE_URL: baseUrl, CSG_API_KEY: apiKey }: Settings): CsgConfig | null =>
  baseUrl === undefined && apiKey === undefined ? null : { baseUrl: baseUrl ?? CSG_ADDRESS, apiKey: apiKey ?? null };

export const filesOf = ({ FILES_ORIGIN, FILES_QUOTA_MB, CLAMD_URL }: Settings): FilesConfig => ({
  origin: FILES_ORIGIN ?? null,
  quotaBytes: FILES_QUOTA_MB * 2 ** 20,
  scanner: CLAMD_URL ?? null,
});

/** Milliseconds for calls in progress at a stop: below the 14 that a supervisor waits; short in a demo. Our choice. */
const VOICE_DRAIN_MS = { open: 10_000, local: 1_000 } as const;

export const voiceOf = (settings: Settings): VoiceConfig => ({
  url: settings.VOICE_URL ?? null,
  port: settings.VOICE_PORT ?? null,
  host: settings.VOICE_HOST,
  address: settings.VOICE_ADDRESS ?? null,
  ports: settings.VOICE_UDP_PORTS ?? null,
  prompts: settings.VOICE_PROMPTS ?? null,
  ringMs: settings.VOICE_RING_MS ?? RING_TIMEOUT_MS,
  perAddress: settings.VOICE_MAX_PER_ADDRESS,
  perAccount: settings.VOICE_MAX_PER_ACCOUNT,
  drainMs:
    settings.VOICE_DRAIN_SECONDS === undefined
      ? VOICE_DRAIN_MS[isTryout(settings.APP_ENV) ? 'local' : 'open']
      : settings.VOICE_DRAIN_SECONDS * 1_000,
});
