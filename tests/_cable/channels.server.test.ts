import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect, DOWNLINE_IMPORTS, importIdentifier, NOTIFICATIONS, OWN_IMPORTS } from './cable-client.ts';
import type { CableWorld, Person } from './cable-world.ts';
import type { Station } from './station.ts';
import { openTestCable } from './test-cable.ts';

let world: CableWorld;
let station: Station;
let close: () => Promise<void>;
const people = {} as Record<'admin' | 'assistant' | 'manager' | 'agent' | 'peer' | 'stranger', Person>;
let importId: number;

beforeAll(async () => {
  ({ world, station, close } = await openTestCable());
  const accountId = await world.addAccount();
  people.admin = await world.addPerson(accountId, 'admin');
  people.manager = await world.addPerson(accountId, 'manager', people.admin.id);
  people.agent = await world.addPerson(accountId, 'agent', people.manager.id);
  people.peer = await world.addPerson(accountId, 'agent', people.manager.id);
  people.assistant = await world.addPerson(accountId, 'sub_admin');
  people.stranger = await world.addPerson(await world.addAccount(), 'admin');
  importId = await world.addImport(people.agent);
});
afterAll(() => close());

type Who = keyof typeof people;

/** The stream of a subscription; `null`: rejected. */
async function streamOf(who: Who, identifier: string): Promise<string | null> {
  const client = await connect(station.port, await world.signIn(people[who]));
  try {
    return (await client.subscribe(identifier)).stream;
  } catch {
    return null;
  } finally {
    await client.close();
  }
}

describe('NotificationsChannel', () => {
  test('is the own stream, whatever the parameters say', async () => {
    const identifier = JSON.stringify({ channel: 'NotificationsChannel', user_id: people.manager.id });

    expect(await streamOf('agent', identifier)).toBe(`user:${people.agent.id}`);
    expect(await streamOf('agent', NOTIFICATIONS)).toBe(`user:${people.agent.id}`);
  });
});

describe('ContactsImportChannel', () => {
  test('takes an id as text, as clients in other languages send it, and nothing else', async () => {
    const as = (id: unknown) => streamOf('agent', JSON.stringify({ channel: 'ContactsImportChannel', import_id: id }));

    expect([await as(String(importId)), await as(`${importId}.0`), await as([importId]), await as(true)]).toEqual([
      `import:${importId}`,
      null,
      null,
      null,
    ]);
  });

  test.each<[Who, boolean]>([
    ['agent', true],
    ['manager', true],
    ['admin', true],
    // Has no downline, and reads the whole account like every endpoint permits.
    ['assistant', true],
    ['peer', false],
    ['stranger', false],
  ])('answers one import to %s: %s', async (who, allowed) => {
    expect(await streamOf(who, importIdentifier(importId))).toBe(allowed ? `import:${importId}` : null);
  });

  test('rejects an unknown import like a foreign one', async () => {
    expect(await streamOf('agent', importIdentifier(999_999))).toBeNull();
  });

  test.each([
    ['a text for an id', `{"channel":"ContactsImportChannel","import_id":"1 or 1=1"}`],
    ['an unknown audience', '{"channel":"ContactsImportChannel","audience":"everybody"}'],
  ])('rejects %s', async (_what, identifier) => {
    expect(await streamOf('manager', identifier)).toBeNull();
  });

  test('answers what runs below to leaders only', async () => {
    expect(await streamOf('manager', DOWNLINE_IMPORTS)).toBe(`live:${people.manager.id}`);
    expect(await streamOf('agent', DOWNLINE_IMPORTS)).toBeNull();
  });

  test('answers the own imports without parameters', async () => {
    expect(await streamOf('agent', OWN_IMPORTS)).toBe(`user:${people.agent.id}`);
  });

  test('rejects a stream that another account has taken', async () => {
    const squatted = await world.addPerson(people.agent.accountId, 'agent');
    await world.emit(people.stranger.accountId, [{ stream: `user:${squatted.id}`, body: { type: 'planted' } }]);
    await expect
      .poll(async () => {
        const { rows } = await world.owner.query('select from streams where stream = $1', [`user:${squatted.id}`]);
        return rows.length;
      })
      .toBe(1);
    const client = await connect(station.port, await world.signIn(squatted));

    await expect(client.subscribe(NOTIFICATIONS)).rejects.toThrow('rejected');
    await client.close();
  });
});
