import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { listContacts } from '#contract/contacts/contact-list.contract.ts';
import { readImportAttempt, startImport, validateImport } from '#contract/imports.contract.ts';
import { signIn } from '#contract/session/sign-in.contract.ts';
import { migrate } from '../../server/db/migrate.ts';
import { MIGRATIONS } from '../../server/db/migrations.ts';
import { clientOf } from '../_api/app.ts';
import type { TestDatabase } from '../_db/database.ts';
import { PASSWORD } from '../_db/world.ts';
import { type Processes, startProcesses } from '../_telemetry/processes.ts';

/**
 * What the next release may do to every table, and to a schema that this one knows. A table at a time, as migrations have
 * to: one that held all of them could wait for a process that waits for it.
 */
const nextOf = (tables: readonly string[]): string =>
  [
    '-- no-transaction',
    'create table if not exists next_release (account_id bigint not null, id bigint generated always as identity primary key);',
    "call isolate_by_account('next_release');",
    ...tables.map(
      (table) =>
        `alter table "${table}" add column if not exists of_next_release text not null default 'new', add column if not exists also_next jsonb;`,
    ),
  ].join('\n');

const TABLES = `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
  and relname not like 'kysely_%' order by relname`;

/** Migrates a database as the next release would. */
async function migrateToNext({ url, pool }: TestDatabase): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bellwether-next-'));
  cpSync(MIGRATIONS, folder, { recursive: true });
  const { rows } = await pool.query<{ name: string }>(TABLES);
  writeFileSync(join(folder, '9000_next.sql'), nextOf(rows.map(({ name }) => name)));
  try {
    await migrate({ url, log: () => undefined, folder });
    await pool.query(`insert into schema_state (name, value) values ('release:next', '9000_next')`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

let it: Processes;
afterEach(() => it.stop());

/** Signs in, imports a person and finds them, by `web` and `jobs`. */
async function work(name: string): Promise<void> {
  const agent = clientOf(it.url, it.world.people.agent);
  await agent.call(signIn, { body: { username: 'agent', password: PASSWORD } });
  const file = new File([`First name,Last name,Email\n${name},Reyes,${name}@example.com\n`], `${name}.csv`);
  const { id } = (await agent.call(validateImport, { file })).body.data;
  await agent.call(startImport, { body: { import_id: id } });
  const statusOf = async () => (await agent.call(readImportAttempt, { params: { id } })).body.data.status;
  await vi.waitFor(async () => expect(await statusOf()).toBe('done'), { timeout: 30_000, interval: 100 });
  const search = [{ field: 'first_name' as const, value: name }];
  const found = await agent.call(listContacts, { body: { contacts_scope: { search } } });

  expect(found.body.data.map((contact) => contact.first_name)).toEqual([name]);
}

/** Warnings and errors, but for a line that a busy computer did not open within its two seconds and that is tried again. */
const failures = () =>
  (['web', 'jobs'] as const).flatMap((role) =>
    it.lines(role).filter(({ level, msg }) => Number(level) >= 40 && msg !== 'database line lost'),
  );

test('processes keep working while the next release migrates their database', async () => {
  it = await startProcesses({});
  await work('Before');
  await migrateToNext(it.database);
  await work('After');

  expect(failures()).toEqual([]);
});

test('processes start on the database of the next release, and migrate leaves it alone', async () => {
  it = await startProcesses(async (database) => {
    await migrateToNext(database);
    await migrate({ url: database.url, log: () => undefined });
    return {};
  });
  await work('Back');

  expect(failures()).toEqual([]);
});
