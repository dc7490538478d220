import type { Config } from './config.ts';
import { asOwner, ConfigError, loadConfig } from './config.ts';
import type { ChildMessage } from './roles/child.ts';
import { sentenceOf } from './roles/sentence-of.ts';

interface Running {
  /** Address it serves; absent when it serves nothing. */
  url?: string;
  /** Absent means that it is ready. */
  ready?: Promise<void>;
  stop(): Promise<void>;
}

/** A role keeps running, or does its work and finishes (`null`). Each process loads the code of its own role only. */
const ROLES: Readonly<Record<string, (config: Config) => Promise<Running | null>>> = {
  web: (config) => traced('web', config, async () => (await import('./roles/web.ts')).startWeb(config)),
  jobs: (config) => traced('jobs', config, async () => (await import('./roles/jobs.ts')).startJobs(config)),
  voice: (config) => traced('voice', config, async () => (await import('./roles/voice.ts')).startVoice(config)),
  migrate: async (config) => {
    await (await import('./roles/migrate.ts')).runMigrate(config, (sentence) => console.error(sentence));
    return null;
  },
  demo: async (config) => {
    await (await import('./features/demo/load-demo-world.ts')).loadDemoWorld(config, {
      log: (sentence) => console.error(sentence),
      seal: (await import('./seal.ts')).sealOf(config),
      storage: await (await import('./adapters/storage/storage-of.ts')).storageOf(config),
    });
    return null;
  },
  all: async (config) => {
    const say = { out: (line: string) => console.log(line), err: (line: string) => console.error(line) };
    return (await import('./roles/all.ts')).startAll(config, say, process.argv.includes('--reload'));
  },
};

/** Roles that change tables and functions. */
const AS_OWNER = new Set(['migrate', 'demo']);

/** Tracing must load before the code it instruments, and does not load at all unless configured. */
async function traced(role: string, { tracing }: Config, start: () => Promise<Running>): Promise<Running> {
  if (!tracing) return start();
  const sendTheRest = (await import('./telemetry/tracing.ts')).startTracing(role);
  const running = await start();
  const stop = async () => {
    await running.stop();
    await sendTheRest();
  };
  return { ...running, stop };
}

const supervised = process.send !== undefined;

function tell(message: ChildMessage): Promise<void> {
  return new Promise((done) => {
    if (process.send === undefined || !process.connected) done();
    else process.send(message, undefined, undefined, () => done());
  });
}

async function fail(error: unknown, config: Config | null): Promise<never> {
  const known = error instanceof ConfigError ? error.faults.join('\n') : config && sentenceOf(error, config);
  console.error(known ?? error);
  if (known !== null) await tell({ type: 'fault', sentence: known });
  process.exit(1);
}

function stopOnSignal(running: Running): void {
  let stopping = false;
  const stop = () => {
    if (stopping) process.exit(1);
    stopping = true;
    running.stop().then(
      () => process.exit(0),
      (error: unknown) => void fail(error, null),
    );
  };
  process.on('SIGTERM', stop);
  // A terminal's Ctrl-C reaches children as well: theirs comes from the supervisor, in its order.
  process.on('SIGINT', supervised ? () => undefined : stop);
}

async function main(): Promise<void> {
  if (supervised) process.on('disconnect', () => process.exit(1));
  const role = process.argv[2] ?? '';
  let config: Config | null = null;
  try {
    const start = ROLES[role];
    if (start === undefined) {
      console.error(`Say which role to run: node server/main.ts ${Object.keys(ROLES).join(' | ')}.`);
      process.exit(1);
    }
    config = loadConfig(process.env);
    if (AS_OWNER.has(role)) config = asOwner(config);
    const running = await start(config);
    if (running === null) process.exit(0);
    stopOnSignal(running);
    await running.ready;
    await tell({ type: 'ready', url: running.url ?? null });
  } catch (error) {
    await fail(error, config);
  }
}

await main();
