import type pg from 'pg';
import { messageOwner } from '../../adapters/mail/queued-messages.ts';
import { APP_ROLE } from '../../db/pool.ts';
import { ACCOUNT_TABLES, type AccountTable } from '../../db/require-isolation.ts';
import { quoteKeyOwner } from '../../features/quotes/connection.service.ts';
import { dataKeyOwner } from '../../features/records/data-keys.ts';
import { sealOwner } from '../../features/two-factor/verify-code.ts';
import type { Seal } from '../../seal.ts';
import { type Asking, nameOf, readContent } from '../backup/catalog.ts';
import type { Manifest, TableEntry } from '../backup/manifest.ts';

/** Tables whose content is not what the manifest says, one sentence each. */
export async function compareTables(client: Asking, tables: readonly TableEntry[]): Promise<string[]> {
  const faults: string[] = [];
  for (const table of tables) {
    const found = await readContent(client, table);
    if (found.rows !== table.rows) {
      faults.push(`${table.name} has ${found.rows} rows instead of ${table.rows}.`);
    } else if (found.content !== table.content) {
      faults.push(`The rows of ${table.name} don't match the backup.`);
    }
  }
  return faults;
}

/** Problems that would make a restored database fail later, one sentence each. */
export async function inspectDatabase(client: pg.Client): Promise<string[]> {
  return [
    ...(await brokenReferences(client)),
    ...(await sequencesBehind(client)),
    ...(await openTables(client)),
    ...(await wrongOwners(client)),
    ...(await unreadableAudit(client)),
  ];
}

async function brokenReferences(client: Asking): Promise<string[]> {
  const { rows } = await client.query<{ name: string; table: string }>(
    `select conname as name, conrelid::regclass::text as table from pg_constraint where contype = 'f' and not convalidated`,
  );
  return rows.map(({ name, table }) => `The references ${name} of ${table} couldn't be verified.`);
}

async function sequencesBehind(client: Asking): Promise<string[]> {
  const { rows } = await client.query<{ schema: string; name: string; column: string; sequence: string }>(
    `select n.nspname as schema, c.relname as name, a.attname as column,
            pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), a.attname) as sequence
     from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind = 'r' and a.attidentity <> ''`,
  );
  const faults: string[] = [];
  for (const { column, sequence, ...table } of rows) {
    const { rows: behind } = await client.query(
      `select from ${sequence} s where s.last_value < (select max(${column}) from ${nameOf(table)})`,
    );
    if (behind.length > 0) faults.push(`The next id of ${table.name} is already taken.`);
  }
  return faults;
}

/** Tables of accounts that row-level security does not close, and rows that show without an account. */
export async function openTables(client: Asking): Promise<string[]> {
  const { rows } = await client.query<AccountTable>(ACCOUNT_TABLES);
  const faults = rows.filter(({ closed }) => !closed).map(({ name }) => `Row-level security is off for ${name}.`);
  await asApplication(client, async () => {
    for (const table of rows) {
      const { rows: seen } = await client.query(`select from ${nameOf(table)} limit 1`);
      if (seen.length > 0) faults.push(`${table.name} shows rows to the application without an account.`);
    }
  });
  return faults;
}

/** Restores the connection's role whatever happens. */
async function asApplication<T>(client: Asking, look: () => Promise<T>): Promise<T> {
  try {
    await client.query(`begin; set local role ${APP_ROLE}`);
    return await look();
  } finally {
    await client.query('rollback');
  }
}

/** Functions that read across accounts and are not owned by their intended role. */
async function wrongOwners(client: Asking): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select oid::regprocedure::text as name from pg_proc
     where pronamespace = 'public'::regnamespace and prosecdef and proowner <> 'bellwether_definer'::regrole`,
  );
  return rows.map(({ name }) => `The function ${name} belongs to the wrong role.`);
}

/** Each account reads its own audit log as the application does. */
async function unreadableAudit(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ account_id: number; rows: number }>(
    'select account_id, count(*)::float8 as rows from audit_log group by account_id',
  );
  const faults: string[] = [];
  for (const { account_id: account, rows: expected } of rows) {
    const { rows: seen } = await asApplication(client, async () => {
      await client.query(`set local app.account_id = '${account}'`);
      return client.query<{ rows: number }>('select count(*)::float8 as rows from audit_log');
    });
    if (seen[0]?.rows !== expected) faults.push(`Account ${account} can't read all of its audit log.`);
  }
  return faults;
}

interface SealedRow {
  readonly owner: string;
  readonly sealed: Buffer;
}

/** Secrets that rows hold, each with the name that is bound into it; `most` of each kind. */
export async function readSealed(client: Asking, most: number): Promise<SealedRow[]> {
  const seeds = await client.query<{ user_id: number; sealed: Buffer }>(
    `select user_id, coalesce(seed, pending_seed) as sealed from two_factors
     where coalesce(seed, pending_seed) is not null limit ${most}`,
  );
  const messages = await client.query<{ account_id: number; sealed: Buffer }>(
    `select account_id, sealed from outgoing_messages order by id desc limit ${most}`,
  );
  return [
    ...(await readDataKeys(client, most)),
    ...(await readQuoteKeys(client, most)),
    ...seeds.rows.map(({ user_id: user, sealed }) => ({ owner: sealOwner(user), sealed })),
    ...messages.rows.map(({ account_id: account, sealed }) => ({ owner: messageOwner(account), sealed })),
  ];
}

/** Keys that encrypt contacts' numbers and prescriptions; an earlier backup has none. */
async function readDataKeys(client: Asking, most: number): Promise<SealedRow[]> {
  const { rows: found } = await client.query<{ there: boolean }>(
    `select to_regclass('data_keys') is not null as there`,
  );
  if (found[0]?.there !== true) return [];
  const { rows } = await client.query<{ business_unit_id: number | null; sealed: Buffer }>(
    `select business_unit_id, sealed from data_keys order by id limit ${most}`,
  );
  return rows.map(({ business_unit_id: unit, sealed }) => ({ owner: dataKeyOwner(unit), sealed }));
}

/** Agencies' encrypted CSG keys; an earlier backup has none. */
async function readQuoteKeys(client: Asking, most: number): Promise<SealedRow[]> {
  const { rows: found } = await client.query<{ there: boolean }>(
    `select to_regclass('quote_connections') is not null as there`,
  );
  if (found[0]?.there !== true) return [];
  const { rows } = await client.query<{ account_id: number; sealed: Buffer }>(
    `select account_id, sealed from quote_connections limit ${most}`,
  );
  return rows.map(({ account_id: account, sealed }) => ({ owner: quoteKeyOwner(account), sealed }));
}

/** Number of secrets that the keys can't decrypt. */
export function closedTo(seal: Seal, rows: readonly SealedRow[]): number {
  return rows.filter(({ owner, sealed }) => {
    try {
      seal.open(sealed, owner);
      return false;
    } catch {
      return true;
    }
  }).length;
}

/** Files that rows name and neither the backup has nor the storage had. */
export const unknownFiles = (
  fileKeys: readonly string[],
  { files, missing_files: missing, bucket }: Manifest,
): string[] => {
  if (bucket !== null) return [];
  const known = new Set([...files.map(({ key }) => key), ...missing]);
  return fileKeys.filter((key) => !known.has(key)).map((key) => `The uploaded file ${key} isn't in the backup.`);
};
