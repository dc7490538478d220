// 1,000 cuts at any byte while events flow: every follower has to hear each event once and in order.
import { setTimeout as sleep } from 'node:timers/promises';
import { seededRandom } from '../server/features/demo/seeded-random.ts';
import { importIdentifier } from '../tests/_cable/cable-client.ts';
import { faultsIn, type Follower, type Recovery, startFollower } from '../tests/_cable/follower.ts';
import { type Break, openLine, type WeakLine } from '../tests/_db/weak-line.ts';
import type { Part } from './faults-part.ts';
import {
  addUser,
  type FaultWorld,
  openFaultWorld,
  type Running,
  say,
  startRole,
  until,
  type User,
} from './faults-world.ts';
import { percentile } from './measure.ts';

const CUTS = 1_000;
const FOLLOWERS = 40;
/** Events a second that every client gets. Source: promise P24. */
const EVENTS_PER_SECOND = 20;
/**
 * Bytes that a connection carries before it breaks, at most: a short one breaks in the handshake or in what is replayed,
 * a long one among live events.
 */
const BYTES = { short: 8_000, long: 120_000 } as const;
/** Share of short ones. */
const SHORT = 0.35;
/** One break in so many is silent: both sides have to find out by themselves. */
const SILENT_ONE_IN = 40;
/** Milliseconds that answers are held up, at most; it changes all the time. */
const LATENCY_MS = 120;
/** Cuts between two restarts of the web process. */
const RESTART_EVERY = 250;
/** Milliseconds until all clients must be back after the last cut. */
const SETTLE_MS = 45_000;
/** Source: promise P24. */
const LIMIT_MS = 3_000;

interface Ledger {
  /** Numbers that were committed, by stream and in order. */
  readonly due: Map<string, number[]>;
  stop(): Promise<void>;
}

/** Repeatedly commits an event for everyone and one for a single user, and records the commits. */
function emitEvents(world: FaultWorld, accountId: number, shared: string, own: readonly string[]): Ledger {
  const due = new Map<string, number[]>();
  let over = false;
  const numbered = (stream: string) => {
    const n = (due.get(stream)?.length ?? 0) + 1;
    return { stream, n, body: { type: 'import.progressed', n, rows: 'x'.repeat(300) } };
  };
  const emit = async () => {
    const began = performance.now();
    for (let turn = 1; !over; turn += 1) {
      const events = [numbered(shared), numbered(own[turn % own.length] ?? '')];
      await world.emit(accountId, events);
      for (const { stream, n } of events) due.set(stream, [...(due.get(stream) ?? []), n]);
      await sleep(Math.max(0, began + (turn * 1_000) / EVENTS_PER_SECOND - performance.now()));
    }
  };
  const emitting = emit();
  return {
    due,
    stop: async () => {
      over = true;
      await emitting;
    },
  };
}

/** Every client has its own connection, which breaks repeatedly. */
interface Seat {
  readonly user: User;
  readonly line: WeakLine;
  readonly follower: Follower;
}

async function takeSeats(world: FaultWorld, accountId: number, web: Running, random: () => number): Promise<Seat[]> {
  const importer = await addUser(world, accountId);
  const importId = await world.addImport(importer);
  const seats: Seat[] = [];
  for (let i = 0; i < FOLLOWERS; i += 1) {
    const user = await addUser(world, accountId);
    await world.owner.query(
      'insert into user_tree (account_id, ancestor_id, descendant_id, depth) values ($1, $2, $3, 1)',
      [accountId, user.id, importer.id],
    );
    await world.owner.query(`update users set roles = '{manager}' where id = $1`, [user.id]);
    const line = await openLine(web.port);
    const { channel, ...params } = JSON.parse(importIdentifier(importId)) as { channel: 'ContactsImportChannel' };
    const channels = [{ name: 'NotificationsChannel' as const }, { name: channel, params }];
    seats.push({ user, line, follower: startFollower({ port: line.port, cookie: user.cookie, channels, random }) });
  }
  await until('every follower is live', 20_000, () => seats.every(({ follower }) => follower.isLive()));
  return seats;
}

const drawBreak = (random: () => number): Break => {
  const how = random() < 1 / SILENT_ONE_IN ? 'silence' : random() < 0.5 ? 'end' : 'reset';
  const most = BYTES[random() < SHORT ? 'short' : 'long'];
  return { bytes: 1 + Math.floor(random() * most), how };
};

/** Breaks lines until there were enough cuts; restarts the web process now and then. Answers its restarts. */
async function cutAll(world: FaultWorld, seats: readonly Seat[], first: Running, random: () => number) {
  const restarts: { at: number; backAt: number }[] = [];
  let web = first;
  const breaks = () => seats.reduce((sum, { line }) => sum + line.breaks(), 0);
  for (const { line } of seats) {
    line.set({ breaksAfter: () => drawBreak(random) });
    line.reset();
  }
  while (breaks() < CUTS) {
    await sleep(250);
    for (const { line } of seats) line.set({ latencyMs: random() < 0.5 ? 0 : random() * LATENCY_MS });
    if (breaks() < (restarts.length + 1) * RESTART_EVERY) continue;
    const at = performance.now();
    await web.end(restarts.length % 2 === 0 ? 'SIGKILL' : 'SIGTERM');
    web = await startRole('web', { DATABASE_URL: world.url, DATA_DIR: world.dataDir });
    for (const { line } of seats) line.aim(web.port);
    restarts.push({ at, backAt: performance.now() });
  }
  for (const { line } of seats) line.set({ breaksAfter: null, latencyMs: 0 });
  return { web, restarts, cuts: breaks() };
}

/** Milliseconds from the loss of a line to "live": after a single cut, after several, and while the server was away. */
function recoveriesOf(seats: readonly Seat[], restarts: readonly { at: number; backAt: number }[]) {
  const all = seats.flatMap(({ follower }) => follower.recoveries);
  const meets = ({ lostAt, liveAt }: Recovery) => restarts.some(({ at, backAt }) => lostAt < backAt && liveAt > at);
  const took = (some: readonly Recovery[]) => some.map(({ lostAt, liveAt }) => liveAt - lostAt);
  const up = all.filter((one) => !meets(one));
  return {
    reconnected: all.map(({ openedAt, liveAt }) => liveAt - openedAt),
    once: took(up.filter(({ sockets }) => sockets === 1)),
    again: took(up.filter(({ sockets }) => sockets > 1)),
    restarted: took(all.filter(meets)),
  };
}

export const cuts: Part = {
  name: 'cuts',
  title: `${CUTS} cuts at any byte, ${EVENTS_PER_SECOND} events a second`,
  run: async ({ seed }) => {
    const { next: random } = seededRandom(seed);
    const world = await openFaultWorld();
    try {
      const accountId = await world.addAccount();
      const web = await startRole('web', { DATABASE_URL: world.url, DATA_DIR: world.dataDir });
      const seats = await takeSeats(world, accountId, web, random);
      const shared = [...(seats[0]?.follower.heard.keys() ?? [])].find((stream) => stream.startsWith('import:')) ?? '';
      const began = performance.now();
      const ledger = emitEvents(
        world,
        accountId,
        shared,
        seats.map(({ user }) => `user:${user.id}`),
      );
      const done = await cutAll(world, seats, web, random);
      const seconds = (performance.now() - began) / 1_000;
      await sleep(1_000);
      await ledger.stop();
      const numbersOf = ({ follower }: Seat, stream: string) =>
        (follower.heard.get(stream) ?? []).flatMap(({ n }) => (n === null ? [] : [n]));
      const isWhole = (seat: Seat) =>
        [shared, `user:${seat.user.id}`].every(
          (stream) => numbersOf(seat, stream).at(-1) === ledger.due.get(stream)?.at(-1),
        );
      await until('everybody has the last event', SETTLE_MS, () => seats.every(isWhole)).catch(say);

      const faults = { lost: 0, doubled: 0, disordered: 0, reloads: 0, heard: 0 };
      for (const seat of seats) {
        for (const stream of [shared, `user:${seat.user.id}`]) {
          const came = numbersOf(seat, stream);
          const found = faultsIn(came, ledger.due.get(stream) ?? []);
          for (const key of ['lost', 'doubled', 'disordered'] as const) faults[key] += found[key];
          faults.heard += came.length;
          faults.reloads += seat.follower.heard.get(stream)?.filter(({ type }) => type === 'stream.lost').length ?? 0;
        }
      }
      const { reconnected, once, again, restarted } = recoveriesOf(seats, done.restarts);
      for (const { follower, line } of seats) {
        follower.stop();
        await line.close();
      }
      await done.web.end('SIGTERM');
      const row = (what: string, times: readonly number[]) => ({
        what,
        count: times.length,
        'p50 ms': percentile(times, 50),
        'p95 ms': percentile(times, 95),
        'most ms': Math.max(...times),
      });
      return {
        notes: [
          `${done.cuts} cuts over ${FOLLOWERS} lines in ${seconds.toFixed(0)} s, ${done.restarts.length} restarts of the web process, ${faults.heard} deliveries of ${[...ledger.due.values()].flat().length} events`,
        ],
        rows: [
          row('from the new socket to caught up', reconnected),
          row('from the loss to caught up, after one cut', once),
          row('after further cuts on the way', again),
          row('while the web process was started anew', restarted),
        ],
        ratios: [
          { name: 'lost', value: faults.lost, limit: 0, better: 'lower' },
          { name: 'doubled', value: faults.doubled, limit: 0, better: 'lower' },
          { name: 'out of order', value: faults.disordered, limit: 0, better: 'lower' },
          { name: 'loaded anew', value: faults.reloads, limit: 0, better: 'lower' },
          {
            name: 'reconnected to caught up p95, s',
            value: percentile(reconnected, 95) / 1_000,
            limit: LIMIT_MS / 1_000,
            better: 'lower',
          },
          { name: 'cuts', value: done.cuts, limit: CUTS, better: 'higher' },
        ],
      };
    } finally {
      await world.close();
    }
  },
};
