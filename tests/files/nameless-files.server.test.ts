import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { importAttachments } from '#contract/files.contract.ts';
import { withAccount } from '../../server/db/tx.ts';
import { findNamed } from '../../server/features/files/attachments.sql.ts';
import { removeNameless } from '../../server/features/files/remove-nameless.ts';
import type { Client } from '../_api/app.ts';
import { type FilesDesk, openFilesDesk } from './files-desk.ts';
import { photo, zipOf } from './sample-files.ts';

const HOUR_MS = 3_600_000;

let it: FilesDesk;
let agent: Client;

beforeAll(async () => {
  it = await openFilesDesk();
  agent = await it.signIn('agent');
});
afterAll(() => it.close());
beforeEach(() => it.clear());

/** Puts bytes into the storage that came so many hours ago. */
async function lay(key: string, hours: number): Promise<void> {
  await it.deps.storage.save(key, Readable.from(['x']));
  age(key, hours);
}

function age(key: string, hours: number): void {
  const at = new Date(it.deps.now().getTime() - hours * HOUR_MS);
  utimesSync(join(it.deps.config.dataDir, 'files', key), at, at);
}

describe('the sweep of the storage', () => {
  test('removes unreferenced files older than a day', async () => {
    for (const key of ['file-0001', 'import-0001', 'import-0001-heads', 'import-0001-sheet-2', 'print-0001'])
      await lay(key, 25);
    await lay('file-0002', 23);
    await lay('other-0001', 25);

    await removeNameless(it.deps);

    expect(it.stored()).toEqual(['file-0002', 'other-0001']);
  });

  test('keeps what a file, a ZIP under way, an import or a print names, and what was made of it', async () => {
    const contact = await it.contact('agent');
    await it.upload(agent, contact, 'me.png', await photo('png'));
    await it.check();
    await it.upload(agent, contact, 'waits.png', await photo('png'));
    const zip = new Uint8Array(await zipOf([{ name: 'a.txt', content: 'x' }]));
    await agent.call(importAttachments, { body: {}, file: new File([zip], 'a.zip') });
    const { accountId, id } = it.world.people.agent;
    await it.sql(
      `insert into imports (account_id, user_id, actor_id, owner_id, file_name, file_bytes, file_key)
       values ($1, $2, $2, $2, 'a.csv', 1, 'import-named')`,
      [accountId, id],
    );
    await it.sql(
      `insert into print_jobs (account_id, user_id, actor_id, jid, kind, options, selection, total, file_key, created_at)
       values ($1, $2, $2, 'named', 'labels', '{}', '{}', 1, 'print-named', now())`,
      [accountId, id],
    );
    for (const key of ['import-named', 'import-named-heads', 'import-named-sheet-0', 'print-named']) await lay(key, 25);
    const before = it.stored();
    for (const key of before) age(key, 25);

    await removeNameless(it.deps);

    expect([before.length, it.stored()]).toEqual([9, before]);
  });

  test("removes a row's file that counts as deleted", async () => {
    const contact = await it.contact('agent');
    await it.upload(agent, contact, 'note.txt', 'x');
    await it.sql('update files set removed_at = now()');
    for (const key of it.stored()) age(key, 25);

    await removeNameless(it.deps);

    expect(it.stored()).toEqual([]);
  });
});

describe('contacts with an e-mail', () => {
  const find = (email: string) =>
    withAccount(it.deps.pool, { accountId: it.world.accountId }, (tx) => findNamed(tx, { email }));

  test('are found by either address, in any letters, and no deleted ones', async () => {
    const first = await it.contact('agent', { email: 'Zoe@example.com' });
    const second = await it.contact('agent', { email: 'x@example.com', email_2: 'zoe@Example.com' });
    await it.contact('agent', { email: 'zoe@example.com', deleted_at: '2026-11-01' });

    expect(await find('ZOE@example.com')).toEqual([first, second]);
  });

  test('are found without a look at the others', async () => {
    const { accountId, businessUnitId, id } = it.world.people.agent;
    await it.sql(
      `insert into contacts (account_id, business_unit_id, owner_id, number, first_name, last_name, email, email_2)
       select $1, $2, $3, 100000 + n, 'A', 'B', 'a' || n || '@example.com', 'b' || n || '@example.com'
       from generate_series(1, 20000) n`,
      [accountId, businessUnitId, id],
    );
    await it.sql('analyze contacts');
    const plans = await withAccount(it.deps.pool, { accountId }, async (tx) => {
      const explained = 'explain (analyze, buffers, format json) select find_contacts_by_email($1)';
      await tx.raw(explained, ['a7@example.com']);
      return tx.raw<{ 'QUERY PLAN': [{ Plan: { 'Shared Hit Blocks': number } }] }>(explained, ['b9@example.com']);
    });

    expect(plans[0]?.['QUERY PLAN'][0].Plan['Shared Hit Blocks']).toBeLessThan(50);
  });
});
