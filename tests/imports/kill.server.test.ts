import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ImportForm, startImport } from '#contract/imports.contract.ts';
import { createTag } from '#contract/tags.contract.ts';
import { contactFile } from '../../server/features/demo/contact-file.ts';
import { seededRandom } from '../../server/features/demo/seeded-random.ts';
import { contactsHash } from './contacts-hash.ts';
import { type ImportDesk, openImportDesk } from './import-desk.ts';
import { runUnderKills } from './worker-kills.ts';

// Ten kills, of the database too, are `npm run faults:import`: after each, a worker takes over within 13 s.

let it: ImportDesk;
beforeAll(async () => {
  it = await openImportDesk();
});
afterAll(() => it.close());

/** People who are there are left out and tagged, and columns without a field are kept. */
async function formOf(): Promise<ImportForm> {
  const tag = await it.agent.call(createTag, { body: { name: 'found again' } });
  return {
    fields: { 0: 'first_name', 1: 'last_name', 2: 'phone', 3: 'email' },
    keep_other_columns: true,
    scrub_against: { scope: 'mine' },
    updated_lead_tags: [tag.body.data.id],
  };
}

test('an import with killed workers ends like an undisturbed one', { timeout: 180_000 }, async () => {
  const csv = [...contactFile({ rows: 20_000, seed: 3 })].join('');
  const form = await formOf();
  const known = [...contactFile({ rows: 500, seed: 3 })].join('');
  await it.importFile(known);
  const calm = await it.importFile(csv, form);
  const wanted = await contactsHash(it.owner, it.world.accountId);
  await it.sql('truncate contacts, notes, import_rows, import_kept_rows cascade');

  await it.importFile(known);
  const { id } = await it.upload(csv, form);
  await it.agent.call(startImport, { body: { import_id: id } });
  const hits = await runUnderKills({
    databaseUrl: it.deps.config.databaseUrl ?? '',
    dataDir: it.deps.config.dataDir,
    kills: 2,
    random: seededRandom(5).next,
    begunAt: async () => {
      const [job] = await it.sql<{ at: string }>(
        `select started_on::text as at from pgboss.job where state = 'active' and data ->> 'importId' = $1`,
        [String(id)],
      );
      return job?.at ?? null;
    },
    isDone: async () => (await it.read(id)).status === 'done',
  });

  const { counts, done_rows, total_rows } = await it.read(id);
  expect([calm.counts.skipped > 300, calm.counts.created > 15_000]).toEqual([true, true]);
  expect([hits, done_rows, total_rows, counts]).toEqual([2, 20_000, 20_000, calm.counts]);
  expect(await contactsHash(it.owner, it.world.accountId)).toBe(wanted);
});
