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

/** What the next release may do to every table, and to a schema that this one knows. */
const NEXT = `
  create table next_release (account_id bigint not null, id bigint generated always as identity primary key);
  call isolate_by_account('next_release');
  do $$ declare found text; begin
    for found in select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
      and relname not like 'kysely_%' and relname <> 'next_release'
    loop
      execute format('alter table %I add column of_next_release text not null default %L', found, 'new');
      execute format('alter table %I add column also_next jsonb', found);
    end loop;
  end $$`;

/** Migrates a database as the next release would. */
async function migrateToNext({ url, pool }: TestDatabase): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bellwether-next-'));
  cpSync(MIGRATIONS, folder, { recursive: true });
  writeFileSync(join(folder, '9000_next.sql'), NEXT);
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
