import { beforeAll, expect, inject, test } from 'vitest';
import { listContacts } from '#contract/contacts/contact-list.contract.ts';
import type { Client } from '../_api/app.ts';
import { signInAs, underAttack } from './attacker.ts';

const url = inject('appUrl');
let [attacker, bystander]: Client[] = [];
beforeAll(async () => {
  [attacker, bystander] = [await signInAs(url, 'admin'), await signInAs(url, 'agent')];
});

/** Searches at the same time, and rounds of them. */
const PARALLEL = 200;
const ROUNDS = 2;

/** Milliseconds that a bystander waits at most. Ours: without limits it was 2.8 s here, and with a large book some were refused. */
const CALM_MS = 1_500;

const listOf = (client: Client | undefined, q: string) => {
  if (client === undefined) throw new Error('not signed in');
  return client.call(listContacts, { body: { contacts_scope: { q, contact_group: 'all', limit: 200 } } });
};

test('200 searches of one person at the same time keep nobody waiting', async () => {
  const statuses: number[] = [];
  const attack = async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const asked = Array.from({ length: PARALLEL }, (_, n) => listOf(attacker, `mar${'aeiou'[n % 5] ?? ''}`));
      statuses.push(...(await Promise.all(asked)).map(({ status }) => status));
    }
  };
  const watched = await underAttack(() => listOf(bystander, ''), attack);

  expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([]);
  expect([...watched.statuses]).toEqual([200]);
  expect(watched.slowest).toBeLessThan(CALM_MS);
});

test('beyond the line, one person is asked to wait', async () => {
  const answers = await Promise.all(Array.from({ length: 120 }, () => listOf(attacker, 'mar')));
  const refused = answers.filter(({ status }) => status === 429);

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]));
  expect(refused.every(({ headers }) => Number(headers['retry-after']) > 0)).toBe(true);
});
