import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BulkChange, listRefusedRows, readSelectedItems, undoBulkJob } from '#contract/bulk.contract.ts';
import { changeSelection } from '../../server/features/bulk/bulk.service.ts';
import { type BulkDesk, openBulkDesk } from './bulk-desk.ts';

let it: BulkDesk;
let tags: number[];
let groups: number[];
let statuses: number[];
beforeAll(async () => {
  it = await openBulkDesk();
  tags = [await it.tag('one'), await it.tag('two'), await it.tag('three')];
  groups = await make('groups');
  statuses = await make('statuses');
});
afterAll(() => it.close());

const clear = () => it.sql('truncate contacts, bulk_jobs, bulk_rows, events, audit_log cascade');
const make = async (table: string) =>
  (
    await it.sql<{ id: number }>(
      `insert into ${table} (account_id, name) select $1, n::text from generate_series(1, 2) n returning id`,
      [it.world.accountId],
    )
  ).map(({ id }) => id);

/** Initial states of a contact: indexes, since the rows are created before the run. */
const person = fc.record({
  tags: fc.uniqueArray(fc.nat(2), { maxLength: 3 }),
  group: fc.option(fc.nat(1)),
  status: fc.option(fc.nat(1)),
  deleted: fc.boolean(),
});

const wish = fc.oneof(
  fc.record({
    action: fc.constant('tags' as const),
    mode: fc.constantFrom('add' as const, 'remove' as const, 'replace' as const),
    tags: fc.uniqueArray(fc.nat(2), { minLength: 1, maxLength: 3 }),
  }),
  fc.record({ action: fc.constant('group' as const), to: fc.option(fc.nat(1)) }),
  fc.record({ action: fc.constant('status' as const), to: fc.option(fc.nat(1)) }),
  fc.record({ action: fc.constantFrom('delete' as const, 'restore' as const) }),
);

const at = (list: readonly number[], index: number | null) => (index === null ? null : (list[index] ?? null));

function changeOf(asked: typeof wish extends fc.Arbitrary<infer Wish> ? Wish : never): BulkChange {
  switch (asked.action) {
    case 'tags':
      return { action: 'tags', mode: asked.mode, tag_ids: asked.tags.map((index) => tags[index] ?? 0) };
    case 'group':
      return { action: 'group', group_id: at(groups, asked.to) };
    case 'status':
      return { action: 'status', status_id: at(statuses, asked.to) };
    default:
      return { action: asked.action };
  }
}

type Person = typeof person extends fc.Arbitrary<infer One> ? One : never;

async function settle(people: readonly Person[]): Promise<number[]> {
  await clear();
  const ids = await it.many('agent', people.length);
  await it.sql(
    `update contacts c set tag_ids = p.tags, group_id = p.group_id, status_id = p.status_id,
       deleted_at = case when p.deleted then timestamptz '2026-01-02 03:04:05.678901Z' end
     from (select (each ->> 'id')::bigint as id, (each ->> 'group')::bigint as group_id,
             (each ->> 'status')::bigint as status_id, (each ->> 'deleted')::boolean as deleted,
             array(select jsonb_array_elements_text(each -> 'tags')::bigint) as tags
           from jsonb_array_elements($1::jsonb) each) p where c.id = p.id`,
    [
      JSON.stringify(
        people.map((one, index) => ({
          id: ids[index],
          tags: one.tags.map((tag) => tags[tag]),
          group: at(groups, one.group),
          status: at(statuses, one.status),
          deleted: one.deleted,
        })),
      ),
    ],
  );
  return ids;
}

const caller = () => ({ identity: it.identityOf('agent'), requestId: 'property' });

async function change(ids: readonly number[], what: BulkChange) {
  const asked = { selection: { ids: [...ids] }, change: what, dryRun: false, audit: 'contacts.tagged' };
  const { job } = await changeSelection(it.deps, caller(), asked);
  if (job === null) throw new Error('there is no job');
  return job;
}

test('a change is what its dry run said, and undoing it is the identity', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(person, { minLength: 1, maxLength: 20 }), wish, async (people, asked) => {
      const ids = await settle(people);
      const what = changeOf(asked);
      const before = await it.hash();
      const { body } = await it.agent.call(readSelectedItems, { body: { selection: { ids }, changes: [what] } });

      const job = await change(ids, what);
      expect([job.counts, job.done, job.status]).toEqual([body.data.checks[0]?.counts, people.length, 'done']);
      const isChanged = (await it.hash()) !== before;
      expect(isChanged).toBe(job.counts.changed > 0);

      if (isChanged) await it.agent.call(undoBulkJob, { params: { id: job.id } });
      expect(await it.hash()).toBe(before);
    }),
    { numRuns: 40, endOnFailure: true },
  );
});

test('an undo leaves exactly those that were edited in between, and lists them all', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(person, { minLength: 2, maxLength: 20 }),
      wish,
      fc.array(fc.nat(19), { maxLength: 6 }),
      async (people, asked, edits) => {
        const ids = await settle(people);
        const rowsOf = () =>
          it.sql<{ id: number }>('select id, tag_ids, group_id, status_id, deleted_at::text from contacts order by id');
        const before = await rowsOf();
        const job = await change(ids, changeOf(asked));
        fc.pre(job.counts.changed > 0);
        const changed = (
          await it.sql<{ id: number }>(`select contact_id as id from bulk_rows where outcome = 'changed' order by 1`)
        ).map(({ id }) => id);
        const edited = ids.filter((_id, index) => edits.includes(index));
        await it.sql(`update contacts set city = city || 'x', version = version + 1 where id = any($1)`, [edited]);
        const between = await rowsOf();

        const undone = await it.agent.call(undoBulkJob, { params: { id: job.id } });

        const wanted = changed.filter((id) => edited.includes(id));
        const kept = await it.agent.call(listRefusedRows, {
          params: { id: job.id },
          query: { of: 'undo', limit: 200 },
        });
        expect([undone.body.data.undo?.kept, kept.body.data.map(({ contact }) => contact?.id)]).toEqual([
          wanted.length,
          wanted,
        ]);
        expect(await rowsOf()).toEqual(before.map((row, index) => (wanted.includes(row.id) ? between[index] : row)));
      },
    ),
    { numRuns: 30, endOnFailure: true },
  );
});
