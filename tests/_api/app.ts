import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import pino from 'pino';
import { IDEMPOTENCY_HEADER, IDENTITY_HEADER } from '#contract/_wire.contract.ts';
import type { CallArgs, Endpoint, Reply } from '#contract/endpoint.ts';
import { signIn } from '#contract/session/sign-in.contract.ts';
import type { AssistantModel } from '../../server/adapters/assistant/assistant-model.ts';
import { diskStorage } from '../../server/adapters/storage/disk-storage.ts';
import { embeddedLineLookup } from '../../server/adapters/numbers/embedded-line-lookup.ts';
import { embeddedNumberCarrier } from '../../server/adapters/numbers/embedded-number-carrier.ts';
import { embeddedRegistrar } from '../../server/adapters/numbers/embedded-registrar.ts';
import { embeddedPayments } from '../../server/adapters/payments/embedded-payments.ts';
import { embeddedTextLine } from '../../server/adapters/texts/embedded-text-line.ts';
import { embeddedVoiceLine } from '../../server/adapters/voice/embedded-voice-line.ts';
import type { LineLookup } from '../../server/adapters/numbers/line-lookup.ts';
import type { NumberCarrier } from '../../server/adapters/numbers/number-carrier.ts';
import type { Registrar } from '../../server/adapters/numbers/registrar.ts';
import { createMemoryPubSub } from '../../server/adapters/pub-sub/memory-pub-sub.ts';
import { outboxMailer } from '../../server/adapters/mail/outbox-mail.ts';
import { outboxTexter } from '../../server/adapters/texts/outbox-texts.ts';
import type { Payments } from '../../server/adapters/payments/payments.ts';
import type { ApplicationDesk } from '../../server/adapters/applications/application-desk.ts';
import type { QuotePort } from '../../server/adapters/quotes/quotes.ts';
import { sampleQuotes } from '../../server/adapters/quotes/sample-quotes.ts';
import type { TextLine } from '../../server/adapters/texts/text-line.ts';
import type { VoiceLine } from '../../server/adapters/voice/voice-line.ts';
import { type AppOptions, createApp } from '../../server/app.ts';
import type { Config } from '../../server/config.ts';
import { integrationsOf } from '../../server/config/integrations.ts';
import { databaseOf, textPaceOf } from '../../server/config/services.ts';
import { Settings } from '../../server/config/settings.ts';
import type { Pool } from '../../server/db/pool.ts';
import type { Deps } from '../../server/deps.ts';
import { createSeal } from '../../server/seal.ts';
import { startSendingQueue } from '../../server/jobs/pg-boss-queue.ts';
import { openDatabase } from '../_db/database.ts';
import { makeWorld, PASSWORD, type Username, type World, type WorldPerson } from '../_db/world.ts';

/** The response, with any status. */
export interface Answer<Body> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The raw body. `null` for none. */
  readonly body: Body;
}

type Asked<E extends Endpoint> = CallArgs<E> & { readonly headers?: Record<string, string | null> };

/** Speaks HTTP as a browser tab of one person would. */
export interface Client {
  /** `null` when signed out. */
  readonly person: WorldPerson | null;
  /** As a Cookie header has it; follows what the server sets. */
  cookie: string;
  /** A header that is `null` is left out. */
  call<E extends Endpoint>(endpoint: E, args?: Asked<E>): Promise<Answer<Reply<E>>>;
  /** For requests that no contract describes. */
  send(
    method: string,
    path: string,
    options?: { headers?: Record<string, string | null>; body?: BodyInit },
  ): Promise<Answer<unknown>>;
}

export interface TestApp {
  readonly app: FastifyInstance;
  /** Its address. */
  readonly url: string;
  readonly deps: Deps;
  readonly world: World;
  /** Connects as the owner of the schema, past row-level security. */
  readonly owner: Pool;
  /** Moves `deps.now` forward. */
  advance(ms: number): void;
  /** From now on only `advance` moves the clock. */
  stopClock(): void;
  /** A browser without a session. */
  visitor(): Client;
  signIn(username: Username): Promise<Client>;
  close(): Promise<void>;
}

export interface OpenOptions extends AppOptions {
  config?: Partial<Config>;
  /** Absent means the one of `TEST_LOG`. */
  log?: FastifyBaseLogger;
  /** Absent means the embedded ones. */
  payments?: Payments;
  /** Absent means the embedded one, whose voice process is away. */
  voiceLine?: VoiceLine;
  textLine?: TextLine;
  lineLookup?: LineLookup;
  registrar?: Registrar;
  numberCarrier?: NumberCarrier;
  /** Absent means none: the rules answer. */
  assistant?: AssistantModel;
  /** Absent means the sample table. */
  quotes?: QuotePort;
  /** Absent means fact sheets. */
  applications?: ApplicationDesk;
}

/** The application on a database of its own with a small world, listening on a free port. */
export async function openApp({
  config,
  log: given,
  payments,
  voiceLine,
  textLine,
  lineLookup,
  registrar,
  numberCarrier,
  assistant,
  quotes,
  applications,
  ...options
}: OpenOptions = {}): Promise<TestApp> {
  const database = await openDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'bellwether-test-'));
  const log = given ?? pino({ level: process.env['TEST_LOG'] ?? 'silent' });
  const jobs = await startSendingQueue(database.url, log);
  const world = await makeWorld(database.pool);
  let ahead = 0;
  let stoppedAt: number | null = null;
  const now = () => new Date((stoppedAt ?? Date.now()) + ahead);
  const seal = createSeal([Buffer.alloc(32, 7)]);
  const settings: Config = {
    appEnv: 'development',
    brand: 'bellwether',
    port: 0,
    host: '127.0.0.1',
    dataDir,
    databaseUrl: database.url,
    database: databaseOf(Settings.parse({})),
    secretKeys: [],
    logLevel: 'silent',
    trustedProxies: ['loopback', 'linklocal', 'uniquelocal'],
    allowPlainHttp: false,
    appUrl: null,
    sso: null,
    stripe: null,
    smtp: null,
    inboundMail: null,
    twilio: null,
    textPace: textPaceOf(Settings.parse({})),
    numberPriceCents: 200,
    assistant: null,
    csg: null,
    fireLight: null,
    // Nothing outside is asked.
    integrations: { ...integrationsOf(Settings.parse({ APP_ENV: 'development' })), calendlyUrl: 'http://127.0.0.1:1' },
    s3: null,
    files: { origin: null, quotaBytes: 5_120 * 2 ** 20, scanner: null },
    // Tests ask a hundred at the same time.
    requests: { perUser: 100, waiting: 100, perAccount: 200 },
    voice: {
      url: null,
      port: null,
      host: 'localhost',
      address: '127.0.0.1',
      ports: null,
      prompts: null,
      ringMs: 60_000,
      perAddress: 500,
      perAccount: 5_000,
      drainMs: 0,
    },
    customDomains: { target: 'edge.agency.test', addresses: ['192.0.2.10'], askToken: null, sample: true },
    webhooksToPrivate: false,
    dnsServers: ['127.0.0.1:1'],
    metrics: { token: null, port: null, host: 'localhost' },
    tracing: false,
    demoBook: 0,
    ...config,
  };
  const deps: Deps = {
    config: settings,
    pool: database.appPool,
    storage: diskStorage(join(dataDir, 'files')),
    mailer: outboxMailer(settings, now),
    texter: outboxTexter(settings),
    payments: payments ?? embeddedPayments({ now, open: true }),
    voiceLine: voiceLine ?? embeddedVoiceLine({ config: settings, seal, now }),
    textLine: textLine ?? embeddedTextLine({ now }),
    lineLookup: lineLookup ?? embeddedLineLookup({ open: true }),
    registrar: registrar ?? embeddedRegistrar({ now }),
    numberCarrier: numberCarrier ?? embeddedNumberCarrier({ open: true }),
    assistant: assistant ?? null,
    quotes: quotes ?? sampleQuotes,
    applications: applications ?? null,
    seal,
    jobs,
    pubSub: createMemoryPubSub(),
    log,
    now,
  };
  const app = await createApp(deps, { pages: join(dataDir, 'pages'), ...options });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const visitor = () => clientOf(url, null);

  return {
    app,
    url,
    deps,
    world,
    owner: database.pool,
    stopClock: () => {
      stoppedAt = Date.now();
    },
    advance: (ms) => {
      ahead += ms;
    },
    visitor,
    signIn: async (username) => {
      const client = clientOf(url, world.people[username]);
      const { status } = await client.call(signIn, { body: { username, password: PASSWORD } });
      if (status !== 200) throw new Error(`${username} cannot sign in: ${status}`);
      return client;
    },
    close: async () => {
      await app.close();
      await jobs.close();
      await database.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Marks a browser for its next sign-in; these clients come as strangers every time. */
const DEVICE = /^(__Host-)?device=/u;

/** Speaks to a server anywhere. */
export function clientOf(url: string, person: WorldPerson | null): Client {
  const client: Client = {
    person,
    cookie: '',
    send: async (method, path, { headers = {}, body } = {}) => {
      const own = { origin: url, cookie: client.cookie || null, [IDENTITY_HEADER]: person && `${person.id}:0` };
      const given = Object.entries({ ...own, ...headers }).filter(
        (entry): entry is [string, string] => entry[1] !== null,
      );
      const response = await fetch(url + path, { method, headers: given, ...(body === undefined ? {} : { body }) });
      const set = response.headers.getSetCookie().find((cookie) => !DEVICE.test(cookie));
      if (set !== undefined) client.cookie = /^[^=]+=[^;]+/.exec(set)?.[0] ?? '';
      const text = await response.text();
      const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
      return {
        status: response.status,
        headers: { ...Object.fromEntries(response.headers), ...(set === undefined ? {} : { 'set-cookie': set }) },
        body: isJson ? JSON.parse(text) : text || null,
      };
    },
    call: async <E extends Endpoint>(endpoint: E, args?: Asked<E>) => {
      const { params, query, body, file, fileField, idempotencyKey, headers = {} } = (args ?? {}) as Loose;
      const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params?.[name])));
      const search = new URLSearchParams(Object.entries(query ?? {}).map(([name, value]) => [name, String(value)]));
      const address = search.size > 0 ? `${path}?${search}` : path;
      const json: Record<string, string> =
        body !== undefined && file === undefined ? { 'content-type': 'application/json' } : {};
      const key: Record<string, string> = idempotencyKey === undefined ? {} : { [IDEMPOTENCY_HEADER]: idempotencyKey };
      const payload =
        file === undefined
          ? body && JSON.stringify(body)
          : formOf(fileField ?? endpoint.upload?.field ?? 'file', body, file);
      const sent = payload === undefined ? {} : { body: payload };
      const answer = await client.send(endpoint.method, address, { headers: { ...json, ...key, ...headers }, ...sent });
      return answer as Answer<Reply<E>>;
    },
  };
  return client;
}

interface Loose {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
  file?: Blob;
  fileField?: string;
  idempotencyKey?: string;
  headers?: Record<string, string | null>;
}

/** Fields first, the file last, as the browser's client sends them. */
function formOf(field: string, body: Record<string, unknown> | undefined, file: Blob): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body ?? {})) {
    if (value !== undefined) form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  form.append(field, file, file instanceof File ? file.name : 'file.csv');
  return form;
}
