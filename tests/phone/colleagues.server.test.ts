import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { listColleagues } from '#contract/phone/colleagues.contract.ts';
import { type CallDesk, NUMBERS, openCallDesk, OUTSIDE } from './call-desk.ts';

let it: CallDesk;
beforeAll(async () => {
  it = await openCallDesk();
});
afterAll(() => it.close());
beforeEach(() => it.clear());

const read = async (q = '', by = it.agent) => (await by.call(listColleagues, { query: { q } })).body.data;
/** For one test: puts back what it changed. */
async function within(change: string, back: string, work: () => Promise<void>): Promise<void> {
  await it.sql(change);
  await work();
  await it.sql(back);
}

test('the manager, and people with the same manager, are colleagues with a number', async () => {
  expect((await read()).map(({ name, number, presence }) => [name, number, presence])).toEqual([
    ['Max Manager', NUMBERS.manager, 'available'],
    ['Pia Peer', NUMBERS.peer, 'available'],
  ]);
  const below = await read('', it.manager);
  expect(below.map(({ name }) => name)).toEqual(['Amy Agent', 'Pia Peer']);
});

test('whoever is on a call comes after those who are free', async () => {
  await it.dial(OUTSIDE, 'manager');

  expect((await read()).map(({ name, presence }) => [name, presence])).toEqual([
    ['Pia Peer', 'available'],
    ['Max Manager', 'on_call'],
  ]);
});

test('someone whose pages have asked for nothing for minutes is away, and comes last', () =>
  within(
    `update sessions set last_seen_at = last_seen_at - interval '6 minutes' where user_id = ${it.idOf('manager')}`,
    `update sessions set last_seen_at = last_seen_at + interval '6 minutes' where user_id = ${it.idOf('manager')}`,
    async () => {
      expect((await read()).map(({ name, presence }) => [name, presence])).toEqual([
        ['Pia Peer', 'available'],
        ['Max Manager', 'away'],
      ]);
    },
  ));

test('names are found without capitals and accents, and a pattern is only text', async () => {
  expect((await read('PIÁ')).map(({ name }) => name)).toEqual(['Pia Peer']);
  expect(await read('%')).toEqual([]);
});

test('a number that takes no calls, or is on its way out, is none', () =>
  within(
    `update phone_numbers set capabilities = '{sms}' where number = '${NUMBERS.peer}';
     update phone_numbers set release_due_at = now() where number = '${NUMBERS.manager}'`,
    `update phone_numbers set capabilities = '{voice,sms}' where number = '${NUMBERS.peer}';
     update phone_numbers set release_due_at = null where number = '${NUMBERS.manager}'`,
    async () => {
      expect(await read()).toEqual([]);
    },
  ));
