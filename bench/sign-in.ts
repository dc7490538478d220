// Measures the event loop lag of the web process while 20 people sign in per second, compared with the same process at
// rest.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres } from '../server/db/embedded.ts';
import { migrate } from '../server/db/migrate.ts';
import { createPool } from '../server/db/pool.ts';
import { hashPassword } from '../server/features/session/password.ts';
import { makeWorld, PASSWORD } from '../tests/_db/world.ts';
import { type Server, startServer } from './list-load.ts';
import { median, percentile, printRatios, printTable } from './measure.ts';

/** Sign-ins a second. Source: promise P3. */
const PACE = 20;
const SECONDS = 20;
/** Maximum delay of the event loop at the 99th percentile, in ms. Source: promise P3. */
const LATE_MS = 50;

const dataDir = mkdtempSync(join(tmpdir(), 'bellwether-sign-in-'));
const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
await migrate({ url: postgres.url, log: () => undefined });
const owner = createPool({ url: postgres.url, max: 2 });
await makeWorld(owner);
await owner.query('update users set password_hash = $1', [await hashPassword(PASSWORD)]);

const app = await startServer(join(import.meta.dirname, 'sign-in-server.ts'), [], {
  DATABASE_URL: postgres.url,
  APP_ENV: 'demo',
  HOST: '127.0.0.1',
  PORT: '0',
  LOG_LEVEL: 'info',
  // Each sign-in names another client.
  TRUSTED_PROXIES: 'loopback',
  DATA_DIR: dataDir,
});

/** Delay since the last measurement. */
async function lagsOf({ child }: Server): Promise<number[]> {
  child.send({ type: 'lags' });
  const [message] = (await once(child, 'message')) as [{ lags: number[] }];
  return message.lags;
}

/** Every second one is right, every fourth has an unknown name; each comes from a different address. */
async function signIn(nth: number): Promise<number> {
  const username = nth % 4 === 3 ? `nobody${nth}` : 'agent';
  const password = nth % 2 === 0 ? PASSWORD : 'not this one';
  const from = performance.now();
  const answer = await fetch(`${app.url}/v1/sessions`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin: app.url,
      'x-forwarded-for': `198.51.${(nth >> 8) & 255}.${nth & 255}`,
    },
    body: JSON.stringify({ username, password }),
  });
  await answer.text();
  return performance.now() - from;
}

const late = (lags: readonly number[]) => ({
  'p50 ms': median(lags),
  'p99 ms': percentile(lags, 99),
  'most ms': Math.max(...lags),
});

try {
  for (let warm = 0; warm < 40; warm += 1) await signIn(warm);
  await lagsOf(app);
  await sleep(5_000);
  const rest = await lagsOf(app);
  const underWay: Promise<number>[] = [];
  const began = performance.now();
  for (let nth = 0; nth < PACE * SECONDS; nth += 1) {
    await sleep(Math.max(0, began + (nth * 1_000) / PACE - performance.now()));
    underWay.push(signIn(nth));
  }
  const times = await Promise.all(underWay);
  const busy = await lagsOf(app);
  printTable([
    { 'event loop': 'at rest', ...late(rest) },
    { 'event loop': `${PACE} sign-ins a second`, ...late(busy) },
  ]);
  printTable([{ 'sign-ins': times.length, 'p50 ms': median(times), 'p99 ms': percentile(times, 99) }]);
  printRatios([{ name: 'late at p99, ms', value: percentile(busy, 99), limit: LATE_MS, better: 'lower' }]);
} finally {
  app.child.removeAllListeners('exit').kill('SIGTERM');
  await once(app.child, 'exit');
  await owner.end();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
