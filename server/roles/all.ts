import { DEMO_PASSWORD, DEMO_SIGN_INS } from '../features/demo/demo-people.ts';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { isTryout } from '#rules/access/tryout.ts';
import { type Config, ROOT } from '../config.ts';
import { claimFolder } from '../db/embedded-claim.ts';
import { prepareDataDir } from '../db/embedded-home.ts';
import { requirePublicAddress } from '../http/same-origin.ts';
import { keysFor } from '../seal.ts';
import { StartFault } from '../start-fault.ts';
import { type ChildSpec, keepService, openLog, runTask, type Service } from './child.ts';
import { createDemoBench } from './demo-bench/demo-bench.ts';
import { keepDatabase } from './keep-database.ts';
import { provePort } from './port.ts';
import { watchSources } from './reload.ts';

/** Time for `voice` after its calls have ended: the last facts, the files. In ms. Our choice. */
const LAST_OF_VOICE_MS = 4_000;

/** Time for `web` from listening to healthy, in ms. Our choice. */
const HEALTH_MS = 30_000;

const HEALTH_PAUSE_MS = 50;

/** After this long without an end, the terminal learns what takes its time, in ms. Ours. */
const PATIENCE_MS = 1_500;

export interface Terminal {
  out(line: string): void;
  err(line: string): void;
}

export interface All {
  /** Settles once the application answers. */
  ready: Promise<void>;
  /** Stops everything that was started, last first. */
  stop(): Promise<void>;
}

/**
 * Supervises the whole application: the embedded PostgreSQL (unless `DATABASE_URL` is set), its migrations, the demo
 * world, and `web`, `jobs` and `voice` as children that are started again when they crash. With `reload` it also serves the
 * browser's sources by Vite and restarts the children when theirs change.
 */
export function startAll(config: Config, terminal: Terminal, reload: boolean): All {
  const over = new AbortController();
  const cleanups: (() => Promise<void> | void)[] = [];
  const cleanUp = async () => {
    for (let next = cleanups.pop(); next; next = cleanups.pop()) await next();
  };
  const booted = boot({ config, terminal, reload, over: over.signal, onStop: (work) => cleanups.push(work) });
  return {
    ready: booted.catch(async (error: unknown) => {
      await cleanUp();
      if (!over.signal.aborted) throw error;
    }),
    stop: async () => {
      over.abort();
      await cleanUp();
      await booted.catch(() => undefined);
      await cleanUp();
    },
  };
}

interface Boot {
  config: Config;
  terminal: Terminal;
  reload: boolean;
  over: AbortSignal;
  onStop(work: () => Promise<void> | void): void;
}

async function boot({ config, terminal, reload, over, onStop }: Boot): Promise<void> {
  const { dataDir, appEnv } = config;
  requirePublicAddress(config);
  prepareDataDir(dataDir);
  const claim = claimFolder(dataDir);
  onStop(claim.release);
  await provePort(config.host, config.port);

  // In stage and production the output is collected; elsewhere the terminal stays readable.
  const toFiles = isTryout(appEnv);
  const logPath = (name: string) => (toFiles ? join(dataDir, 'logs', `${name}.log`) : null);
  const log = pino(pino.destination({ fd: toFiles ? openLog(join(dataDir, 'logs', 'all.log')) : 2, sync: true }));
  const tell = (sentence: string) => {
    log.warn(sentence);
    if (toFiles) terminal.err(sentence);
  };

  const database =
    config.databaseUrl === null
      ? await keepDatabase({ dataDir, log: (sentence) => log.info(sentence), tell, onStop })
      : null;
  over.throwIfAborted();
  const databaseUrl = config.databaseUrl ?? database?.url ?? '';
  const env = childEnvironment(config, databaseUrl);
  const task = async (name: string, slow: string) => {
    const running = runTask({ name, env: () => env, logPath: logPath(name) });
    onStop(running.stop);
    const timer = setTimeout(() => terminal.err(slow), PATIENCE_MS);
    await running.done.finally(() => clearTimeout(timer));
    over.throwIfAborted();
  };
  const bench = toFiles ? createDemoBench(config, databaseUrl) : null;
  await task('migrate', 'Preparing the database.');
  if (toFiles) await task('demo', 'Loading the demo world. This happens only once.');

  let webPort = reload ? config.port + 1 : config.port;
  const keep = (spec: ChildSpec) => keepService(spec, tell);
  const web = keep({
    name: 'web',
    env: () => ({ ...env, PORT: String(webPort), ...bench?.env('web') }),
    logPath: logPath('web'),
    ...(bench && { hear: bench.hear }),
  });
  const jobs = keep({ name: 'jobs', env: () => ({ ...env, ...bench?.env('jobs') }), logPath: logPath('jobs') });
  const voice = keep({
    name: 'voice',
    env: () => ({ ...env, ...bench?.env('voice') }),
    logPath: logPath('voice'),
    stopMs: config.voice.drainMs + LAST_OF_VOICE_MS,
  });
  onStop(async () => void (await Promise.all([web.stop(), jobs.stop()])));
  // Calls under way are heard and ended by way of `web`.
  onStop(voice.stop);
  const [url] = await Promise.all([web.start(), jobs.start(), voice.start()]);
  over.throwIfAborted();
  // A port that was picked stays, also when `web` starts again.
  webPort = Number(new URL(url ?? '').port) || webPort;
  await healthy(url, over);
  if (bench) onStop(bench.close);
  await bench?.open({
    web,
    jobs,
    voice,
    database,
    port: webPort,
    task: (name) => task(name, 'Resetting the demo world.'),
  });
  const front = reload ? await startFront(config, env, webPort, { keep, logPath, onStop }) : url;
  if (reload) watchAndRestart([web, jobs, voice], () => task('migrate', 'Migrating.'), { tell, onStop });
  announce(terminal, front ?? url, appEnv);
}

type ChildTell = (sentence: string) => void;

/** Children read the same settings, with what is settled by now. */
function childEnvironment(config: Config, databaseUrl: string): NodeJS.ProcessEnv {
  const { DATABASE_URL_FILE: _, SECRET_KEYS_FILE: __, ...inherited } = process.env;
  return {
    ...inherited,
    APP_ENV: config.appEnv,
    BRAND: config.brand,
    PORT: String(config.port),
    HOST: config.host,
    DATA_DIR: config.dataDir,
    DATABASE_URL: databaseUrl,
    SECRET_KEYS: keysFor(config)
      .map((key) => key.toString('base64'))
      .join(','),
    LOG_LEVEL: config.logLevel,
  };
}

/** Waits until the application answers as healthy. @throws {StartFault} when it never does. */
async function healthy(url: string | null, over: AbortSignal): Promise<void> {
  const address = new URL('/v1/health', url ?? undefined);
  if (address.hostname === '0.0.0.0') address.hostname = '127.0.0.1';
  if (address.hostname === '[::]') address.hostname = '[::1]';
  const until = Date.now() + HEALTH_MS;
  while (Date.now() < until) {
    over.throwIfAborted();
    const answer = await fetch(address, { signal: AbortSignal.timeout(HEALTH_MS) }).catch(() => null);
    if (answer?.ok === true) return;
    await sleep(HEALTH_PAUSE_MS);
  }
  throw new StartFault(
    `The application started, but ${address.href} doesn't answer. Is a firewall or proxy in the way?`,
  );
}

interface FrontTools {
  keep(spec: ChildSpec): Service;
  logPath(name: string): string | null;
  onStop: Boot['onStop'];
}

/** Serves the browser's sources on the configured port, in front of the API. */
async function startFront(config: Config, env: NodeJS.ProcessEnv, webPort: number, tools: FrontTools) {
  const front = tools.keep({
    name: 'vite',
    env: () => ({ ...env, PORT: String(config.port), API_PORT: String(webPort) }),
    logPath: tools.logPath('vite'),
    script: join(ROOT, 'bin', 'dev-server.ts'),
  });
  tools.onStop(front.stop);
  return front.start();
}

interface ReloadTools {
  tell: ChildTell;
  onStop: Boot['onStop'];
}

function watchAndRestart(services: readonly Service[], migrate: () => Promise<void>, tools: ReloadTools): void {
  let last: Promise<void> = Promise.resolve();
  const again = async (migrations: boolean) => {
    if (migrations) await migrate();
    await Promise.all(services.map((service) => service.restart()));
  };
  const watcher = watchSources((migrations) => {
    last = last.then(() => again(migrations)).catch((error: Error) => tools.tell(error.message));
  });
  tools.onStop(watcher.close);
}

function announce(terminal: Terminal, url: string | null, appEnv: Config['appEnv']): void {
  const { port, protocol } = new URL(url ?? '');
  terminal.out(`ready http://localhost:${port || (protocol === 'https:' ? 443 : 80)}`);
  if (!isTryout(appEnv)) return;
  for (const { username: name } of DEMO_SIGN_INS) terminal.out(`  sign in as ${name.padEnd(8)} with ${DEMO_PASSWORD}`);
}
