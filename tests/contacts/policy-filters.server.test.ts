import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ContactFilter, ContactsScope } from '#contract/contacts/scope.contract.ts';
import { withAccount } from '../../server/db/tx.ts';
import { countOf, pick, sentenceOf } from '../../server/features/bulk/selection.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;

interface NewPolicy {
  carrier: string;
  type?: string;
  status?: string;
  premium_cents?: number;
  premium_period?: string;
  effective_on?: string;
  expires_on?: string;
  deleted_at?: string;
}

const policy = (contactId: number, fields: NewPolicy) =>
  office.owner.query(
    `insert into policies (account_id, contact_id, carrier, type, status, premium_cents, premium_period, effective_on,
                           expires_on, deleted_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      office.world.accountId,
      contactId,
      fields.carrier,
      fields.type ?? 'other',
      fields.status ?? 'active',
      fields.premium_cents ?? null,
      fields.premium_period ?? 'month',
      fields.effective_on ?? null,
      fields.expires_on ?? null,
      fields.deleted_at ?? null,
    ],
  );

const note = (contactId: number, body: string) =>
  office.owner.query('insert into notes (account_id, contact_id, author_id, body) values ($1, $2, $3, $4)', [
    office.world.accountId,
    contactId,
    office.identityOf('agent').userId,
    body,
  ]);

beforeAll(async () => {
  office = await openOffice();
  const [ana, bob, cy, deb] = [
    await office.add({ owner: 'agent', first_name: 'Ana', last_name: 'A' }),
    await office.add({ owner: 'agent', first_name: 'Bob', last_name: 'B' }),
    await office.add({ owner: 'agent', first_name: 'Cy', last_name: 'C' }),
    await office.add({ owner: 'peer', first_name: 'Deb', last_name: 'D' }),
  ];
  await policy(ana, {
    carrier: 'Humana Gold',
    type: 'medicare_advantage',
    premium_cents: 10_000,
    effective_on: '2026-01-01',
    expires_on: '2026-12-31',
  });
  await policy(ana, { carrier: 'Aetna', type: 'life', status: 'lapsed', effective_on: '2024-05-01' });
  await policy(bob, {
    carrier: 'Äetna',
    type: 'part_d',
    premium_cents: 120_012,
    premium_period: 'year',
    effective_on: '2026-03-01',
  });
  await policy(cy, { carrier: 'Humana', deleted_at: '2026-01-01T00:00:00Z' });
  await policy(cy, { carrier: 'Cigna', premium_cents: 900_000, premium_period: 'once' });
  await policy(deb, { carrier: 'Humana' });
  await note(ana, 'Had Knee surgery, 100% well.');
  await note(bob, 'Knee hurts.\nNo surgery.');
  await note(deb, 'knee surgery');
  await office.add({ owner: 'agent', first_name: 'Eve', last_name: 'E' });
});
afterAll(() => office.close());

const foundBy = async (...search: ContactFilter[]) =>
  (await office.namesOf('agent', { search })).map((name) => name.split(' ')[0]);
const by = (field: ContactFilter['field'], op: ContactFilter['op'], value: string | string[] = '') => ({
  field,
  op,
  value,
});

describe('contacts are found by their policies:', () => {
  test('a carrier, by part of its name and without accents', async () => {
    expect(await foundBy(by('policy_carrier', 'contains', 'humana'))).toEqual(['Ana']);
    expect(await foundBy(by('policy_carrier', 'contains', 'AETNA'))).toEqual(['Ana', 'Bob']);
    expect(await foundBy(by('policy_carrier', 'contains', ['cigna', 'humana']))).toEqual(['Ana', 'Cy']);
    expect(await foundBy(by('policy_carrier', 'not', 'humana'))).toEqual(['Bob', 'Cy', 'Eve']);
  });

  test('none at all, or any', async () => {
    expect(await foundBy(by('policy_type', 'empty'))).toEqual(['Eve']);
    expect(await foundBy(by('policy_type', 'not_empty'))).toEqual(['Ana', 'Bob', 'Cy']);
  });

  test('a monthly premium, whatever its period', async () => {
    expect(await foundBy(by('policy_premium', 'over', '100'))).toEqual(['Bob']);
    expect(await foundBy(by('policy_premium', 'over', '$99.99'))).toEqual(['Ana', 'Bob']);
    expect(await foundBy(by('policy_premium', 'under', '100.01'))).toEqual(['Ana']);
  });

  test('days', async () => {
    expect(await foundBy(by('policy_effective_on', 'before', '03/01/2026'))).toEqual(['Ana']);
    expect(await foundBy(by('policy_expires_on', 'is', '2026-12-31'))).toEqual(['Ana']);
  });

  test('several filters describe one policy', async () => {
    const lapsed = by('policy_status', 'is', 'lapsed');
    expect(await foundBy(lapsed, by('policy_carrier', 'contains', 'aetna'))).toEqual(['Ana']);
    expect(await foundBy(lapsed, by('policy_carrier', 'contains', 'humana'))).toEqual([]);
    expect(
      await foundBy(
        by('policy_effective_on', 'after', '2024-12-31'),
        by('policy_effective_on', 'before', '2026-02-01'),
      ),
    ).toEqual(['Ana']);
    expect(await foundBy(by('policy_type', 'is', 'life'), by('policy_type', 'not', 'part_d'))).toEqual(['Ana']);
  });

  test('an amount that is none is refused', async () => {
    await expect(foundBy(by('policy_premium', 'over', 'much'))).rejects.toThrow("isn't an amount");
  });
});

test('contacts are found by the text of one note', async () => {
  expect(await foundBy(by('note', 'contains', 'knee surgery'))).toEqual(['Ana']);
  expect(await foundBy(by('note', 'contains', '100%'))).toEqual(['Ana']);
  expect(await foundBy(by('note', 'empty'))).toEqual(['Cy', 'Eve']);
});

test('a manager finds them in the downline', async () => {
  const search = [by('policy_carrier', 'contains', 'humana')];
  expect(await office.namesOf('manager', { search, contact_group: 'downline' })).toEqual(['Ana A', 'Deb D']);
});

test('a bulk change of the filtered list means the same contacts', async () => {
  const search = [by('policy_carrier', 'contains', 'aetna'), by('note', 'contains', 'knee')];
  const selection = { contacts_scope: ContactsScope.parse({ search }) };
  const agent = office.identityOf('agent');
  const [count, sentence] = await withAccount(office.deps.pool, agent, async (tx) => {
    const picked = await pick(office.deps, tx, agent, selection);
    return [await countOf(tx, picked), await sentenceOf(tx, agent, selection)] as const;
  });

  expect([count, sentence]).toEqual([2, 'Mine, policy carrier with aetna, note with knee']);
});
