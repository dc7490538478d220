import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ContactFilter, ContactsScope, type ContactsScopeInput } from '#contract/contacts/scope.contract.ts';
import { ROW_EXTRAS, type RowExtra } from '#contract/contacts/contact-list.contract.ts';
import { plusDays, plusYears, utcDay } from '#rules/time/days.ts';
import { withAccount } from '../../server/db/tx.ts';
import { listContacts } from '../../server/features/contacts/list/list-contacts.service.ts';
import { ownDay } from '../../server/features/profile/own-day.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;

interface Said {
  channel: string;
  kind: string;
  purpose?: string;
  given_at?: string;
  expires_on?: string;
}

/** The day that is two days ago everywhere. */
const gone = () => plusDays(utcDay(office.deps.now()), -2);

async function said(contactId: number, { channel, kind, ...more }: Said): Promise<number> {
  const { rows } = await office.owner.query<{ id: number }>(
    `insert into contact_consents (account_id, contact_id, channel, kind, purpose, evidence, source, given_at, expires_on)
     values ($1, $2, $3, $4, $5, '', 'form', $6, $7) returning id`,
    [
      office.world.accountId,
      contactId,
      channel,
      kind,
      more.purpose ?? 'any',
      more.given_at ?? '2025-01-01T12:00:00Z',
      more.expires_on ?? null,
    ],
  );
  return rows[0]?.id ?? 0;
}

const retract = (entryId: number) =>
  office.owner.query(
    `insert into contact_consents (account_id, contact_id, channel, kind, purpose, evidence, source, given_at, retracts_id)
     select account_id, contact_id, channel, 'retracted', purpose, '', source, now(), id from contact_consents where id = $1`,
    [entryId],
  );

const policy = (contactId: number, type: string, carrier: string, status: string, effective: string | null) =>
  office.owner.query(
    `insert into policies (account_id, contact_id, type, carrier, status, effective_on) values ($1, $2, $3, $4, $5, $6)`,
    [office.world.accountId, contactId, type, carrier, status, effective],
  );

async function addAll(): Promise<void> {
  const add = (last_name: string, more: object = {}) =>
    office.add({ owner: 'agent', first_name: '', last_name, ...more });
  const open = await add('Open', { phone: '+15125550101', email: 'open@example.com' });
  await said(open, { channel: 'call', kind: 'given' });
  await said(open, { channel: 'text', kind: 'given', purpose: 'marketing' });
  const service = await add('Service');
  await said(service, { channel: 'call', kind: 'given', purpose: 'service' });
  const stopped = await add('Stopped', { phone: '+15125550102' });
  await said(stopped, { channel: 'any', kind: 'given' });
  await said(stopped, { channel: 'call', kind: 'do_not_call', given_at: '2025-02-01T12:00:00Z' });
  const lifted = await add('Lifted');
  await said(lifted, { channel: 'call', kind: 'do_not_call' });
  await said(lifted, { channel: 'call', kind: 'given', given_at: '2025-02-01T12:00:00Z' });
  const slip = await add('Slip');
  await retract(await said(slip, { channel: 'mail', kind: 'withdrawn' }));
  const expired = await add('Expired');
  await said(expired, { channel: 'mail', kind: 'given', expires_on: gone() });
  const logged = await add('Logged');
  await office.owner.query(
    `insert into contact_activities (account_id, contact_id, user_id, actor_id, type, at) values ($1, $2, $3, $3, 'do_not_call', now())`,
    [office.world.accountId, logged, office.identityOf('agent').userId],
  );
  const texted = await add('Texted', { phone: '+15125550103' });
  await said(texted, { channel: 'text', kind: 'given' });
  await office.owner.query(
    `insert into number_consents (account_id, number, kind, evidence, given_at) values ($1, '+15125550103', 'withdrawn', '', now())`,
    [office.world.accountId],
  );

  // Somebody else's contacts, with the number and the address of these.
  const alike = await add('Alike', { phone: '+15125550104', email: 'Both@example.com' });
  await said(alike, { channel: 'call', kind: 'given' });
  const peers = await office.add({
    owner: 'peer',
    phone: '+15125559999',
    phone_2: '+15125550104',
    email: 'both@example.com',
  });
  await said(peers, { channel: 'call', kind: 'withdrawn', given_at: '2025-03-01T12:00:00Z' });
  await said(peers, { channel: 'mail', kind: 'given' });
  const calm = await add('Calm', { phone: '+15125550105' });
  const settled = await office.add({ owner: 'peer', phone: '+15125550105' });
  await said(settled, { channel: 'call', kind: 'withdrawn' });
  await said(settled, { channel: 'call', kind: 'given', given_at: '2025-03-01T12:00:00Z' });

  await policy(open, 'life', 'Old Line', 'active', '2025-01-01');
  await policy(open, 'medicare_advantage', 'Humana', 'active', '2026-01-01');
  await policy(open, 'part_d', 'Cigna', 'lapsed', '2026-06-01');
  await policy(calm, 'part_d', 'Cigna', 'lapsed', '2026-06-01');
  await office.owner.query(
    `update contacts set dob = '1962-01-14', follow_up_on = '2026-11-26', follow_up_time = '14:30', follow_up_note = $2 where id = $1`,
    [open, 'n'.repeat(200)],
  );
}

beforeAll(async () => {
  office = await openOffice();
  await addAll();
});
afterAll(() => office.close());

const listed = async (username: string, besides?: readonly RowExtra[], scope: ContactsScopeInput = {}) => {
  const asked = ContactsScope.parse(scope);
  const { data } = await listContacts(office.deps, office.identityOf(username), asked, { with: besides });
  return data;
};
const rowOf = async (name: string, besides: readonly RowExtra[] = ROW_EXTRAS) =>
  (await listed('agent', besides)).find((row) => row.last_name === name);

const namesBy = async (...search: ContactFilter[]) =>
  (await listed('agent', undefined, { search })).map((row) => row.last_name);
const by = (field: ContactFilter['field'], value: string | string[], op: ContactFilter['op'] = 'is') => ({
  field,
  op,
  value,
});

describe('a row has what was asked for, and no more:', () => {
  test('nothing besides the birth date', async () => {
    const row = await rowOf('Open', []);
    expect(row?.dob).toBe('1962-01-14');
    expect(row).not.toHaveProperty('next_step');
    expect(row).not.toHaveProperty('plan');
    expect(row).not.toHaveProperty('consent');
  });

  test('the next step, with the beginning of its note', async () => {
    const row = await rowOf('Open', ['next_step']);
    expect(row).toMatchObject({ next_step: { on: '2026-11-26', time: '14:30', note: 'n'.repeat(80) } });
    expect(row).not.toHaveProperty('plan');
    expect(await rowOf('Calm', ['next_step'])).toMatchObject({ next_step: null });
  });

  test('the newest active policy', async () => {
    expect(await rowOf('Open', ['plan'])).toMatchObject({ plan: { type: 'medicare_advantage', carrier: 'Humana' } });
    expect(await rowOf('Calm', ['plan'])).toMatchObject({ plan: null });
  });
});

const CONSENTS = {
  Alike: { given: [], stopped: ['call'] },
  Calm: { given: [], stopped: [] },
  Expired: { given: [], stopped: [] },
  Lifted: { given: ['call'], stopped: ['text'] },
  Logged: { given: [], stopped: ['call', 'text'] },
  Open: { given: ['call', 'text'], stopped: [] },
  Service: { given: [], stopped: [] },
  Slip: { given: [], stopped: [] },
  Stopped: { given: ['mail'], stopped: ['call', 'text'] },
  Texted: { given: [], stopped: ['text'] },
};

test('consent is what the ledgers say, of others with the same number or address their opt-outs alone', async () => {
  const rows = await listed('agent', ['consent']);

  expect(Object.fromEntries(rows.map((row) => [row.last_name, row.consent]))).toEqual(CONSENTS);
});

test.each(['call', 'text', 'mail'] as const)(
  'contacts are found by consent to and opt-outs of %s as rows show them',
  async (channel) => {
    const having = (kind: 'given' | 'stopped', has: boolean) =>
      Object.entries(CONSENTS).flatMap(([name, one]) =>
        (one[kind] as string[]).includes(channel) === has ? name : [],
      );

    expect(await namesBy(by('consent', channel))).toEqual(having('given', true));
    expect(await namesBy(by('consent', channel, 'not'))).toEqual(having('given', false));
    expect(await namesBy(by('opt_out', channel))).toEqual(having('stopped', true));
    expect(await namesBy(by('opt_out', channel, 'not'))).toEqual(having('stopped', false));
  },
);

test('contacts are found by any consent, and by none', async () => {
  expect(await namesBy(by('consent', '', 'not_empty'))).toEqual(['Lifted', 'Open', 'Stopped']);
  expect(await namesBy(by('opt_out', '', 'empty'))).toEqual(['Calm', 'Expired', 'Open', 'Service', 'Slip']);
  expect(await namesBy(by('consent', ['mail', 'call']))).toEqual(['Lifted', 'Open', 'Stopped']);
});

test('a filter finds no contacts of others', async () => {
  const search = [by('consent', 'mail')];
  expect(await office.namesOf('peer', { search })).toEqual(['']);
  expect(await office.namesOf('agent', { search })).toEqual(['Stopped']);
  expect((await listed('agent', ['consent'])).every((row) => row.owner.id === office.identityOf('agent').userId)).toBe(
    true,
  );
});

test('a channel that is none, and an age that is none, are refused', async () => {
  await expect(namesBy(by('consent', 'share'))).rejects.toThrow('accepts call, text and mail');
  await expect(namesBy(by('age', 'old', 'over'))).rejects.toThrow("isn't an age");
});

describe('an age is that of the day where the caller is', () => {
  const ages = async (username: string, filter: ContactFilter) =>
    (await office.namesOf(username, { search: [filter] })).map((name) => name.split(' ')[0]);

  test('from the birthday on, in full years', async () => {
    const add = (first_name: string, dob: string) => office.add({ owner: 'manager', first_name, last_name: dob, dob });
    const today = await withAccount(office.deps.pool, office.identityOf('manager'), (tx) =>
      ownDay(office.deps, tx, office.identityOf('manager').userId),
    );
    const born = (days: number, years: number) => plusYears(plusDays(today, days), -years);
    await add('Eve', born(-1, 65));
    await add('Day', born(0, 65));
    await add('Late', born(1, 65));
    await add('Old', born(1, 66));
    await add('Older', born(0, 66));
    expect(await ages('manager', by('age', '65'))).toEqual(['Old', 'Eve', 'Day']);
    expect(await ages('manager', by('age', '64', 'over'))).toEqual(['Older', 'Old', 'Eve', 'Day']);
    expect(await ages('manager', by('age', '65', 'over'))).toEqual(['Older']);
    expect(await ages('manager', by('age', '65', 'under'))).toEqual(['Late']);
    expect(await ages('manager', by('age', '', 'not_empty'))).toHaveLength(5);
    const between = [by('age', '64', 'over'), by('age', '66', 'under')];
    expect(await office.namesOf('manager', { search: between })).toHaveLength(3);
  });

  test('of two people in different zones', async () => {
    const { owner } = office;
    const [east, west] = [office.identityOf('chief').userId, office.identityOf('far').userId];
    await owner.query(`update users set timezone = 'est' where id = $1`, [east]);
    await owner.query(`update users set timezone = 'hst' where id = $1`, [west]);
    // 1 AM in New York, and the day before in Hawaii.
    const deps = { ...office.deps, now: () => new Date('2026-07-15T05:00:00Z') };
    await office.add({ owner: 'far', first_name: 'Fay', last_name: 'Far', dob: '1961-07-15' });
    const count = async (username: string, contact_group: 'mine' | 'all') => {
      const scope = ContactsScope.parse({ search: [by('age', '65')], contact_group });
      return (await listContacts(deps, office.identityOf(username), scope)).data.length;
    };
    expect([await count('chief', 'all'), await count('far', 'mine')]).toEqual([1, 0]);
  });
});
