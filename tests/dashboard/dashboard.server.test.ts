import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readDashboard } from '#contract/dashboard.contract.ts';
import { type Client, openApp, type TestApp } from '../_api/app.ts';

let it: TestApp;
let agent: Client;
let manager: Client;
let numbers = 0;

/** 3 a.m. in UTC: still the day before in New York. */
const NOW = Date.parse('2027-02-23T03:00:00Z');

beforeAll(async () => {
  it = await openApp();
  [agent, manager] = [await it.signIn('agent'), await it.signIn('manager')];
  it.stopClock();
  it.advance(NOW - it.deps.now().getTime());
  [agent, manager] = [await it.signIn('agent'), await it.signIn('manager')];
});
afterAll(() => it.close());
beforeEach(() => it.owner.query('delete from contacts'));

const add = async (name: string, more: Record<string, unknown> = {}, owner: 'agent' | 'peer' = 'agent') => {
  const { id, accountId, businessUnitId } = it.world.people[owner];
  numbers += 1;
  const fields = { type: 'lead', ...more };
  await it.owner.query(
    `insert into contacts (account_id, number, business_unit_id, owner_id, last_name, ${Object.keys(fields).join(', ')})
     values ($1, $2, $3, $4, $5, ${Object.keys(fields)
       .map((_, at) => `$${at + 6}`)
       .join(', ')})`,
    [accountId, 700_000 + numbers, businessUnitId, id, name, ...Object.values(fields)],
  );
};
const read = async (client: Client, body: { contact_group?: 'mine' | 'downline'; days?: number } = {}) =>
  (await client.call(readDashboard, { body })).body.data;

test('today is the day of the own time zone', async () => {
  expect((await read(agent)).today).toBe('2027-02-22');
});

test('birthdays come soonest first, clients and prospects apart, with the years they turn', async () => {
  await add('Later', { dob: '1950-02-28', type: 'client' });
  await add('Today', { dob: '1962-02-22', type: 'client' });
  await add('Prospect', { dob: '1970-02-24' });
  await add('Yesterday', { dob: '1950-02-21' });
  await add('Next week', { dob: '1950-03-02' });

  const { client_birthdays, prospect_birthdays } = await read(agent);

  expect(client_birthdays.map(({ name, on, turns }) => [name, on, turns])).toEqual([
    ['Today', '2027-02-22', 65],
    ['Later', '2027-02-28', 77],
  ]);
  expect(prospect_birthdays.map(({ name, on }) => [name, on])).toEqual([['Prospect', '2027-02-24']]);
});

test('people born on a leap day celebrate on March 1', async () => {
  await add('Leap', { dob: '1960-02-29' });

  expect((await read(agent, { days: 8 })).prospect_birthdays.map(({ name, on }) => [name, on])).toEqual([
    ['Leap', '2027-03-01'],
  ]);
});

test('follow-ups are those overdue, of today and of the days asked for, oldest first', async () => {
  await add('Overdue', { follow_up_on: '2026-12-01', follow_up_note: 'Call back' });
  await add('Due', { follow_up_on: '2027-02-22' });
  await add('Soon', { follow_up_on: '2027-02-28' });
  await add('Far', { follow_up_on: '2027-03-01' });

  const { follow_ups } = await read(agent);

  expect(follow_ups?.map(({ name, on, note }) => [name, on, note])).toEqual([
    ['Overdue', '2026-12-01', 'Call back'],
    ['Due', '2027-02-22', ''],
    ['Soon', '2027-02-28', ''],
  ]);
});

test('lists people who turn 65 within 90 days, those born on a leap day on March 1', async () => {
  await add('Tomorrow', { dob: '1962-02-23' });
  await add('Ninety', { dob: '1962-05-23' });
  await add('Ninety one', { dob: '1962-05-24' });
  await add('Past', { dob: '1962-02-21' });

  const { turning_65 } = await read(agent);

  expect(turning_65.map(({ name, on }) => [name, on])).toEqual([
    ['Tomorrow', '2027-02-23'],
    ['Ninety', '2027-05-23'],
  ]);
});

test('deleted contacts and those of others are not there, and a downline is with its owners', async () => {
  await add('Mine', { follow_up_on: '2027-02-22' });
  await add('Gone', { follow_up_on: '2027-02-22', deleted_at: new Date() });
  await add('Theirs', { follow_up_on: '2027-02-22' }, 'peer');

  const own = await read(agent);
  const below = await read(manager, { contact_group: 'downline' });

  expect(own.follow_ups?.map(({ name }) => name)).toEqual(['Mine']);
  expect(below.follow_ups?.map(({ name, owner }) => [name, owner.name])).toEqual([
    ['Mine', 'Amy Agent'],
    ['Theirs', 'Pia Peer'],
  ]);
});

test('a basic user has no follow-ups', async () => {
  await it.owner.query(`update users set roles = '{basic}' where username = 'agent'`);
  const { follow_ups } = await read(agent);
  await it.owner.query(`update users set roles = '{agent}' where username = 'agent'`);

  expect(follow_ups).toBeNull();
});

test('a long list ends at 100 rows and says that there are more', async () => {
  const { id, accountId, businessUnitId } = it.world.people.agent;
  await it.owner.query(
    `insert into contacts (account_id, number, business_unit_id, owner_id, last_name, follow_up_on)
     select $1, 800000 + n, $2, $3, 'Many', '2027-02-22' from generate_series(1, 101) n`,
    [accountId, businessUnitId, id],
  );

  const { follow_ups, more } = await read(agent);

  expect([follow_ups?.length, more]).toEqual([100, { birthdays: false, follow_ups: true, turning_65: false }]);
});

/** 3 a.m. in UTC is 10 p.m. in New York and 5 p.m. in Honolulu. */
const ASLEEP = { phone: '+12125550143', state: 'NY' };
const AWAKE = { phone: '+18085550143', state: 'HI' };

test('those who may be called now come first in their part of the day', async () => {
  await add('Later, awake', { ...AWAKE, follow_up_on: '2027-02-24' });
  await add('Today, asleep', { ...ASLEEP, follow_up_on: '2027-02-22', follow_up_time: '08:00' });
  await add('Today at six', { ...AWAKE, phone: '+18085550144', follow_up_on: '2027-02-22', follow_up_time: '18:00' });
  await add('Today, any time', { ...AWAKE, phone: '+18085550145', follow_up_on: '2027-02-22' });
  await add('Overdue, asleep', { ...ASLEEP, phone: '+12125550144', follow_up_on: '2027-02-20' });

  const { follow_ups } = await read(agent);

  expect(follow_ups?.map(({ name, time, call }) => [name, time, call.allowed])).toEqual([
    ['Overdue, asleep', null, false],
    ['Today at six', '18:00', true],
    ['Today, any time', null, true],
    ['Today, asleep', '08:00', false],
    ['Later, awake', null, true],
  ]);
  const asleep = follow_ups?.at(-2)?.call;
  expect([asleep?.reason, asleep?.next_at]).toEqual([
    "It's 10:00 PM where they live, outside calling hours.",
    '2027-02-23T13:00:00.000Z',
  ]);
});
