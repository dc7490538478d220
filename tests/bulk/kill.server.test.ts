import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { undoBulkJob, updateTagsOfGroup } from '#contract/bulk.contract.ts';
import { seededRandom } from '../../server/features/demo/seeded-random.ts';
import { type BulkDesk, openBulkDesk } from './bulk-desk.ts';
import { workUnderKills } from './bulk-kills.ts';

let it: BulkDesk;
beforeAll(async () => {
  it = await openBulkDesk();
});
afterAll(() => it.close());

test('a job and its undo end alike when their workers are killed', { timeout: 300_000 }, async () => {
  const hot = await it.tag('hot');
  await it.many('agent', 20_000);
  await it.sql('update contacts set tag_ids = array[$1::bigint] where id % 7 = 0', [hot]);
  await it.sql(`update contacts set deleted_at = '2026-01-01T00:00:00Z' where id % 11 = 0`);
  const before = await it.hash();
  const ask = { contacts_scope: { contact_group: 'mine' }, tag_ids: [hot] } as const;
  const calm = (await it.agent.call(updateTagsOfGroup, { body: { ...ask, tag_ids: [hot] } })).body.data.job?.id ?? 0;
  await it.run(calm);
  const wanted = [(await it.read(calm)).counts, await it.hash()];
  await it.agent.call(undoBulkJob, { params: { id: calm } });
  await it.undo(calm);

  const id = (await it.agent.call(updateTagsOfGroup, { body: { ...ask, tag_ids: [hot] } })).body.data.job?.id ?? 0;
  const plan = { kills: 4, withinMs: 300, random: seededRandom(7).next };
  const of = [join(import.meta.dirname, 'bulk-child.ts'), it.deps.config.databaseUrl ?? ''];
  const worker = [...of, String(it.world.accountId), String(id)];
  const hits = await workUnderKills({ ...plan, worker: [...worker, 'run'] });
  const done = await it.read(id);
  expect([done.status, done.done, [done.counts, await it.hash()]]).toEqual(['done', done.total, wanted]);

  await it.agent.call(undoBulkJob, { params: { id } });
  const undoHits = await workUnderKills({ ...plan, worker: [...worker, 'undo'] });
  expect([(await it.read(id)).undo, await it.hash()]).toEqual([{ put_back: done.counts.changed, kept: 0 }, before]);
  expect([hits > 1, undoHits > 1]).toEqual([true, true]);
});
