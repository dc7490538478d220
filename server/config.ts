import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isTryout } from '#rules/access/tryout.ts';
import { type CustomDomainsConfig, customDomainsFaults, customDomainsOf } from './config/custom-domains.ts';
import { type FireLightConfig, fireLightFaults, fireLightOf } from './config/applications.ts';
import { type StripeConfig, stripeFaults, stripeOf } from './config/payments.ts';
import { type IntegrationsConfig, integrationsFaults, integrationsOf } from './config/integrations.ts';
import {
  type AssistantConfig,
  assistantFaults,
  assistantOf,
  type CsgConfig,
  csgOf,
  type DatabaseConfig,
  databaseFaults,
  databaseOf,
  type FilesConfig,
  filesOf,
  dkimFaults,
  type InboundMailConfig,
  inboundMailFaults,
  inboundMailOf,
  mailFaults,
  type SmtpConfig,
  smtpOf,
  type RequestsConfig,
  requestsOf,
  type S3Config,
  s3Faults,
  s3Of,
  type SsoConfig,
  ssoFaults,
  ssoOf,
  type TwilioConfig,
  twilioFaults,
  type TextPace,
  textPaceOf,
  twilioOf,
  type VoiceConfig,
  voiceOf,
} from './config/services.ts';
import { type APP_ENVS, type BRANDS, type LOG_LEVELS, SECRETS, Settings } from './config/settings.ts';

/** The folder that holds package.json. */
export const ROOT = resolve(import.meta.dirname, '..');

/** Access to the metrics; with neither token nor port, only from this machine in development and demo. */
export interface MetricsConfig {
  /** `null`: no token is required, and the app's own port serves no metrics. */
  readonly token: string | null;
  /** Separate port; 0 takes any free one. `null`: none. */
  readonly port: number | null;
  readonly host: string;
}

const metricsOf = ({ METRICS_TOKEN, METRICS_PORT, METRICS_HOST }: Settings): MetricsConfig => ({
  token: METRICS_TOKEN ?? null,
  port: METRICS_PORT ?? null,
  host: METRICS_HOST,
});

const isTraced = (settings: Settings): boolean =>
  (settings.OTEL_EXPORTER_OTLP_ENDPOINT ?? settings.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) !== undefined &&
  settings.OTEL_SDK_DISABLED !== 'true';

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
  database: DatabaseConfig;
  /** 32 bytes each; empty: one is made and kept in `dataDir`. */
  secretKeys: readonly Buffer[];
  logLevel: (typeof LOG_LEVELS)[number];
  /** Addresses, networks, and names of reserved networks. */
  trustedProxies: readonly string[];
  /** False: stage and production accept passwords and codes over https only. */
  allowPlainHttp: boolean;
  /** Public address of the app, without a trailing slash. `null`: as named by each request. */
  appUrl: string | null;
  /** `null`: no sign-in through an identity provider. */
  sso: SsoConfig | null;
  /** `null`: the embedded payments. */
  stripe: StripeConfig | null;
  /** `null`: mail stays inside. */
  smtp: SmtpConfig | null;
  /** `null`: no mail comes in. */
  inboundMail: InboundMailConfig | null;
  /** `null`: texts stay inside. */
  twilio: TwilioConfig | null;
  textPace: TextPace;
  /** Of a phone number, once. */
  numberPriceCents: number;
  /** `null`: MAX answers by its rules alone. */
  assistant: AssistantConfig | null;
  /** `null`: quotes are of the sample table. */
  csg: CsgConfig | null;
  /** `null`: applications are fact sheets. */
  fireLight: FireLightConfig | null;
  integrations: IntegrationsConfig;
  /** `null`: files lie in `dataDir`. */
  s3: S3Config | null;
  files: FilesConfig;
  requests: RequestsConfig;
  voice: VoiceConfig;
  /** `null`: agencies have no domains of their own. */
  customDomains: CustomDomainsConfig | null;
  /** True: webhooks may go to http, any port and private addresses. */
  webhooksToPrivate: boolean;
  /** Empty: those of this machine. */
  dnsServers: readonly string[];
  metrics: MetricsConfig;
  /** True when traces are sent. */
  tracing: boolean;
  /** Contacts of one more book in the demo world; 0: there is none. */
  demoBook: number;
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
    faults.push(`${name}_FILE names ${path}, which can't be read.`);
    return undefined;
  }
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
    faults.push(
      ...databaseFaults(data),
      ...ssoFaults(data),
      ...stripeFaults(data),
      ...mailFaults(data),
      ...dkimFaults(data),
      ...inboundMailFaults(data),
      ...twilioFaults(data),
      ...s3Faults(data),
      ...customDomainsFaults(data),
      ...assistantFaults(data),
      ...fireLightFaults(data),
      ...integrationsFaults(data),
    );
  }
  if (!parsed.success || faults.length > 0) throw new ConfigError(faults);

  const isForUse = !isTryout(parsed.data.APP_ENV);
  if (isForUse && parsed.data.DATABASE_URL !== undefined && parsed.data.SECRET_KEYS === undefined) {
    throw new ConfigError([
      'SECRET_KEYS is missing: with a database of your own every process needs the same key. Make one: openssl rand -base64 32',
    ]);
  }

  const { APP_ENV, BRAND, PORT, HOST, DATA_DIR, DATABASE_URL, SECRET_KEYS, LOG_LEVEL } = parsed.data;
  return {
    appEnv: APP_ENV,
    brand: BRAND,
    port: PORT,
    host: HOST ?? (isForUse ? '0.0.0.0' : 'localhost'),
    dataDir: DATA_DIR === undefined ? join(ROOT, '.data') : resolve(DATA_DIR),
    databaseUrl: DATABASE_URL ?? null,
    database: databaseOf(parsed.data),
    secretKeys: SECRET_KEYS ?? [],
    logLevel: LOG_LEVEL,
    trustedProxies: parsed.data.TRUSTED_PROXIES,
    allowPlainHttp: parsed.data.ALLOW_PLAIN_HTTP,
    appUrl: parsed.data.APP_URL ?? null,
    sso: ssoOf(parsed.data),
    stripe: stripeOf(parsed.data),
    smtp: smtpOf(parsed.data),
    inboundMail: inboundMailOf(parsed.data),
    twilio: twilioOf(parsed.data),
    textPace: textPaceOf(parsed.data),
    numberPriceCents: parsed.data.NUMBER_PRICE,
    assistant: assistantOf(parsed.data),
    csg: csgOf(parsed.data),
    fireLight: fireLightOf(parsed.data),
    integrations: integrationsOf(parsed.data),
    s3: s3Of(parsed.data),
    files: filesOf(parsed.data),
    requests: requestsOf(parsed.data),
    voice: voiceOf(parsed.data),
    customDomains: customDomainsOf(parsed.data),
    webhooksToPrivate: parsed.data.WEBHOOKS_TO_PRIVATE,
    dnsServers: parsed.data.DNS_SERVERS,
    metrics: metricsOf(parsed.data),
    tracing: isTraced(parsed.data),
    demoBook: parsed.data.DEMO_BOOK,
  };
}

/** Where sessions last: past a pooler. */
export const directUrlOf = ({ databaseUrl, database }: Pick<Config, 'database' | 'databaseUrl'>): string | null =>
  database.directUrl ?? databaseUrl;

/** The settings of what works as the owner of the tables: migrations and the operator's commands. */
export const asOwner = (config: Config): Config => ({
  ...config,
  databaseUrl: config.database.ownerUrl ?? directUrlOf(config),
  database: {
    ...config.database,
    directUrl: null,
    ownerUrl: null,
    appUrl: config.database.ownerUrl === null ? null : config.databaseUrl,
  },
});
