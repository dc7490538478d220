// 500 clients that subscribe and do not read, among 100 that do.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { importIdentifier } from '../tests/_cable/cable-client.ts';
import type { OpenCommand, Report } from './cable-clients.ts';
import type { OpenSlow } from './faults-slow-readers.ts';
import type { Part } from './faults-part.ts';
import {
  addUser,
  type FaultWorld,
  openFaultWorld,
  type Running,
  residentMb,
  startRole,
  until,
  type User,
} from './faults-world.ts';
import { percentile } from './measure.ts';

const HEALTHY = 100;
const SLOW = 500;
/** Sockets of one user. Source: promise P25 allows 10. */
const EACH = 10;
/** Events a second, and bytes of each: 200 kB a second for every reader. */
const PACE = 20;
const BYTES = 10_000;
/**
 * Events of the measurements: 6 MB for every slow reader, since the system takes up to 4 MB for each before the server
 * has to hold anything.
 */
const EVENTS = { alone: 150, among: 600 } as const;
const WARM_UP = 40;
/** Milliseconds until the last slow reader is cut: two missed pings. */
const CUT_MS = 15_000;
/** Megabytes that the web process may grow, and times that events may take longer. Source: promise P25. */
const LIMIT = { growthMb: 200, later: 2 } as const;

/** In /proc/net/tcp. */
const ESTABLISHED = '01';

/** Sends commands to a process of readers and waits for its answer. */
function startReaders(file: string) {
  const child = fork(join(import.meta.dirname, file), { serialization: 'advanced' });
  return {
    ask: async <Answer>(command: object): Promise<Answer> => {
      child.send(command);
      const [answer] = (await once(child, 'message')) as [Answer];
      return answer;
    },
    stop: () => child.disconnect(),
  };
}

/** Sockets that the process has open, as the system knows them. */
function connectionsOf({ port }: Running): number {
  const local = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const lines = readFileSync('/proc/net/tcp', 'utf8').split('\n').slice(1);
  return lines.filter((line) => {
    const [, from = '', , state] = line.trim().split(/\s+/u);
    return from.endsWith(local) && state === ESTABLISHED;
  }).length;
}

async function usersOf(world: FaultWorld, accountId: number, importer: User, sockets: number): Promise<string[]> {
  const cookies: string[] = [];
  for (let i = 0; i < sockets / EACH; i += 1) {
    const manager = await world.addPerson(accountId, 'manager');
    await world.owner.query(
      'insert into user_tree (account_id, ancestor_id, descendant_id, depth) values ($1, $2, $3, 1)',
      [accountId, manager.id, importer.id],
    );
    const { cookie } = await world.signIn(manager);
    cookies.push(...Array.from({ length: EACH }, () => cookie));
  }
  return cookies;
}

export const readers: Part = {
  name: 'readers',
  title: `${SLOW} clients that do not read, among ${HEALTHY} that do`,
  run: async () => {
    const world = await openFaultWorld();
    const [healthy, slow] = [startReaders('cable-clients.ts'), startReaders('faults-slow-readers.ts')];
    try {
      const accountId = await world.addAccount();
      const importer = await addUser(world, accountId);
      const importId = await world.addImport(importer);
      const identifier = importIdentifier(importId);
      const web = await startRole('web', { DATABASE_URL: world.url, DATA_DIR: world.dataDir });
      const open: OpenCommand = {
        type: 'open',
        port: web.port,
        path: '/cable',
        cookies: await usersOf(world, accountId, importer, HEALTHY),
        commands: [JSON.stringify({ command: 'subscribe', identifier })],
        ready: { text: 'stream.positioned', count: 1 },
      };
      await healthy.ask(open);

      let most = 0;
      const watch = setInterval(() => (most = Math.max(most, residentMb(web))), 100);
      const measure = async (events: number): Promise<Report> => {
        const reported = healthy.ask<Report>({ type: 'report', receipts: events * HEALTHY });
        const began = performance.now();
        for (let i = 0; i < events; i += 1) {
          const at = Number(process.hrtime.bigint() / 1_000n);
          const body = { type: 'import.progressed', at, rows: 'x'.repeat(BYTES) };
          await world.emit(accountId, [{ stream: `import:${importId}`, body }]);
          await sleep(Math.max(0, began + ((i + 1) * 1_000) / PACE - performance.now()));
        }
        return reported;
      };
      await measure(WARM_UP);
      const alone = await measure(EVENTS.alone);
      const before = most;

      const slowOpen: OpenSlow = {
        type: 'open',
        port: web.port,
        cookies: await usersOf(world, accountId, importer, SLOW),
        identifier,
      };
      await slow.ask(slowOpen);
      const among = await measure(EVENTS.among);
      const cutAfter = await until('the slow readers are cut', CUT_MS, () => connectionsOf(web) <= HEALTHY).catch(
        () => CUT_MS,
      );
      const closed = HEALTHY + SLOW - connectionsOf(web);
      const after = await measure(EVENTS.alone);
      clearInterval(watch);
      await web.end('SIGTERM');

      const row = (what: string, { latencies }: Report) => ({
        'events to 100 healthy clients': what,
        receipts: latencies.length,
        'p50 ms': percentile(latencies, 50),
        'p99 ms': percentile(latencies, 99),
        'most ms': Math.max(...latencies),
      });
      const later = percentile(among.latencies, 99) / percentile([...alone.latencies, ...after.latencies], 99);
      return {
        notes: [
          `${PACE} events a second of ${BYTES / 1_000} kB; the web process held ${before.toFixed(0)} MB before and ${most.toFixed(0)} MB at most`,
          `${closed} of ${SLOW} slow readers were cut, the last ${(cutAfter / 1_000).toFixed(1)} s after the last event`,
        ],
        rows: [row('alone', alone), row(`among ${SLOW} slow ones`, among), row('alone again', after)],
        ratios: [
          { name: 'memory growth, MB', value: most - before, limit: LIMIT.growthMb, better: 'lower' },
          { name: 'p99 among slow / alone', value: later, limit: LIMIT.later, better: 'lower' },
          { name: 'slow readers closed', value: closed, limit: SLOW, better: 'higher' },
          {
            name: 'events out of order',
            value: alone.disorder + among.disorder + after.disorder,
            limit: 0,
            better: 'lower',
          },
        ],
      };
    } finally {
      healthy.stop();
      slow.stop();
      await world.close();
    }
  },
};
