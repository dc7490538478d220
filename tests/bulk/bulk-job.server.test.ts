import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  BULK_CHUNK_ROWS,
  cancelBulkJob,
  listRefusedRows,
  readBulkJob,
  undoBulkJob,
  updateTagsOfGroup,
} from '#contract/bulk.contract.ts';
import { updateContact } from '#contract/contacts.contract.ts';
import type { ContactSelection } from '#contract/contacts/scope.contract.ts';
import { withAccount } from '../../server/db/tx.ts';
import { bulkChangesOf } from '../../server/features/bulk/bulk-changes.service.ts';
import { doStep, freeze } from '../../server/features/bulk/bulk-steps.ts';
import { tellJob } from '../../server/features/bulk/bulk-events.ts';
import { tellEnd } from '../../server/features/bulk/bulk-notice.ts';
import { pick, pickedIds } from '../../server/features/bulk/selection.ts';
import { type BulkDesk, openBulkDesk } from './bulk-desk.ts';
import { forgetNotices, noticesOf } from '../notifications/notices.ts';

let it: BulkDesk;
let hot: number;
beforeAll(async () => {
  it = await openBulkDesk();
  hot = await it.tag('hot');
});
afterAll(() => it.close());
beforeEach(() => it.sql('truncate contacts, bulk_jobs, bulk_rows, events, audit_log cascade'));

const watch = { measure: () => ({ rate: 100, elapsed: 10 }), tell: tellJob, notify: tellEnd };
const step = (id: number) =>
  withAccount(it.deps.pool, { accountId: it.world.accountId }, (tx) => doStep(it.deps, tx, id, watch));

/** The scope of the agent as a job of its own. */
async function tagAll(): Promise<number> {
  const { body } = await it.agent.call(updateTagsOfGroup, {
    body: { contacts_scope: { contact_group: 'mine' }, tag_ids: [hot] },
  });
  return body.data.job?.id ?? 0;
}

const tagged = async () => (await it.sql('select from contacts where tag_ids <> $1', [[]])).length;

test('what is selected is frozen when it is asked for', async () => {
  const [first = 0] = await it.many('agent', 300);
  const id = await tagAll();
  await it.many('agent', 5);
  await it.sql('update contacts set owner_id = $1 where id = $2', [it.identityOf('far').userId, first]);

  await it.run(id);

  expect([(await it.read(id)).counts, await tagged()]).toEqual([{ changed: 299, unchanged: 0, refused: 1 }, 299]);
});

describe('a selection too large to freeze when it is asked for', () => {
  /** Larger than the limit for freezing within the request. */
  async function tagAllLater(): Promise<number> {
    const id = await tagAll();
    const { selection } = (await it.sql<{ selection: ContactSelection }>('select selection from bulk_jobs'))[0] ?? {};
    await it.sql('delete from bulk_rows');
    await it.sql('update bulk_jobs set frozen = false');
    await withAccount(it.deps.pool, { accountId: it.world.accountId }, async (tx) => {
      const picked = await pick(it.deps, tx, it.identityOf('agent'), selection ?? { ids: [] });
      expect(await freeze(tx, id, { ids: pickedIds(picked), counted: 300 }, 299)).toBe(300);
    });
    return id;
  }

  test('means no contact that was made later', async () => {
    await it.many('agent', 300);
    const id = await tagAllLater();
    await it.many('agent', 5);

    await it.run(id);

    expect([(await it.read(id)).total, await tagged()]).toEqual([300, 300]);
  });

  test('ends with a sentence when it has grown over what was confirmed', async () => {
    const [peers = 0] = await it.many('peer', 1);
    await it.many('agent', 300);
    const id = await tagAllLater();
    await it.sql('update contacts set owner_id = $1 where id = $2', [it.world.people.agent.id, peers]);

    await it.run(id);

    const { status, failure, done } = await it.read(id);
    expect([status, failure, done, await tagged(), await it.sql('select from bulk_rows')]).toEqual([
      'failed',
      'The selection now has 301 contacts; you confirmed 300. Nothing was changed.',
      0,
      0,
      [],
    ]);
  });
});

test('a cancelled job ends after its chunk, and what it did can be undone', async () => {
  await it.many('agent', BULK_CHUNK_ROWS + 500);
  const before = await it.hash();
  const id = await tagAll();
  await step(id);
  await step(id);

  const cancelling = await it.agent.call(cancelBulkJob, { params: { id } });
  await it.run(id);
  const cancelled = await it.read(id);
  expect([cancelling.body.data.status, cancelled.status, cancelled.done, await tagged()]).toEqual([
    'cancelling',
    'cancelled',
    BULK_CHUNK_ROWS,
    BULK_CHUNK_ROWS,
  ]);

  await it.agent.call(undoBulkJob, { params: { id } });
  await it.undo(id);
  expect([(await it.read(id)).undo, await it.hash()]).toEqual([{ put_back: BULK_CHUNK_ROWS, kept: 0 }, before]);
});

test('a job whose worker was given up gets another one to be canceled', async () => {
  await it.many('agent', BULK_CHUNK_ROWS + 500);
  const id = await tagAll();
  await step(id);
  await it.sql(`update pgboss.job set state = 'failed', completed_on = now() where name = 'bulk.run'`);

  await it.agent.call(cancelBulkJob, { params: { id } });

  const waiting = `select data from pgboss.job where name = 'bulk.run' and state = 'created'`;
  expect(await it.sql(waiting)).toEqual([{ data: expect.objectContaining({ jobId: id }) }]);
  await it.run(id);
});

test("a queued job is canceled immediately, and an ended one isn't", async () => {
  await it.many('agent', 300);
  const id = await tagAll();
  const cancelled = await it.agent.call(cancelBulkJob, { params: { id } });
  const other = await tagAll();
  await it.run(other);
  const late = await it.agent.call(cancelBulkJob, { params: { id: other } });

  expect([cancelled.body.data.status, late.status]).toEqual(['cancelled', 409]);
});

test('contacts that the caller no longer sees are refused with the reason', async () => {
  const ids = await it.many('agent', 300);
  const id = await tagAll();
  await step(id);
  await it.sql('update contacts set owner_id = $1 where id = $2', [it.identityOf('far').userId, ids[7]]);

  await it.run(id);

  const { body } = await it.agent.call(listRefusedRows, { params: { id } });
  expect([(await it.read(id)).counts, body.data]).toEqual([
    { changed: 299, unchanged: 0, refused: 1 },
    [{ position: 8, contact: null, reason: 'not_seen' }],
  ]);
});

test('a job whose caller has lost the permission fails with the reason and changes nothing more', async () => {
  await it.many('agent', 300);
  const id = await tagAll();
  await step(id);
  await it.sql('update users set active = false where id = $1', [it.world.people.agent.id]);
  try {
    await it.run(id);
  } finally {
    await it.sql('update users set active = true where id = $1', [it.world.people.agent.id]);
  }

  const { status, failure, done } = await it.read(id);
  expect([status, failure, done]).toEqual(['failed', 'The user who requested this no longer has permission.', 0]);
});

test('an undo skips and lists what has changed since, and has no second effect', async () => {
  const ids = await it.many('agent', 300);
  const id = await tagAll();
  await it.run(id);
  await it.agent.call(updateContact, { params: { id: ids[3] ?? 0 }, body: { contact: { city: 'Tampa' } } });
  await it.sql('update contacts set deleted_at = now(), version = version + 1 where id = $1', [ids[5]]);

  await it.agent.call(undoBulkJob, { params: { id } });
  await it.undo(id);
  const again = await it.agent.call(undoBulkJob, { params: { id } });
  await it.undo(id);

  const kept = await it.agent.call(listRefusedRows, { params: { id }, query: { of: 'undo' } });
  expect([
    again.body.data.status,
    again.body.data.undo,
    kept.body.data.map((row) => [row.contact?.id, row.reason]),
  ]).toEqual([
    'undone',
    { put_back: 298, kept: 2 },
    [
      [ids[3], 'changed_since'],
      [ids[5], 'deleted_since'],
    ],
  ]);
  expect(await tagged()).toBe(2);
});

test('an undo is refused after its week', async () => {
  const [id = 0] = await it.many('agent', 1);
  const { body } = await it.agent.call(updateTagsOfGroup, { body: { ids: [id], tag_ids: [hot] } });
  const job = body.data.job?.id ?? 0;
  await it.sql(`update bulk_jobs set finished_at = finished_at - interval '8 days'`);

  expect((await it.agent.call(undoBulkJob, { params: { id: job } })).status).toBe(409);
});

test('every chunk notifies its watchers, with one event per stream', async () => {
  await it.many('agent', 300);
  await forgetNotices(it.owner);
  const id = await tagAll();
  await it.run(id);
  await it.run(id);

  const { agent, manager, admin } = it.world.people;
  const events = await it.sql<{ stream: string; type: string; status: string }>(
    `select stream, body ->> 'type' as type, body #>> '{job,status}' as status from events order by id`,
  );
  const told = (stream: string) =>
    events.filter((event) => event.stream === stream).map(({ type, status }) => `${type} ${status}`);
  const job = ['bulk.changed queued', 'bulk.changed processing', 'bulk.changed done'];
  expect([`bulk:${id}`, `live:${manager.id}`, `live:${admin.id}`].map(told)).toEqual([job, job, job]);
  const notices = await noticesOf(it.owner, 'bulk');
  expect(notices).toEqual([[agent.id, 'Bulk change done: 300 contacts changed', `/contacts/bulk/${id}`, false]]);
  expect(told(`user:${agent.id}`)).toEqual([
    ...job.slice(0, 2),
    'contacts.changed null',
    'bulk.changed done',
    'resource.changed null',
  ]);
});

test('is visible to managers of the caller, and to no one else', async () => {
  const [id = 0] = await it.many('agent', 1);
  const { body } = await it.agent.call(updateTagsOfGroup, { body: { ids: [id], tag_ids: [hot] } });
  const params = { id: body.data.job?.id ?? 0 };
  const peer = await it.signIn('peer');

  expect([
    (await it.manager.call(readBulkJob, { params })).status,
    (await peer.call(readBulkJob, { params })).status,
  ]).toEqual([200, 404]);
});

test('the history of a contact knows the jobs that changed it, and whether they are undone', async () => {
  const ids = await it.many('agent', 3);
  const { body } = await it.agent.call(updateTagsOfGroup, { body: { ids, tag_ids: [hot] } });
  const jobId = body.data.job?.id ?? 0;
  const read = () =>
    withAccount(it.deps.pool, { accountId: it.world.accountId }, (tx) => bulkChangesOf(tx, ids[1] ?? 0, { most: 10 }));
  const before = await read();
  await it.agent.call(undoBulkJob, { params: { id: jobId } });

  const known = { jobId, change: { action: 'tags', mode: 'add', tag_ids: [hot] }, names: ['hot'] };
  expect([before, await read()]).toMatchObject([[{ ...known, undone: false }], [{ ...known, undone: true }]]);
});
