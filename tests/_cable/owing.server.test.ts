import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, NOTIFICATIONS, OWN_IMPORTS } from './cable-client.ts';
import type { CableWorld, Person } from './cable-world.ts';
import type { Station } from './station.ts';
import { openTestCable } from './test-cable.ts';

let world: CableWorld;
let station: Station;
let person: Person;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ world, station, close } = await openTestCable({ beatMs: 300 }));
  person = await world.addPerson(await world.addAccount(), 'agent');
});
afterAll(() => close());

const set = (what: string) => world.owner.query(`update users set ${what} where id = $1`, [person.id]);

test.each([
  ['terms', 'tos_accepted = null', `tos_accepted = '2099-01-01'`],
  ['payment', 'paid_user = false', 'paid_user = true'],
  ['password', 'change_password = true', 'change_password = false'],
  ['two_factor', 'two_fa_required = true', 'two_fa_required = false'],
])('who owes %s loses the socket and subscribes to nothing until it is settled', async (_debt, owed, settled) => {
  const signedIn = await world.signIn(person);
  const before = await connect(station.port, signedIn);
  await before.subscribe(NOTIFICATIONS);

  await set(owed);
  await before.closed;
  const owing = await connect(station.port, signedIn);
  for (const identifier of [NOTIFICATIONS, OWN_IMPORTS]) {
    await expect(owing.subscribe(identifier)).rejects.toThrow();
  }

  await set(settled);
  await owing.closed;
  const after = await connect(station.port, signedIn);
  expect((await after.subscribe(NOTIFICATIONS)).stream).toBe(`user:${person.id}`);
  await after.close();
});
