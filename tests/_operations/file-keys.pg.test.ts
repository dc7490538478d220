import { afterAll, beforeAll, expect, test } from 'vitest';
import { FILE_KEYS } from '../../server/operations/backup/file-keys.ts';
import { openDatabase, type TestDatabase } from '../_db/database.ts';
import { keepRealClock } from '../_db/test-clock.ts';

keepRealClock();

let database: TestDatabase;
beforeAll(async () => {
  database = await openDatabase();
});
afterAll(() => database.close());

/** Columns that are called so and name no file, with what they hold. */
const OTHERS: Readonly<Record<string, string>> = {
  'call_events.event_key': 'what happened, once',
  'contacts.household_key': 'an address',
  'contacts.sort_key': 'a name, to order by',
  'merge_rows.row_key': 'the row that a merge moved',
  'users.sort_key': 'a name, to order by',
};

test('every column that names a file of the storage is known to the backup', async () => {
  const { rows } = await database.pool.query<{ table: string; column: string }>(
    `select relname as table, attname as column from pg_class join pg_attribute on attrelid = pg_class.oid
     where relnamespace = 'public'::regnamespace and relkind = 'r' and attname like '%\\_key' and not attisdropped
     order by 1, 2`,
  );
  const unknown = rows.filter(
    ({ table, column }) =>
      OTHERS[`${table}.${column}`] === undefined && !new RegExp(`\\b${column}\\b`, 'u').test(FILE_KEYS[table] ?? ''),
  );

  expect(unknown.map(({ table, column }) => `${table}.${column}`)).toEqual([]);
});
