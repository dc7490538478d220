import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  BULK_AT_ONCE,
  type BulkReply,
  listBulkJobs,
  listRefusedRows,
  readSelectedItems,
  selectFirstLast,
  undoBulkJob,
  updateGroupOfContacts,
  updatePoolOfGroup,
  updateStatusOfGroup,
  updateTagsOfGroup,
  deleteContacts,
  restoreContacts,
} from '#contract/bulk.contract.ts';
import { confirmIdentity } from '#contract/session.contract.ts';
import { PASSWORD } from '../_db/world.ts';
import { type BulkDesk, openBulkDesk } from './bulk-desk.ts';

let it: BulkDesk;
let hot: number;
let cold: number;
beforeAll(async () => {
  it = await openBulkDesk();
  hot = await it.tag('hot');
  cold = await it.tag('cold');
});
afterAll(() => it.close());
beforeEach(() => it.sql('truncate contacts, bulk_jobs, bulk_rows, events, audit_log cascade'));

const scope = { contact_group: 'mine' } as const;
const tagsOf = async (ids: readonly number[]) =>
  (await it.sql<{ tag_ids: number[] }>('select tag_ids from contacts where id = any($1) order by id', [ids])).map(
    ({ tag_ids }) => tag_ids,
  );
const jobOf = ({ data: { job } }: BulkReply) => {
  if (job === null) throw new Error('there is no job');
  return job;
};

describe('a small selection', () => {
  test('changes immediately and returns what changed, what was unchanged and what was refused', async () => {
    const a = await it.add({ owner: 'agent', last_name: 'A' });
    const b = await it.add({ owner: 'agent', last_name: 'B', tag_ids: [hot] });
    const gone = await it.add({ owner: 'agent', last_name: 'Gone', deleted_at: '2026-01-01T00:00:00Z' });
    const far = await it.add({ owner: 'far', last_name: 'Far' });

    const { body } = await it.agent.call(updateTagsOfGroup, { body: { ids: [a, b, gone, far], tag_ids: [hot] } });

    const job = jobOf(body);
    expect([body.data.ids, job.status, job.counts, job.names]).toEqual([
      [a],
      'done',
      { changed: 1, unchanged: 1, refused: 2 },
      ['hot'],
    ]);
    expect(await tagsOf([a, b, far])).toEqual([[hot], [hot], []]);
    const refused = await it.agent.call(listRefusedRows, { params: { id: job.id } });
    expect(refused.body.data.map(({ contact, reason }) => [contact?.name ?? null, reason])).toEqual([
      ['Gone', 'deleted'],
      [null, 'not_seen'],
    ]);
  });

  test('is undone immediately', async () => {
    const ids = [await it.add({ owner: 'agent', tag_ids: [cold, hot] }), await it.add({ owner: 'agent' })];
    const before = await it.hash();
    const { body } = await it.agent.call(updateTagsOfGroup, { body: { ids, tag_ids: [hot], mode: 'replace' } });
    expect(await tagsOf(ids)).toEqual([[hot], [hot]]);

    const undone = await it.agent.call(undoBulkJob, { params: { id: jobOf(body).id } });

    expect([undone.body.data.status, undone.body.data.undo]).toEqual(['undone', { put_back: 2, kept: 0 }]);
    expect(await it.hash()).toBe(before);
  });

  test.each([
    ['add', [[1], [1, 2], [1, 2]]],
    ['remove', [[], [2], [2]]],
    ['replace', [[1], [1], [1]]],
  ] as const)('takes tags by the mode %s', async (mode, wanted) => {
    const ids = [
      await it.add({ owner: 'agent' }),
      await it.add({ owner: 'agent', tag_ids: [hot, cold] }),
      await it.add({ owner: 'agent', tag_ids: [cold] }),
    ];

    await it.agent.call(updateTagsOfGroup, { body: { ids, tag_ids: [hot], mode } });

    expect(await tagsOf(ids)).toEqual(wanted.map((tags) => tags.map((tag) => (tag === 1 ? hot : cold))));
  });

  test('gets a group, a status and an agentflow status, and loses them again', async () => {
    const make = async (table: string) =>
      (
        await it.sql<{ id: number }>(`insert into ${table} (account_id, name) values ($1, $2) returning id`, [
          it.world.accountId,
          `${table} of ${expect.getState().currentTestName}`,
        ])
      )[0]?.id ?? 0;
    const [group_id, status_id, agentflow_status_id] = [
      await make('groups'),
      await make('statuses'),
      await make('agentflow_statuses'),
    ];
    const ids = [await it.add({ owner: 'agent' })];
    const read = () => it.sql('select group_id, status_id, agentflow_status_id from contacts');

    await it.agent.call(updateGroupOfContacts, { body: { ids, group_id } });
    await it.agent.call(updateStatusOfGroup, { body: { ids, status_id } });
    await it.agent.call(updateStatusOfGroup, { body: { ids, agentflow_status_id } });
    expect(await read()).toEqual([{ group_id, status_id, agentflow_status_id }]);

    await it.agent.call(updateGroupOfContacts, { body: { ids, group_id: null } });
    await it.agent.call(updateStatusOfGroup, { body: { ids, status_id: null } });
    expect(await read()).toEqual([{ group_id: null, status_id: null, agentflow_status_id }]);
  });

  test('moves to a pool that the caller holds, and to no other', async () => {
    const ids = [await it.add({ owner: 'agent' })];
    const held = await it.agent.call(updatePoolOfGroup, { body: { ids, pool_id: it.pools.held } });
    const foreign = await it.agent.call(updatePoolOfGroup, { body: { ids, pool_id: it.pools.foreign } });

    expect([held.status, foreign.status]).toEqual([200, 422]);
    expect(await it.sql('select pool_id from contacts')).toEqual([{ pool_id: it.pools.held }]);
  });

  test('leaves a contact alone that would get more than fifty tags', async () => {
    const tags = await Promise.all(Array.from({ length: 50 }, (_, n) => it.tag(`many ${n}`)));
    const id = await it.add({ owner: 'agent', tag_ids: tags.toSorted((a, b) => a - b) });

    const { body } = await it.agent.call(updateTagsOfGroup, { body: { ids: [id], tag_ids: [hot] } });

    const refused = await it.agent.call(listRefusedRows, { params: { id: jobOf(body).id } });
    expect(refused.body.data.map(({ reason }) => reason)).toEqual(['too_many_tags']);
  });

  test('counts a deleted tag as refused input', async () => {
    const id = await it.add({ owner: 'agent' });
    const { status } = await it.agent.call(updateTagsOfGroup, { body: { ids: [id], tag_ids: [999_999] } });
    expect([status, await it.sql('select from bulk_jobs')]).toEqual([422, []]);
  });
});

describe('a dry run', () => {
  test('counts and changes nothing', async () => {
    await it.many('agent', 3);
    const gone = await it.add({ owner: 'agent', deleted_at: '2026-01-01T00:00:00Z' });
    const has = await it.add({ owner: 'agent', tag_ids: [hot] });
    const before = await it.hash();
    const ids = [gone, has, 999_999];

    const chosen = await it.agent.call(updateTagsOfGroup, { body: { ids, tag_ids: [hot], dry_run: true } });
    const all = await it.agent.call(deleteContacts, { body: { contacts_scope: scope, dry_run: true } });

    expect(chosen.body.data).toEqual({
      ids: null,
      job: null,
      check: {
        total: 3,
        counts: { changed: 0, unchanged: 1, refused: 2 },
        opt_outs: null,
        by_reason: [
          { reason: 'deleted', contacts: 1 },
          { reason: 'not_seen', contacts: 1 },
        ],
      },
    });
    expect(all.body.data.check?.counts).toEqual({ changed: 4, unchanged: 0, refused: 0 });
    expect([await it.hash(), await it.sql('select from bulk_jobs')]).toEqual([before, []]);
  });

  test('counts many more than are looked up one by one, each as its own case', async () => {
    const ids = await it.many('agent', 20_003);
    await it.sql('update contacts set tag_ids = array[$1::bigint] where id = any($2)', [hot, ids.slice(0, 7)]);
    await it.many('peer', 2);

    const all = await it.agent.call(updateTagsOfGroup, {
      body: { contacts_scope: scope, without_ids: ids.slice(-2), tag_ids: [hot], dry_run: true },
    });

    expect(all.body.data.check).toEqual({
      total: 20_001,
      counts: { changed: 19_994, unchanged: 7, refused: 0 },
      opt_outs: null,
      by_reason: [],
    });
  });

  test('says what a selection is, in words and by its first contacts', async () => {
    await it.many('agent', 12);
    const { body } = await it.agent.call(readSelectedItems, {
      body: {
        selection: { contacts_scope: { ...scope, q: 'many' }, select_n: 10, from_end: true },
        changes: [{ action: 'delete' }, { action: 'restore' }],
      },
    });

    const { first, checks, ...rest } = body.data;
    expect([rest, first.map(({ name }) => name), checks.map(({ counts }) => counts)]).toEqual([
      { sentence: 'the last 10 of Mine, matching “many”', count: 10 },
      ['Many 0000012', 'Many 0000011', 'Many 0000010', 'Many 0000009', 'Many 0000008'],
      [
        { changed: 10, unchanged: 0, refused: 0 },
        { changed: 0, unchanged: 10, refused: 0 },
      ],
    ]);
  });

  test.each([
    [5, false, { count: 5, first: 'Many 0000001', last: 'Many 0000005' }],
    [5, true, { count: 5, first: 'Many 0000008', last: 'Many 0000012' }],
    [50, false, { count: 12, first: 'Many 0000001', last: 'Many 0000012' }],
  ] as const)('%i from the end %s is between two contacts', async (select_n, from_end, wanted) => {
    await it.many('agent', 12);
    const { body } = await it.agent.call(selectFirstLast, { body: { contacts_scope: scope, select_n, from_end } });
    const { count, first, last } = body.data;
    expect({ count, first: first?.name, last: last?.name }).toEqual(wanted);
  });
});

describe('a scope', () => {
  test('of more than the limit becomes a job', async () => {
    const ids = await it.many('agent', BULK_AT_ONCE + 1);
    await it.many('peer', 3);

    const { body } = await it.agent.call(updateTagsOfGroup, { body: { contacts_scope: scope, tag_ids: [hot] } });

    const queued = jobOf(body);
    expect([body.data.ids, queued.status, queued.total, queued.sentence]).toEqual([null, 'queued', 201, 'Mine']);
    const running = await it.agent.call(listBulkJobs, { query: { running: 'true' } });
    expect(running.body.data.map(({ id }) => id)).toEqual([queued.id]);

    await it.run(queued.id);
    const done = await it.read(queued.id);
    expect([done.status, done.done, done.counts]).toEqual(['done', 201, { changed: 201, unchanged: 0, refused: 0 }]);
    expect(new Set((await tagsOf(ids)).flat())).toEqual(new Set([hot]));
    expect(
      await it.sql('select from contacts where owner_id = $1 and tag_ids <> $2', [it.world.people.peer.id, []]),
    ).toEqual([]);
  });

  test('is done without the contacts that were taken out by hand', async () => {
    const ids = await it.many('agent', 4);
    const without_ids = [ids[1] ?? 0, ids[3] ?? 0];

    const { body } = await it.agent.call(deleteContacts, { body: { contacts_scope: scope, select_n: 3, without_ids } });

    expect(body.data.ids).toEqual([ids[0], ids[2]]);
  });

  test('that is deleted whole needs a proof of identity, which restoring does not', async () => {
    await it.many('agent', BULK_AT_ONCE + 1);
    const ask = () => it.agent.call(deleteContacts, { body: { contacts_scope: scope } });

    it.advance(16 * 60_000);
    const refused = await ask();
    await it.agent.call(confirmIdentity, { body: { password: PASSWORD } });
    const taken = await ask();
    await it.run(jobOf(taken.body).id);
    const back = await it.agent.call(restoreContacts, { body: { contacts_scope: { contact_group: 'deleted' } } });
    await it.run(jobOf(back.body).id);

    expect([refused.status, taken.status, back.status]).toEqual([403, 200, 200]);
    expect((await it.read(jobOf(back.body).id)).counts.changed).toBe(201);
  });
});

describe('a contact deleted more than 90 days ago', () => {
  const DAY_MS = 86_400_000;
  const daysAgo = (days: number) => new Date(it.deps.now().getTime() - days * DAY_MS).toISOString();

  test('is not restored: it may be purged at any time, its files first', async () => {
    const late = await it.add({ owner: 'agent', deleted_at: daysAgo(90.1) });
    const soon = await it.add({ owner: 'agent', deleted_at: daysAgo(89.9) });

    const { body } = await it.agent.call(restoreContacts, { body: { ids: [late, soon] } });

    expect(jobOf(body).counts).toEqual({ changed: 1, unchanged: 0, refused: 1 });
    const refused = await it.agent.call(listRefusedRows, { params: { id: jobOf(body).id } });
    expect(refused.body.data.map(({ reason }) => reason)).toEqual(['expired']);
  });

  test('is deleted from now on when its restoration is undone', async () => {
    const id = await it.add({ owner: 'agent', deleted_at: daysAgo(89) });
    const { body } = await it.agent.call(restoreContacts, { body: { ids: [id] } });
    await it.sql(`update bulk_rows set before = jsonb_set(before, '{deleted_at}', to_jsonb($1::timestamptz))`, [
      daysAgo(95),
    ]);

    await it.agent.call(undoBulkJob, { params: { id: jobOf(body).id } });
    await it.undo(jobOf(body).id);

    const [row] = await it.sql<{ deleted_at: Date }>('select deleted_at from contacts where id = $1', [id]);
    expect((row?.deleted_at.toISOString() ?? '') > daysAgo(1)).toBe(true);
  });
});

test('one contact tells of its change in its own history, several in the job', async () => {
  const [a, b, c] = [
    await it.add({ owner: 'agent' }),
    await it.add({ owner: 'agent' }),
    await it.add({ owner: 'agent' }),
  ];
  await it.agent.call(deleteContacts, { body: { ids: [a] } });
  const { body } = await it.agent.call(deleteContacts, { body: { ids: [b, c] } });

  expect(await it.sql('select action, subject_type, subject_id from audit_log order by id')).toEqual([
    { action: 'contacts.deleted', subject_type: 'contact', subject_id: a },
    { action: 'contacts.deleted', subject_type: 'bulk_job', subject_id: jobOf(body).id },
  ]);
});
