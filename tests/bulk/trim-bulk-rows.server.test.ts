import { afterAll, beforeAll, expect, test } from 'vitest';
import { listRefusedRows, undoBulkJob, updateTagsOfGroup } from '#contract/bulk.contract.ts';
import { withAccount } from '../../server/db/tx.ts';
import { bulkChangesOf } from '../../server/features/bulk/bulk-changes.service.ts';
import { trimBulkRows } from '../../server/features/bulk/trim-bulk-rows.ts';
import { type BulkDesk, openBulkDesk } from './bulk-desk.ts';

let it: BulkDesk;
beforeAll(async () => {
  it = await openBulkDesk();
});
afterAll(() => it.close());

test('rows of jobs that cannot be undone any more are trimmed, and what changed stays in the history', async () => {
  const hot = await it.tag('hot');
  const ids = [
    await it.add({ owner: 'agent' }),
    await it.add({ owner: 'agent', tag_ids: [hot] }),
    await it.add({ owner: 'far' }),
    await it.add({ owner: 'agent' }),
  ];
  const ask = async () => {
    const { body } = await it.agent.call(updateTagsOfGroup, { body: { ids, tag_ids: [hot] } });
    return body.data.job?.id ?? 0;
  };
  const old = await ask();
  const undone = await it.agent.call(undoBulkJob, { params: { id: old } });
  const older = await ask();
  await it.sql(`update bulk_jobs set finished_at = finished_at - interval '8 days'`);
  const stopped = await ask();
  await it.sql(`update bulk_jobs set finished_at = finished_at - interval '8 days', status = 'undoing' where id = $1`, [
    stopped,
  ]);
  const fresh = await ask();

  await trimBulkRows(it.deps, 2);
  await trimBulkRows(it.deps, 2);

  const rows = await it.sql<{ job_id: number; position: number; before: unknown }>(
    'select job_id, position, before from bulk_rows order by job_id, position',
  );
  const left = (id: number) =>
    rows.filter(({ job_id }) => job_id === id).map(({ position, before }) => [position, before]);
  const whole = [1, 2, 3, 4].map((position) => [position, null]);
  expect([undone.body.data.undo, left(old), left(older), left(stopped), left(fresh)]).toEqual([
    { put_back: 2, kept: 0 },
    [
      [1, null],
      [4, null],
    ],
    [
      [1, null],
      [4, null],
    ],
    whole,
    whole,
  ]);

  const history = await withAccount(it.deps.pool, { accountId: it.world.accountId }, (tx) =>
    bulkChangesOf(tx, ids[0] ?? 0, { most: 10 }),
  );
  expect(history.map(({ jobId, undone: isUndone }) => [jobId, isUndone])).toEqual([
    [older, false],
    [old, true],
  ]);
  const refused = await it.agent.call(listRefusedRows, { params: { id: older } });
  expect([refused.body.data, refused.body.meta.total_count]).toEqual([[], 0]);
  const late = await it.sql<{ trimmed: boolean }>('select trimmed from bulk_jobs order by id');
  expect(late.map(({ trimmed }) => trimmed)).toEqual([true, true, false, false]);
});
