import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, NOTIFICATIONS } from './cable-client.ts';
import type { CableWorld, Person } from './cable-world.ts';
import type { Station } from './station.ts';
import { openTestCable } from './test-cable.ts';

let world: CableWorld;
let station: Station;
let person: Person;
let close: () => Promise<void>;

beforeAll(async () => {
  // Beats that never come: what ends a session here is what the page says.
  ({ world, station, close } = await openTestCable({ beatMs: 3_600_000 }));
  person = await world.addPerson(await world.addAccount(), 'manager');
});
afterAll(() => close());

const IN_USE = { command: 'message', identifier: NOTIFICATIONS, data: '{"action":"in_use"}' };

/** A subscribed client whose session was last used so many minutes ago. */
async function watcher(minutes = 55) {
  const { cookie, sessionId } = await world.signIn(person);
  const client = await connect(station.port, { cookie });
  await client.subscribe(NOTIFICATIONS);
  await world.owner.query(`update sessions set last_seen_at = now() - make_interval(mins => $2) where id = $1`, [
    sessionId,
    minutes,
  ]);
  const isFresh = async (): Promise<boolean> => {
    const text = `select last_seen_at > now() - interval '1 minute' as fresh from sessions where id = $1`;
    const { rows } = await world.owner.query<{ fresh: boolean }>(text, [sessionId]);
    return rows[0]?.fresh ?? false;
  };
  return { client, isFresh };
}

test('a page that says that it is in use keeps its session awake', async () => {
  const { client, isFresh } = await watcher();

  client.send(IN_USE);

  await expect.poll(isFresh).toBe(true);
  await client.close();
});

test('a page that says so too late wakes nothing, and is sent away', async () => {
  const { client, isFresh } = await watcher(61);

  client.send(IN_USE);

  await client.closed;
  // By then, the first one's pending writes are done.
  const other = await watcher();
  other.client.send(IN_USE);
  await expect.poll(other.isFresh).toBe(true);
  expect(await isFresh()).toBe(false);
  await other.client.close();
});

test('what a page does by itself keeps no session awake', async () => {
  const { client, isFresh } = await watcher();

  client.catchUp(NOTIFICATIONS, [{ stream: `user:${person.id}`, epoch: 'x', offset: 0 }]);
  await client.until(() => client.messages('stream.lost').length > 0);

  expect(await isFresh()).toBe(false);
  await client.close();
});

test("another user's session isn't kept awake", async () => {
  const [first, second] = [await watcher(), await watcher()];

  first.client.send(IN_USE);
  await expect.poll(first.isFresh).toBe(true);

  expect(await second.isFresh()).toBe(false);
  await Promise.all([first.client.close(), second.client.close()]);
});
