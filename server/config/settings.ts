import { z } from 'zod';
import { BRAND_KEYS } from '#brands/brand-keys.ts';
import {
  apiAddress,
  bucket,
  collector,
  counted,
  contacts,
  databaseUrl,
  dkimSelector,
  folder,
  ipAddress,
  ipAddresses,
  issuer,
  mailDomain,
  nameServers,
  megabytes,
  milliseconds,
  oneOf,
  pagePort,
  pemKey,
  port,
  productCodes,
  portRange,
  proxies,
  publicAddress,
  scannerUrl,
  seconds,
  secretKeys,
  smtpUrl,
  stripePrices,
  token,
  tokens,
  voiceUrl,
  yesOrNo,
} from './formats.ts';

export const APP_ENVS = ['development', 'demo', 'stage', 'production'] as const;
export const BRANDS = BRAND_KEYS;
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** gRPC would need 44 more packages. */
const TRACE_PROTOCOLS = ['http/protobuf', 'http/json'] as const;

/** Settings that a file can supply through `<NAME>_FILE`, so that the value is never in the environment. */
export const SECRETS = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_OWNER_URL',
  'SECRET_KEYS',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'SSO_CLIENT_SECRET',
  'SMTP_URL',
  'MAIL_DKIM_KEY',
  'MAIL_INBOUND_SECRET',
  'TWILIO_AUTH_TOKEN',
  'TWILIO_API_KEY_SECRET',
  'CUSTOM_DOMAINS_ASK_TOKEN',
  'METRICS_TOKEN',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'CSG_API_KEY',
  'ASSISTANT_API_KEY',
  'FIRELIGHT_PASSWORD',
  'GOOGLE_CLIENT_SECRET',
  'MICROSOFT_CLIENT_SECRET',
  'PHONEBURNER_CLIENT_SECRET',
] as const;

/** Settings of the server as read from the environment. An empty value counts as absent. */
export const Settings = z.object({
  /** Absent means production: demo data and development rules must be requested by name. */
  APP_ENV: oneOf(APP_ENVS).default('production'),
  BRAND: oneOf(BRANDS).default('bellwether'),
  PORT: pagePort.default(3000),
  /** Absent means `localhost` (both families), and every address in stage and production. */
  HOST: z.string().optional(),
  /** Absent means `.data` in the checkout; a relative path starts at the working folder. */
  DATA_DIR: folder.optional(),
  /** Absent means the embedded PostgreSQL. */
  DATABASE_URL: databaseUrl.optional(),
  /**
   * The same database past its pooler, for notifications, the locks of a session, the queue and exports. Set: DATABASE_URL
   * may be a PgBouncer in transaction mode. Absent: DATABASE_URL keeps sessions.
   */
  DATABASE_DIRECT_URL: databaseUrl.optional(),
  /** The same database as its owner, for migrations, backups and the operator's commands. Absent: the direct one. */
  DATABASE_OWNER_URL: databaseUrl.optional(),
  /** Lets connections keep prepared statements. Absent: false behind a pooler. */
  DATABASE_PREPARED: yesOrNo.optional(),
  /** Connections of one process for requests and jobs, of its queue, and of its running exports. */
  DATABASE_CONNECTIONS: counted.default(16),
  DATABASE_QUEUE_CONNECTIONS: counted.default(6),
  DATABASE_EXPORT_CONNECTIONS: counted.default(6),
  /** Milliseconds; 0: no limit. */
  DATABASE_IDLE_MS: milliseconds.default(10_000),
  DATABASE_STATEMENT_MS: milliseconds.default(10_000),
  DATABASE_LOCK_MS: milliseconds.default(5_000),
  DATABASE_JOB_STATEMENT_MS: milliseconds.default(600_000),
  DATABASE_IDLE_IN_TRANSACTION_MS: milliseconds.default(60_000),
  /** Keys that encrypt secrets in the database. Absent: a generated key in DATA_DIR. */
  SECRET_KEYS: secretKeys.optional(),
  LOG_LEVEL: oneOf(LOG_LEVELS).default('info'),
  /**
   * Proxies in front of the app: only these may tell the client's address and protocol, in `X-Forwarded-For` and
   * `X-Forwarded-Proto`.
   */
  TRUSTED_PROXIES: proxies.default([]),
  /** Accepts passwords and codes over plain HTTP in stage and production too. */
  ALLOW_PLAIN_HTTP: yesOrNo.default(false),
  /** Public address of the app, required in stage and production; absent: as named by each request. */
  APP_URL: publicAddress.optional(),
  /** Requests of one user, and of one agency, that run at the same time; those of a user that may wait. */
  REQUESTS_PER_USER: counted.default(4),
  REQUESTS_PER_ACCOUNT: counted.default(12),
  REQUESTS_WAITING: counted.default(40),
  /** Absent: no single sign-on. */
  SSO_ISSUER: issuer.optional(),
  SSO_CLIENT_ID: z.string().optional(),
  SSO_CLIENT_SECRET: z.string().optional(),
  /** Absent: the embedded payments, which take test cards only and none in production. */
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_PUBLISHABLE_KEY: z.string().optional(),
  /** A plan that is absent is looked up at Stripe by its key as `lookup_key`. */
  STRIPE_PRICES: stripePrices.optional(),
  /** Signs the notices of disputes that Stripe sends. Absent: disputes are found within an hour. */
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  /** Absent: Stripe itself; for a stand-in. */
  STRIPE_BASE_URL: publicAddress.optional(),
  /** Absent: mail stays inside, on the outbox page. */
  SMTP_URL: smtpUrl.optional(),
  /** Sender of mail: `Name <address>`. */
  MAIL_FROM: z.string().optional(),
  /** Signs mail with DKIM, for the domain of MAIL_FROM. Absent: the mail server signs. */
  MAIL_DKIM_SELECTOR: dkimSelector.optional(),
  /** A private RSA key in PEM. */
  MAIL_DKIM_KEY: pemKey.optional(),
  /**
   * The domain whose mail is handed to `POST /v1/mail/inbound/receive_mail`, such as reply.example.com. Absent: answers go
   * to the agents' own addresses, and returned mail to MAIL_FROM.
   */
  MAIL_INBOUND_DOMAIN: mailDomain.optional(),
  /** Signs what is handed over: at least 32 characters. */
  MAIL_INBOUND_SECRET: z.string().min(32, 'must have at least 32 characters.').optional(),
  /** Absent: texts stay inside, on the outbox page. */
  TWILIO_ACCOUNT_SID: z.string().optional(),
  TWILIO_AUTH_TOKEN: z.string().optional(),
  /** The number that texts come from, such as +15125550142. */
  TWILIO_FROM: z.string().optional(),
  /**
   * Texts of broadcasts that carriers take: of one number a second, of a campaign a minute, of a brand a day, as it is registered.
   * Absent: 1, 240 and 2,000, the least that a registered sender has; simulated phones take 20, 1,200 and 1,000,000.
   */
  TEXTS_PER_NUMBER_SECOND: counted.optional(),
  TEXTS_PER_CAMPAIGN_MINUTE: counted.optional(),
  TEXTS_PER_BRAND_DAY: counted.optional(),
  /** Price of a segment in thousandths of a cent, for dry runs, such as 1200 for $0.012. Absent: none is shown. */
  TEXT_SEGMENT_PRICE: counted.optional(),
  /** Price of a text with a picture, likewise, such as 3000 for $0.03. Absent: none is shown. */
  TEXT_PICTURE_PRICE: counted.optional(),
  /** Price of a phone number in cents, once. */
  NUMBER_PRICE: counted.default(200),
  /** Absent: calls stay on the embedded line. */
  TWILIO_API_KEY_SID: z.string().optional(),
  TWILIO_API_KEY_SECRET: z.string().optional(),
  /** The TwiML app whose voice address is ours, such as AP… */
  TWILIO_TWIML_APP_SID: z.string().optional(),
  /** Another address of its API; for a stand-in. */
  TWILIO_URL: publicAddress.default('https://api.twilio.com'),
  /** Address of the voice process for `web`, such as http://voice:3001. Absent: a socket in DATA_DIR. */
  VOICE_URL: voiceUrl.optional(),
  /** Listening address of the voice process for `web`. Absent: that socket. */
  VOICE_PORT: port.optional(),
  VOICE_HOST: z.string().default('localhost'),
  /** The address that browsers send sound to. Absent: the one on which they reach the app. */
  VOICE_ADDRESS: ipAddress.optional(),
  /** UDP ports for sound, `first-last`. Absent: those that are free. */
  VOICE_UDP_PORTS: portRange.optional(),
  /** A folder with `consent-en.wav` and `consent-es.wav`, which say that a call is recorded. Absent: those of the product. */
  VOICE_PROMPTS: folder.optional(),
  /** Milliseconds that a call rings. Absent: 60,000. */
  VOICE_RING_MS: milliseconds.optional(),
  /** Browsers connected to the phone line at a time: of one address, such as an office, and of one agency. */
  VOICE_MAX_PER_ADDRESS: counted.default(500),
  VOICE_MAX_PER_ACCOUNT: counted.default(5_000),
  /** Time for calls in progress at a stop. Absent: 10, in development and demo 1. */
  VOICE_DRAIN_SECONDS: seconds.optional(),
  /** CSG Actuarial key for every agency without its own. Absent: those agencies get sample rates. */
  CSG_API_KEY: z.string().optional(),
  /**
   * Address of CSG, such as https://csgapi.appspot.com; agencies can then connect their own keys. Absent: CSG itself,
   * if there is a key.
   */
  CSG_BASE_URL: publicAddress.optional(),
  /** FireLight for electronic applications, such as https://www.firelighteapp.com. Absent: agents get fact sheets. */
  FIRELIGHT_URL: publicAddress.optional(),
  FIRELIGHT_ORGANIZATION: z.string().optional(),
  FIRELIGHT_USERNAME: z.string().optional(),
  FIRELIGHT_PASSWORD: z.string().optional(),
  FIRELIGHT_CARRIER: z.string().optional(),
  /** Products with their codes there, such as life=26,final_expense=31. */
  FIRELIGHT_PRODUCTS: productCodes.optional(),
  /** OAuth clients for calendars and dial sessions. Absent: they can't be connected; demo and development simulate them. */
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  MICROSOFT_CLIENT_ID: z.string().optional(),
  MICROSOFT_CLIENT_SECRET: z.string().optional(),
  PHONEBURNER_CLIENT_ID: z.string().optional(),
  PHONEBURNER_CLIENT_SECRET: z.string().optional(),
  /** Absent: files lie in DATA_DIR/files. */
  S3_BUCKET: bucket.optional(),
  S3_REGION: z.string().default('us-east-1'),
  /** Absent: Amazon itself. */
  S3_ENDPOINT: publicAddress.optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  /**
   * Address of an OpenAI-compatible model, with the path before `/chat/completions`. Absent: MAX answers by its rules.
   */
  ASSISTANT_BASE_URL: apiAddress.optional(),
  ASSISTANT_MODEL: z.string().optional(),
  /** Absent: it asks for none. */
  ASSISTANT_API_KEY: z.string().optional(),
  /** Tokens that one person may use a day, in UTC. */
  ASSISTANT_DAILY_TOKENS: tokens.default(200_000),
  /** Milliseconds for one answer. */
  ASSISTANT_TIMEOUT_MS: milliseconds.default(30_000),
  /** A virus scanner (clamd). Absent: files are not scanned. */
  CLAMD_URL: scannerUrl.optional(),
  /** Separate host for file bytes, without cookies. Absent: the app's own host, on a path that reads no cookie. */
  FILES_ORIGIN: publicAddress.optional(),
  /** Megabytes of files that one person may have. */
  FILES_QUOTA_MB: megabytes.default(5_120),
  /** Name servers that are asked who takes mail and where domains point, `address` or `address:port`, separated by commas. Absent: this machine's. */
  DNS_SERVERS: nameServers.default([]),
  /**
   * The host that agencies point their own domains to, such as edge.example.com, where a proxy serves them. Absent: custom
   * domains are off; in development and demo the DNS is simulated.
   */
  CUSTOM_DOMAINS_TARGET: mailDomain.optional(),
  /** Its addresses, for domains without a subdomain. Absent: those that the DNS answers. */
  CUSTOM_DOMAINS_ADDRESSES: ipAddresses.default([]),
  /** Lets the proxy ask `/_domains/ask?token=…` which names may have a certificate: at least 32 characters. */
  CUSTOM_DOMAINS_ASK_TOKEN: z.string().min(32, 'must have at least 32 characters.').optional(),
  /** Lets webhooks go to http, any port and private addresses too, for receivers in the same network. */
  WEBHOOKS_TO_PRIVATE: yesOrNo.default(false),
  /** Opens `/metrics` on the app's own port to who sends it as a Bearer token. Absent: closed there. */
  METRICS_TOKEN: token.optional(),
  /** Separate port for the metrics. Absent: none. `jobs` and `voice` of the same `bin/start` take the next ports. */
  METRICS_PORT: port.optional(),
  /** Listening address of that port. */
  METRICS_HOST: z.string().default('localhost'),
  /** Destination of traces; `server/telemetry/tracing.ts` reads the other `OTEL_*`. Absent: no tracing. */
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: collector.optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: oneOf(TRACE_PROTOCOLS).optional(),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: oneOf(TRACE_PROTOCOLS).optional(),
  OTEL_SDK_DISABLED: z.string().optional(),
  /** Contacts of one more book in the demo world, transferred and ready to be reverted; `bin/start` uses 40,000. */
  DEMO_BOOK: contacts.default(0),
  /** The words on the button. */
  SSO_LABEL: z.string().max(60, 'must have 60 letters at most.').default('Sign in with single sign-on'),
});
export type Settings = z.output<typeof Settings>;
