import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { removeDeletedFiles } from '../../server/features/files/remove-deleted-files.ts';
import { withAccount } from '../../server/db/tx.ts';
import { purgeContacts } from '../../server/retention/purge-contacts.ts';
import { type Office, openOffice } from '../contacts/office.ts';

const DAY_MS = 24 * 3_600_000;
const DELETED = '2015-03-01T12:00:00Z';

let office: Office;
let id: number;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office.close());
beforeEach(async () => {
  await office.owner.query('truncate contacts cascade');
  id = await office.add({ owner: 'agent', last_name: 'Lopez', deleted_at: DELETED });
});

const at = (instant: string) => ({ ...office.deps, now: () => new Date(instant) });
const after = (days: number) => new Date(Date.parse(DELETED) + days * DAY_MS).toISOString();
const isThere = async (contact = id) =>
  (await office.owner.query('select from contacts where id = $1', [contact])).rowCount === 1;
const sql = (text: string, ...values: unknown[]) => office.owner.query<{ id: number }>(text, values);

/** `$1`: the account; `$2`: the contact; `$3`: its owner. */
const RELATED = [
  `insert into notes (account_id, contact_id, author_id, body) values ($1, $2, $3, 'a note')`,
  `insert into contact_activities (account_id, contact_id, type, at, user_id, actor_id) values ($1, $2, 'call', now(), $3, $3)`,
  `insert into securities (account_id, contact_id, company) select $1, $2, 'a company' where $3::bigint is not null`,
  `insert into data_captures (account_id, contact_id, captures) select $1, $2, '[]' where $3::bigint is not null`,
  `insert into contact_owner_changes (account_id, contact_id, from_owner_id, to_owner_id, actor_id, acting_as_id, reason)
   values ($1, $2, $3, $3, $3, $3, 'x')`,
  `insert into calls (account_id, contact_id, user_id, actor_id, conversation, line, direction, from_number, to_number, created_at, note)
   values ($1, $2, $3, $3, gen_random_uuid(), 'embedded', 'outbound', '1', '2', now(), 'a note')`,
  `insert into merges (account_id, survivor_id, merged_ids, user_id, actor_id, fields, at)
   values ($1, $2, '{}', $3, $3, '{}', now())`,
];

async function relate(contact: number): Promise<void> {
  const { accountId, people } = office.world;
  for (const text of RELATED) await office.owner.query(text, [accountId, contact, people.agent.id]);
}

test('a deleted contact stays for 90 days, and goes then with all that refers to it', async () => {
  await relate(id);
  const other = await office.add({ owner: 'agent', last_name: 'Ortiz' });
  await sql('update contacts set linked_contact_id = $1 where id = $2', id, other);

  expect(await purgeContacts(at(after(89.99)))).toMatchObject({ purged: 0, held: 0 });
  expect(await isThere()).toBe(true);
  expect(await purgeContacts(at(after(90.01)))).toMatchObject({ purged: 1, held: 0 });

  expect([await isThere(), await isThere(other)]).toEqual([false, true]);
  const { rows: references } = await office.owner.query<{ table: string; column: string }>(
    `select k.conrelid::regclass::text as table, a.attname as column from pg_constraint k
     join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey)
     where k.contype = 'f' and k.confrelid = 'contacts'::regclass`,
  );
  const left: string[] = [];
  for (const { table, column } of references) {
    const { rowCount } = await office.owner.query(`select from ${table} where ${column} = $1`, [id]);
    if (rowCount !== 0) left.push(`${table}.${column}`);
  }
  expect(references.length).toBeGreaterThan(20);
  expect(left).toEqual([]);
  expect((await sql(`select from calls where note = '' and contact_id is null`)).rowCount).toBe(1);
});

/** Each is a record of 1 March 2015 that the rules keep for 10 years. */
const EVIDENCE = {
  'a consent': `insert into contact_consents (account_id, contact_id, channel, kind, evidence, source, given_at, created_at)
    values ($1, $2, 'call', 'given', 'asked', 'asked', $3, $3)`,
  'a decision': `insert into contact_decisions (account_id, contact_id, channel, purpose, at, allowed, reason, user_id, actor_id)
    select $1, $2, 'call', 'marketing', $3::timestamptz, true, '', owner_id, owner_id from contacts where id = $2`,
  'a call logged with "do not call"': `insert into contact_activities (account_id, contact_id, type, at, user_id, actor_id)
    select $1, $2, 'do_not_call', $3::timestamptz, owner_id, owner_id from contacts where id = $2`,
  'a policy': `insert into policies (account_id, contact_id, created_at) values ($1, $2, $3)`,
};

test.each(Object.entries(EVIDENCE))('a contact with %s stays for 10 years and goes a day later', async (_, insert) => {
  await office.owner.query(insert, [office.world.accountId, id, DELETED]);

  // 9 years and 364 days, the day itself, and 10 years and a day; a day ends at 10:00 UTC, when it is over in Hawaii.
  expect(await purgeContacts(at('2025-02-28T23:59:59Z'))).toMatchObject({ purged: 0, held: 1 });
  expect(await purgeContacts(at('2025-03-02T09:59:59Z'))).toMatchObject({ purged: 0, held: 1 });
  expect(await isThere()).toBe(true);
  expect(await purgeContacts(at('2025-03-02T10:00:00Z'))).toMatchObject({ purged: 1, held: 0 });
  expect(await isThere()).toBe(false);
});

test('a contact with a recorded call stays until the last day of the recording, with its bytes', async () => {
  const { accountId, people } = office.world;
  await relate(id);
  const file = await sql(
    `insert into files (account_id, contact_id, user_id, kind, name, type, bytes, file_key, state, created_at, updated_at, deleted_at)
     values ($1, $2, $3, 'call', 'Call.wav', 'wav', 1, 'recording-0001', 'ready', now(), now(), $4) returning id`,
    accountId,
    id,
    people.agent.id,
    DELETED,
  );
  await sql(
    `insert into call_recordings (account_id, call_id, file_id, recording_key, keep_until, created_at)
     select $1, id, $2, 'recording-0001', '2025-03-01', now() from calls`,
    accountId,
    file.rows[0]?.id,
  );
  const bytes = async () => (await sql('select from files where removed_at is null')).rowCount;

  await removeDeletedFiles(at('2025-03-02T09:59:59Z'));
  expect(await purgeContacts(at('2025-03-02T09:59:59Z'))).toMatchObject({ purged: 0, held: 1 });
  expect(await bytes()).toBe(1);

  expect(await purgeContacts(at('2025-03-02T10:00:00Z'))).toMatchObject({ purged: 0, waiting: 1 });
  await removeDeletedFiles(at('2025-03-02T10:00:00Z'));
  expect(await bytes()).toBe(0);
  expect(await purgeContacts(at('2025-03-02T10:00:00Z'))).toMatchObject({ purged: 1 });
  expect(await isThere()).toBe(false);
});

test('what was merged into a contact goes with it, and holds it', async () => {
  const merged = await office.add({ owner: 'agent', deleted_at: DELETED });
  await sql('update contacts set merged_into_id = $1 where id = $2', id, merged);
  await office.owner.query(EVIDENCE['a consent'], [office.world.accountId, merged, DELETED]);

  expect(await purgeContacts(at('2025-03-01T12:00:00Z'))).toMatchObject({ purged: 0, held: 1 });
  expect(await purgeContacts(at('2025-03-02T12:00:00Z'))).toMatchObject({ purged: 1 });
  expect([await isThere(), await isThere(merged)]).toEqual([false, false]);
});

test('what is merged into a contact that is there stays', async () => {
  await sql('update contacts set deleted_at = null where id = $1', id);
  const merged = await office.add({ owner: 'agent', deleted_at: DELETED });
  await sql('update contacts set merged_into_id = $1 where id = $2', id, merged);

  expect(await purgeContacts(at('2035-01-01T00:00:00Z'))).toEqual({ purged: 0, held: 0, waiting: 0, gone: 0 });
});

test('neither contacts that are there nor those of another account can be purged', async () => {
  const here = await office.add({ owner: 'agent' });
  const purge = (accountId: number, contact: number) =>
    withAccount(office.deps.pool, { accountId }, (tx) => tx.raw('select purge_contacts($1)', [[contact]]));

  await expect(purge(office.world.accountId, here)).rejects.toThrow('Only deleted contacts');
  await expect(purge(office.world.otherAccountId, id)).rejects.toThrow('Only deleted contacts');
});
