import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withAccount } from '../../server/db/tx.ts';
import { lockLinkSides } from '../../server/features/contacts/change/linked-contact.sql.ts';
import { lockMerging } from '../../server/features/duplicates/merging-contacts.sql.ts';
import { MOVED_TABLES, SINGLE_TABLES } from '../../server/features/duplicates/moved-rows.sql.ts';
import { type DuplicatesDesk, openDuplicatesDesk } from './duplicates-desk.ts';

/** Tables whose rows a merge moves by rules of their own; words move with the key of their prescriptions. */
const MOVED_ELSEWHERE = ['rx_words', 'sealed_fields'];

/** Tables whose rows stay with the merged contact, each with the reason why. */
const STAY: Readonly<Record<string, string>> = {
  broadcast_recipients: 'Whom a broadcast meant; who is merged follows to the survivor when it is sent.',
  bulk_rows: 'The undo of a bulk job gives each contact back what was its own.',
  contact_changes: 'Values by the versions of one contact.',
  contact_owner_changes: 'Whose a contact was; who took it may give it back.',
  conversations: 'One a contact: the texts move, and `follow-merge.ts` brings the conversation together.',
  duplicate_checks: 'A queue.',
  erasures: 'Takes the merged contacts along.',
  import_kept_rows: 'What an undo of an import left alone.',
  import_rows: 'The undo of an import gives each contact back what was its own.',
  mailer_assignment_rows: 'Who was assigned what; a kit goes to the survivor once more if somebody says so.',
  merge_rows: 'What a merge did.',
  phone_verifications: 'What was looked up; the answer is the number’s.',
  print_rows: 'What was printed.',
  store_order_contacts: 'Who an order was for.',
  transfer_rows: 'The revert of a transfer gives each contact back to its owner.',
  wf_dry_run_contacts: 'Whom a dry run meant.',
  wf_dry_run_steps: 'What a dry run showed; the next one shows the survivor.',
  undone_versions: 'Versions are those of one contact.',
};

/** Columns with other names that lead to a contact: what a merge makes of them. */
const LEAD: Readonly<Record<string, string>> = {
  'aftercares.family_contact_id': 'Stays: whoever reads it follows to the survivor.',
  'contacts.linked_contact_id': 'Links follow rules of their own.',
  'contacts.merged_into_id': 'Stays: the one that it names may be merged in turn.',
  'duplicate_dismissals.high_id': 'The survivor gets a copy.',
  'duplicate_dismissals.low_id': 'The survivor gets a copy.',
  'duplicate_pairs.high_id': 'Those of merged ones go.',
  'duplicate_pairs.low_id': 'Those of merged ones go.',
  'merges.survivor_id': 'What a merge did.',
};

let it: DuplicatesDesk;
beforeAll(async () => {
  it = await openDuplicatesDesk();
});
afterAll(() => it.close());

test('of every table that names a contact it is decided whether a merge moves its rows', async () => {
  const rows = await it.sql<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'contact_id' order by 1`,
  );
  const decided = [
    ...Object.values(MOVED_TABLES),
    ...Object.values(SINGLE_TABLES),
    ...MOVED_ELSEWHERE,
    ...Object.keys(STAY),
  ];
  expect(rows.map(({ name }) => name)).toEqual(decided.toSorted());
});

test('of every other column that leads to a contact it is decided as well', async () => {
  const rows = await it.sql<{ name: string }>(
    `select t.relname || '.' || a.attname as name from pg_constraint k
     join pg_class t on t.oid = k.conrelid
     join pg_attribute a on a.attrelid = t.oid and a.attnum = any(k.conkey)
     where k.contype = 'f' and k.confrelid = 'contacts'::regclass and a.attname <> 'contact_id'`,
  );
  expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(LEAD));
});

test('a merge and a link lock their contacts by indexes, however many there are', async () => {
  const { accountId } = it.world;
  await it.person({ first_name: 'Ana' });
  await it.sql(`insert into contacts (account_id, number, business_unit_id, owner_id, last_name)
    select account_id, number + n, business_unit_id, owner_id, 'Many' from contacts, generate_series(1, 5000) n`);
  await it.sql('analyze contacts');
  const plan = await withAccount(it.deps.pool, { accountId }, async (tx) => {
    const lines: string[] = [];
    const keep = (rows: readonly { 'QUERY PLAN': string }[]) => lines.push(...rows.map((row) => row['QUERY PLAN']));
    const explaining = {
      ...tx,
      all: async <Row>(query: unknown) => {
        keep(await tx.all<{ 'QUERY PLAN': string }>(sql`explain ${query}`));
        return [] as Row[];
      },
      raw: async <Row>(text: string, values?: readonly unknown[]) => {
        keep(await tx.raw<{ 'QUERY PLAN': string }>(`explain ${text}`, values));
        return [] as Row[];
      },
    };
    await lockMerging(explaining, [1, 2]);
    await lockLinkSides(explaining, [1, 2]);
    return lines;
  });
  const count = (words: string) => plan.filter((line) => line.includes(words)).length;
  // An index that gives the order alone reads the whole table as well.
  expect([count('LockRows'), count('BitmapOr'), count('Seq Scan')]).toEqual([2, 2, 0]);
});
