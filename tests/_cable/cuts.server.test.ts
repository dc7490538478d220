import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seededRandom } from '../../server/features/demo/seeded-random.ts';
import { openDatabaseLine, openLine, type WeakLine } from '../_db/weak-line.ts';
import type { CableWorld, Person } from './cable-world.ts';
import { faultsIn, type Follower, startFollower } from './follower.ts';
import { openStation, type Station } from './station.ts';
import { openTestWorld } from './test-cable.ts';

const SEED = 11;
const CUTS = 30;
const FOLLOWERS = 6;
const EVERY_MS = 50;

let world: CableWorld;
let database: WeakLine & { readonly url: string };
let station: Station;
let person: Person;

beforeAll(async () => {
  world = await openTestWorld();
  database = await openDatabaseLine(world.url);
  station = await openStation(database.url);
  person = await world.addPerson(await world.addAccount(), 'agent');
});
afterAll(async () => {
  await station.close();
  await database.close();
  await world.close();
});

interface Seat {
  readonly line: WeakLine;
  readonly follower: Follower;
}

async function takeSeat(cookie: string): Promise<Seat> {
  const line = await openLine(station.port);
  return { line, follower: startFollower({ port: line.port, cookie, channels: [{ name: 'NotificationsChannel' }] }) };
}

/** Commits one event after the other; answers their numbers once `over` says so. */
async function tellUntil(over: () => boolean): Promise<number[]> {
  const stream = `user:${person.id}`;
  const told: number[] = [];
  for (let n = 1; !over(); n += 1) {
    await world.emit(person.accountId, [
      { stream, body: { type: 'told', n, text: 'x'.repeat(200) } as { type: string } },
    ]);
    told.push(n);
    await sleep(EVERY_MS);
  }
  return told;
}

const numbersOf = ({ follower }: Seat) =>
  (follower.heard.get(`user:${person.id}`) ?? []).flatMap(({ n }) => (n === null ? [] : [n]));

test('lines cut at any byte, and a database with broken lines, lose, duplicate and reorder nothing', async () => {
  const { next: random } = seededRandom(SEED);
  const { cookie } = await world.signIn(person);
  const seats = await Promise.all(Array.from({ length: FOLLOWERS }, () => takeSeat(cookie)));
  await expect.poll(() => seats.every(({ follower }) => follower.isLive()), { timeout: 10_000 }).toBe(true);

  let over = false;
  const telling = tellUntil(() => over);
  const breaks = () => seats.reduce((sum, { line }) => sum + line.breaks(), 0);
  for (const { line } of seats) {
    line.set({
      breaksAfter: () => ({ bytes: 1 + Math.floor(random() * 20_000), how: random() < 0.5 ? 'end' : 'reset' }),
    });
    line.reset();
  }
  for (const third of [1, 2, 3]) {
    await expect.poll(breaks, { timeout: 20_000 }).toBeGreaterThanOrEqual((CUTS * third) / 3);
    database.reset();
  }
  for (const { line } of seats) line.set({ breaksAfter: null });
  over = true;
  const told = await telling;

  await expect
    .poll(() => seats.every((seat) => numbersOf(seat).at(-1) === told.at(-1)), { timeout: 20_000 })
    .toBe(true);
  const nothing = { lost: 0, doubled: 0, disordered: 0 };
  expect(seats.map((seat) => faultsIn(numbersOf(seat), told))).toEqual(seats.map(() => nothing));
  for (const { follower, line } of seats) {
    follower.stop();
    await line.close();
  }
}, 300_000);
