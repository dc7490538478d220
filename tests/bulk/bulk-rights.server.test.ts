import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  BULK_AT_ONCE,
  readSelectedItems,
  undoBulkJob,
  updateGroupOfContacts,
  updatePoolOfGroup,
  updateStatusOfGroup,
  updateTagsOfGroup,
  deleteContacts,
  restoreContacts,
} from '#contract/bulk.contract.ts';
import { createContact, updateContact } from '#contract/contacts.contract.ts';
import type { Permission } from '#contract/access.contract.ts';
import { undoJob } from '../../server/features/bulk/bulk.service.ts';
import { type BulkDesk, openBulkDesk } from './bulk-desk.ts';

let it: BulkDesk;
beforeAll(async () => {
  it = await openBulkDesk();
});
afterAll(() => it.close());
beforeEach(() => it.sql('truncate contacts, statuses, agentflow_statuses, bulk_jobs, bulk_rows, audit_log cascade'));

/** A list row of the account, or of a user's business unit. */
async function row(table: string, name: string, unitOf: string | null = null): Promise<number> {
  const unit = unitOf === null ? null : it.identityOf(unitOf).businessUnitId;
  const rows = await it.sql<{ id: number }>(
    `insert into ${table} (account_id, name, business_unit_id) values ($1, $2, $3) returning id`,
    [it.world.accountId, name, unit],
  );
  return rows[0]?.id ?? 0;
}

describe('the undo', () => {
  test('puts a contact back on the shelf from which the holder has taken it out of their own sight', async () => {
    const id = await it.add({ owner: 'far', pool: it.pools.held });
    const taken = await it.agent.call(updatePoolOfGroup, { body: { ids: [id], pool_id: null } });

    const undone = await it.agent.call(undoBulkJob, { params: { id: taken.body.data.job?.id ?? 0 } });

    expect([taken.body.data.ids, undone.body.data.undo, await it.sql('select pool_id from contacts')]).toEqual([
      [id],
      { put_back: 1, kept: 0 },
      [{ pool_id: it.pools.held }],
    ]);
  });

  test('reveals nothing about an invisible contact that was changed since', async () => {
    const id = await it.add({ owner: 'far', pool: it.pools.held });
    const taken = await it.agent.call(updatePoolOfGroup, { body: { ids: [id], pool_id: null } });
    await it.sql('update contacts set version = version + 1');

    const undone = await it.agent.call(undoBulkJob, { params: { id: taken.body.data.job?.id ?? 0 } });

    expect([undone.body.data.undo, await it.sql('select kept from bulk_rows')]).toEqual([
      { put_back: 0, kept: 1 },
      [{ kept: 'not_seen' }],
    ]);
  });

  const undoWith = (id: number, permissions: readonly Permission[], sudoUntil: Date | null = null) =>
    undoJob(it.deps, { identity: { ...it.identityOf('agent'), permissions, sudoUntil }, requestId: 'r' }, id).then(
      ({ status }) => status,
      (error: { code: string }) => error.code,
    );

  test.each([
    ['tags', ['contacts.write'], 'undone'],
    ['tags', ['contacts.delete'], 'access_denied'],
    ['delete', ['contacts.delete'], 'undone'],
    ['delete', ['contacts.write'], 'access_denied'],
    ['restore', ['contacts.delete'], 'undone'],
    ['restore', ['contacts.write'], 'access_denied'],
  ] as const)('of %s with %s is %s', async (action, permissions, wanted) => {
    const deleted_at = it.deps.now().toISOString();
    const ids = [await it.add({ owner: 'agent', ...(action === 'restore' && { deleted_at }) })];
    const { body } = await {
      tags: async () =>
        it.agent.call(updateTagsOfGroup, {
          body: { ids, tag_ids: [await it.tag(expect.getState().currentTestName ?? '')] },
        }),
      delete: () => it.agent.call(deleteContacts, { body: { ids } }),
      restore: () => it.agent.call(restoreContacts, { body: { ids } }),
    }[action]();

    expect(await undoWith(body.data.job?.id ?? 0, permissions)).toBe(wanted);
  });

  test('of restoring many deletes them, which needs a proof of identity', async () => {
    await it.many('agent', BULK_AT_ONCE + 1);
    await it.sql('update contacts set deleted_at = now()');
    const { body } = await it.agent.call(restoreContacts, { body: { contacts_scope: { contact_group: 'deleted' } } });
    const id = body.data.job?.id ?? 0;
    await it.run(id);

    const without = await undoWith(id, ['contacts.delete']);
    const proven = await undoWith(id, ['contacts.delete'], new Date(it.deps.now().getTime() + 60_000));

    expect([without, proven]).toEqual(['sudo_required', 'undoing']);
  });
});

describe.each([
  ['status_id', 'statuses', 'status'],
  ['agentflow_status_id', 'agentflow_statuses', 'agentflow_status'],
] as const)('the %s of another business unit', (field, table, action) => {
  const given = (id: number) => (field === 'status_id' ? { status_id: id } : { agentflow_status_id: id });

  test('is not there for many contacts, also not in a dry run', async () => {
    const ids = [await it.add({ owner: 'agent' })];
    const foreign = await row(table, 'Foreign', 'far');
    const answers = await Promise.all(
      [foreign, 999_999].flatMap((id) => [
        it.agent.call(updateStatusOfGroup, { body: { ids, ...given(id) } }),
        it.agent.call(readSelectedItems, {
          body: { selection: { ids }, changes: [{ action, ...given(id) } as { action: 'status'; status_id: number }] },
        }),
      ]),
    );

    const said = answers.map(({ status, body }) => [status, JSON.stringify(body)]);
    const gone = `This ${action.replace('_', ' ')} no longer exists.`;
    expect(said).toEqual(Array.from({ length: 4 }, () => [422, expect.stringContaining(gone)]));
  });

  test('is not there for one contact', async () => {
    const id = await it.add({ owner: 'agent' });
    const foreign = await row(table, 'Foreign', 'far');
    const contact = given(foreign);

    const changed = await it.agent.call(updateContact, { params: { id }, body: { contact } });
    const made = await it.agent.call(createContact, { body: { contact: { last_name: 'New', ...contact } } });

    expect([changed.status, made.status, (await it.sql('select from contacts')).length]).toEqual([422, 422, 1]);
  });

  test("can be assigned by users who see the account, and their own unit's or one without a unit by everyone", async () => {
    const ids = [await it.add({ owner: 'agent' })];
    const [foreign, own, shared] = [
      await row(table, 'Foreign', 'far'),
      await row(table, 'Own', 'agent'),
      await row(table, 'Shared'),
    ];
    const admin = await it.signIn('admin');
    const answers = [
      await it.agent.call(updateStatusOfGroup, { body: { ids, ...given(own) } }),
      await it.agent.call(updateStatusOfGroup, { body: { ids, ...given(shared) } }),
      await admin.call(updateStatusOfGroup, { body: { ids, ...given(foreign) } }),
    ];

    expect(answers.map(({ status, body }) => [status, body.data.ids])).toEqual([
      [200, ids],
      [200, ids],
      [200, ids],
    ]);
  });

  test('has no name in the sentence of a selection', async () => {
    const foreign = await row(table, 'Foreign', 'far');
    const search = [{ field: action, value: String(foreign) }];
    const { body } = await it.agent.call(readSelectedItems, { body: { selection: { contacts_scope: { search } } } });

    expect(body.data.sentence).not.toContain('Foreign');
  });
});

test('a choice is taken away from deleted contacts too, and an undo gives it back', async () => {
  const status_id = await row('statuses', 'Old');
  const deleted_at = '2026-01-01T00:00:00Z';
  const id = await it.add({ owner: 'agent', status_id, deleted_at });
  await it.add({ owner: 'agent', pool: it.pools.held, deleted_at });
  const ids = (await it.sql<{ id: number }>('select id from contacts order by id')).map((found) => found.id);

  const given = await it.agent.call(updateStatusOfGroup, {
    body: { ids: [id], status_id: await row('statuses', 'New') },
  });
  const grouped = await it.agent.call(updateGroupOfContacts, { body: { ids, group_id: null } });
  const unpooled = await it.agent.call(updatePoolOfGroup, { body: { ids, pool_id: null } });
  const freed = await it.agent.call(updateStatusOfGroup, { body: { ids, status_id: null } });
  expect([given, grouped, unpooled, freed].map(({ body }) => body.data.job?.counts)).toEqual([
    { changed: 0, unchanged: 0, refused: 1 },
    { changed: 0, unchanged: 2, refused: 0 },
    { changed: 1, unchanged: 1, refused: 0 },
    { changed: 1, unchanged: 1, refused: 0 },
  ]);

  await it.agent.call(undoBulkJob, { params: { id: freed.body.data.job?.id ?? 0 } });
  expect(await it.sql('select status_id from contacts order by id')).toEqual([{ status_id }, { status_id: null }]);
});
