import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  listTransferAttempts,
  listTransferLogs,
  MAX_TRANSFER_LIMIT,
  readTransferStatus,
  revertTransfer,
  TRANSFER_CHUNK_ROWS,
  transferGroup,
  updateTransferGroup,
  updateTransferStatus,
} from '#contract/transfers.contract.ts';
import { listTransferHistory, readTimeline } from '#contract/timeline.contract.ts';
import { previewTransfer, requireWithin } from '../../server/features/transfers/transfers.service.ts';
import { withAccount } from '../../server/db/tx.ts';
import { tellAttempt } from '../../server/features/transfers/transfer-events.ts';
import { moveStep } from '../../server/features/transfers/transfer-steps.ts';
import { type Asked, openTransferDesk, type TransferDesk } from './transfer-desk.ts';
import { forgetNotices, noticesOf } from '../notifications/notices.ts';

let it: TransferDesk;
beforeAll(async () => {
  it = await openTransferDesk();
});
afterAll(() => it.close());
beforeEach(() => it.clear());

const watch = { measure: () => ({ rate: 100, elapsed: 10 }), tell: tellAttempt, isAnswered: false };
const step = (id: number) =>
  withAccount(it.deps.pool, { accountId: it.world.accountId }, (tx) => moveStep(it.deps, tx, id, watch));

const ownedBy = async (username: string) =>
  (await it.sql('select from contacts where owner_id = $1', [it.idOf(username)])).length;
const agentOf = (ids: readonly number[], username: string) =>
  it.sql('update contacts set owner_id = $1 where id = any($2)', [it.idOf(username), ids]);
const becomes = (username: string, active: boolean) =>
  it.sql('update users set active = $2 where id = $1', [it.idOf(username), active]);

describe('a transfer', () => {
  test('of a few contacts is done within the call, with the business unit of the new owner', async () => {
    await it.many('agent', 3);
    const done = await it.ask({ to_user_ids: [it.idOf('far')], attested: 'They signed it on paper.' }, it.admin);

    const unit = it.identityOf('far').businessUnitId;
    expect([
      done.status,
      done.counts,
      await it.sql('select distinct owner_id, business_unit_id, version from contacts'),
    ]).toEqual([
      'complete',
      { moved: 3, unchanged: 0, left: 0 },
      [{ owner_id: it.idOf('far'), business_unit_id: unit, version: 2 }],
    ]);
  });

  test('to several people goes to them in turn', async () => {
    const ids = await it.many('agent', 5);
    await forgetNotices(it.owner);
    const { id } = await it.ask({ to_user_ids: [it.idOf('peer'), it.idOf('manager')] });

    const [peer, manager] = [it.idOf('peer'), it.idOf('manager')];
    expect(await it.sql('select id, owner_id from contacts order by id')).toEqual(
      ids.map((contact, index) => ({ id: contact, owner_id: index % 2 === 0 ? peer : manager })),
    );
    // The manager was told by the answer to the call.
    expect(await noticesOf(it.owner, 'transfer')).toEqual([
      [peer, 'Max Manager transferred 3 contacts to you', `/transfers/${id}`, true],
    ]);
  });

  test('of many is a job that ends as its preview said', async () => {
    await it.many('agent', 300);
    await it.many('peer', 5);
    await it.sql(`update contacts set deleted_at = now() where number % 50 = 0`);
    await it.sql(`update contacts set follow_up_on = '2026-12-01' where number <= 9`);
    const selection = { contacts_scope: { contact_group: 'downline' } } as const;
    const asked = { selection, to_user_ids: [it.idOf('peer')] };
    const preview = (await it.manager.call(transferGroup, { body: asked })).body.data;
    await forgetNotices(it.owner);
    const { id, status } = await it.ask(asked);
    await it.run(id);
    await it.run(id);
    expect((await noticesOf(it.owner, 'transfer')).map(([to, title]) => [to, title])).toEqual([
      [it.idOf('peer'), expect.stringMatching(/^Max Manager transferred \d+ contacts to you$/u)],
      [it.idOf('manager'), expect.stringMatching(/^Transfer done: \d+ contacts$/u)],
    ]);

    const { total, counts, by_reason, done, status: after } = await it.read(id);
    expect([status, after, { total, counts, by_reason }, done]).toEqual([
      'queued',
      'complete',
      { total: preview.total, counts: preview.counts, by_reason: preview.by_reason },
      299,
    ]);
    expect([preview.counts, preview.open, preview.owners.map(({ contacts }) => contacts)]).toEqual([
      { moved: 294, unchanged: 5, left: 0 },
      { follow_ups: 9, active_policies: 0, waiting_emails: 0, in_other_work: 0 },
      [294],
    ]);
  });

  test('means what was there when it was asked for, and leaves what somebody moved meanwhile', async () => {
    const ids = await it.many('agent', 300);
    const { id } = await it.ask();
    await it.many('agent', 4);
    await agentOf([ids[6] ?? 0], 'manager');

    await it.run(id);

    expect([(await it.read(id)).counts, await ownedBy('agent'), await ownedBy('manager')]).toEqual([
      { moved: 299, unchanged: 0, left: 1 },
      4,
      1,
    ]);
    expect(await it.rows(id, 'left')).toMatchObject([
      {
        position: 7,
        outcome: 'left',
        reason: 'transferred_meanwhile',
        first_transfer_id: null,
        from: { id: it.idOf('agent') },
      },
    ]);
  });

  test('that was second for some contacts leaves them, and names the one that was first', async () => {
    const ids = await it.many('agent', 400);
    const first = await it.ask({ selection: { ids: ids.slice(0, 250) }, to_user_ids: [it.idOf('manager')] });
    const second = await it.ask({ selection: { ids: ids.slice(100) } });

    await Promise.all([it.run(first.id), it.run(second.id)]);

    const [one, two] = [await it.read(first.id), await it.read(second.id)];
    expect([one.counts.moved + two.counts.moved, one.counts.left + two.counts.left]).toEqual([400, 150]);
    const left = [...(await it.rows(first.id, 'left')), ...(await it.rows(second.id, 'left'))];
    const winner = one.counts.left === 0 ? first.id : second.id;
    expect(new Set(left.map((row) => `${row.reason} ${row.first_transfer_id}`))).toEqual(
      new Set([`transferred_meanwhile ${winner}`]),
    );
    expect(left).toHaveLength(150);
  });
});

describe('a refusal', () => {
  const refusalOf = async (body: Asked) => {
    const asked = {
      selection: { contacts_scope: { contact_group: 'mine' as const, downline_user_id: it.idOf('agent') } },
      to_user_ids: [it.idOf('peer')],
      confirmed: 1_000,
      ...body,
    };
    const { status, body: answer } = await it.manager.call(updateTransferGroup, { body: asked });
    return [status, (answer as unknown as { error: string }).error];
  };

  test('says that there are more contacts by now than were confirmed, and nothing has changed', async () => {
    await it.many('agent', 3);

    expect([
      await refusalOf({ confirmed: 2 }),
      await ownedBy('agent'),
      await it.sql('select from transfer_attempts'),
    ]).toEqual([[409, 'The selection now has 3 contacts; you confirmed 2. Nothing was changed.'], 3, []]);
  });

  test('says that there is nobody to transfer', async () => {
    expect([await refusalOf({}), await it.sql('select from transfer_attempts')]).toEqual([
      [409, 'No contacts left to transfer. Select the contacts again.'],
      [],
    ]);
  });

  test('names the limit, and how many it would be', () => {
    expect(() => requireWithin(MAX_TRANSFER_LIMIT)).not.toThrow();
    expect(() => requireWithin(MAX_TRANSFER_LIMIT + 1)).toThrow(
      'You can transfer up to 250,000 contacts at a time. You selected 250,001.',
    );
  });

  test.each([
    ['somebody beside them', 'agent', 'peer', 422],
    ['their manager', 'agent', 'manager', 200],
    ['themselves', 'agent', 'agent', 200],
    ['somebody above their manager', 'agent', 'admin', 422],
    ['somebody below them', 'manager', 'agent', 200],
    ['somebody of another business unit', 'manager', 'far', 422],
    ['anybody of the account', 'admin', 'far', 200],
    ['somebody of another account', 'admin', 'outsider', 422],
    ['anybody of the business unit', 'chief', 'far', 200],
    ['somebody of the unit beside', 'chief', 'agent', 422],
  ])('or its absence depends on who gets the contacts: %s', async (_who, by, to, status) => {
    const ids = await it.many(by, 1);
    const asked = { selection: { ids }, to_user_ids: [it.idOf(to)] };
    const answer = await previewTransfer(it.deps, it.identityOf(by), asked).then(
      () => 200,
      (error: { code: string }) => (error.code === 'refused' ? 422 : error.code),
    );

    expect(answer).toBe(status);
  });

  test('of people who cannot sign in, or are named twice, says so under its field', async () => {
    await it.many('agent', 1);
    await becomes('peer', false);
    const gone = await refusalOf({});
    await becomes('peer', true);

    expect([gone, await refusalOf({ to_user_ids: [it.idOf('peer'), it.idOf('peer')] })]).toEqual([
      [422, "You can't transfer contacts to this user. Choose yourself, someone in your downline, or your manager."],
      [422, 'Choose each user only once.'],
    ]);
  });
});

describe('what is not theirs', () => {
  test('is left: a contact on a shelf alone, of somebody beside them, and one that is not there', async () => {
    const own = await it.add({ owner: 'agent' });
    const shelf = await it.add({ owner: 'far', pool: it.pools.held });
    const beside = await it.add({ owner: 'peer' });
    const deleted = await it.add({ owner: 'agent', deleted_at: '2026-01-01T00:00:00Z' });
    const ids = [own, shelf, beside, deleted, 999_999];
    const done = await it.ask({ selection: { ids }, to_user_ids: [it.idOf('manager')] }, it.agent);

    const rows = await it.rows(done.id, 'left', it.agent);
    expect([done.counts, rows.map(({ contact, reason }) => [contact?.id ?? null, reason])]).toEqual([
      { moved: 1, unchanged: 0, left: 4 },
      [
        [shelf, 'not_theirs'],
        [null, 'not_seen'],
        [deleted, 'deleted'],
        [null, 'not_seen'],
      ],
    ]);
  });

  test('is judged anew for every chunk: who may not do it any more stops, and goes on when they may again', async () => {
    await it.many('agent', 300);
    const { id } = await it.ask();
    await step(id);
    await becomes('manager', false);
    await it.run(id);
    const stopped = await it.read(id, it.admin);
    await becomes('manager', true);
    const again = await it.admin.call(updateTransferStatus, { params: { id }, body: { status: 'processing' } });
    await it.run(id);

    expect([stopped.status, stopped.failure, stopped.done, again.body.data.status]).toEqual([
      'failed',
      'The user who requested this no longer has permission.',
      0,
      'queued',
    ]);
    expect([(await it.read(id)).counts.moved, await ownedBy('peer')]).toEqual([300, 300]);
  });

  test('to somebody is with them before they can leave', async () => {
    await it.many('agent', 300);
    const { id } = await it.ask();
    await step(id);

    expect(await it.leavesDuring('peer', (tx) => moveStep(it.deps, tx, id, watch))).toBe(false);
  });

  test('to somebody who left meanwhile stays, and the others get theirs', async () => {
    await it.many('agent', 300);
    const { id } = await it.ask({ to_user_ids: [it.idOf('peer'), it.idOf('manager')] });
    await becomes('peer', false);
    await it.run(id);
    await becomes('peer', true);

    const { counts, by_reason } = await it.read(id);
    expect([counts, by_reason]).toEqual([
      { moved: 150, unchanged: 0, left: 150 },
      [{ reason: 'owner_gone', contacts: 150 }],
    ]);
  });
});

describe('a transfer under way', () => {
  test('whose worker was given up gets another one to be canceled', async () => {
    await it.many('agent', TRANSFER_CHUNK_ROWS + 100);
    const { id } = await it.ask();
    await step(id);
    await it.sql(`update pgboss.job set state = 'failed', completed_on = now() where name = 'transfers.run'`);

    await it.manager.call(updateTransferStatus, { params: { id }, body: { status: 'cancelled' } });

    const waiting = `select data from pgboss.job where name = 'transfers.run' and state = 'created'`;
    expect(await it.sql(waiting)).toEqual([{ data: expect.objectContaining({ transferId: id }) }]);
    await it.run(id);
  });

  test('is cancelled after its chunk, and goes on where it stood', async () => {
    await it.many('agent', TRANSFER_CHUNK_ROWS + 100);
    const { id } = await it.ask();
    await step(id);
    await step(id);
    const status = (wanted: 'cancelled' | 'processing' | 'complete') =>
      it.manager.call(updateTransferStatus, { params: { id }, body: { status: wanted } });

    const cancelling = await status('cancelled');
    const early = await status('complete');
    await it.run(id);
    const cancelled = await it.read(id);
    await status('processing');
    await it.run(id);
    const complete = await status('complete');

    expect([cancelling.body.data.status, early.status, cancelled.status, cancelled.done]).toEqual([
      'cancelling',
      409,
      'cancelled',
      TRANSFER_CHUNK_ROWS,
    ]);
    expect([complete.body.data.status, complete.body.data.done, await ownedBy('peer')]).toEqual([
      'complete',
      TRANSFER_CHUNK_ROWS + 100,
      TRANSFER_CHUNK_ROWS + 100,
    ]);
    const { body } = await it.manager.call(listTransferLogs, { params: { id } });
    expect(body.data.map(({ event }) => event).toReversed()).toEqual([
      'asked',
      'began',
      'chunk',
      'cancelling',
      'cancelled',
      'retried',
      'resumed',
      'chunk',
      'complete',
    ]);
  });

  test('that waits is cancelled at once, and one that is over is not', async () => {
    await it.many('agent', 300);
    const { id } = await it.ask();
    const cancelled = await it.manager.call(updateTransferStatus, { params: { id }, body: { status: 'cancelled' } });
    const other = await it.ask();
    await it.run(other.id);
    const late = await it.manager.call(updateTransferStatus, {
      params: { id: other.id },
      body: { status: 'cancelled' },
    });

    expect([cancelled.body.data.status, late.status]).toEqual(['cancelled', 409]);
  });

  test('is told with the names of those alone that the asker gave away', async () => {
    const ids = await it.many('agent', 300);
    const [shelf = 0, taken = 0] = ids.slice(-2);
    await agentOf([shelf], 'far');
    await it.sql('update contacts set pool_id = $1 where id = any($2)', [it.pools.held, [shelf, taken]]);
    const { id } = await it.ask({ selection: { ids }, to_user_ids: [it.idOf('manager')] }, it.agent);
    await agentOf([taken], 'far');
    await it.run(id);

    expect((await it.namesTold(id)).slice(-3)).toEqual(['Many 0000298', null, null]);
    const { by_reason } = await it.read(id, it.agent);
    expect(by_reason.map(({ reason }) => reason)).toEqual(['not_theirs', 'transferred_meanwhile']);
  });

  test('is told in one event a stream a chunk, without names to those who receive', async () => {
    await it.many('agent', 300);
    const { id } = await it.ask();
    await it.sql('truncate events');
    await it.run(id);

    const told = await it.sql<{ stream: string; type: string; rows: number }>(
      `select stream, body ->> 'type' as type, jsonb_array_length(body -> 'rows') as rows from events
       where body ->> 'type' = 'transfer.progressed' order by stream`,
    );
    const user = (name: string) => ({ stream: `user:${it.idOf(name)}`, type: 'transfer.progressed', rows: 0 });
    expect(told).toEqual(
      [
        { stream: `live:${it.idOf('admin')}`, type: 'transfer.progressed', rows: 0 },
        { stream: `transfer:${id}`, type: 'transfer.progressed', rows: 20 },
        { stream: `transfer:${id}:received`, type: 'transfer.progressed', rows: 0 },
        user('manager'),
        user('peer'),
      ].toSorted((a, b) => a.stream.localeCompare(b.stream)),
    );
    const lists = await it.sql<{ stream: string }>(
      `select stream from events where body ->> 'type' = 'contacts.changed' order by stream`,
    );
    expect(lists.map(({ stream }) => stream).toSorted()).toEqual(
      [`user:${it.idOf('agent')}`, `user:${it.idOf('peer')}`].toSorted(),
    );
  });
});

describe('the list of transfers', () => {
  test('has those that somebody asked for, received, or that happened below them', async () => {
    await it.many('agent', 2);
    const { id } = await it.ask({ note: 'Her book, from Monday' });
    const [peer, agent, stranger] = [await it.signIn('peer'), it.agent, await it.signIn('stranger')];
    const seenBy = async (who: typeof peer) =>
      (await who.call(listTransferAttempts, { query: { q: 'MONDAY' } })).body.data.map((found) => found.id);

    expect([await seenBy(it.manager), await seenBy(it.admin), await seenBy(peer)]).toEqual([[id], [id], [id]]);
    expect([await seenBy(agent), await seenBy(stranger)]).toEqual([[], []]);
    const changed = await peer.call(updateTransferStatus, { params: { id }, body: { status: 'complete' } });
    const read = await agent.call(readTransferStatus, { params: { id } });
    expect([changed.status, read.status]).toEqual([403, 404]);
  });

  test('is one page of 15, ordered and narrowed', async () => {
    const ids = await it.many('agent', 17);
    for (const [index, id] of ids.entries()) {
      await it.ask({ selection: { ids: [id] }, note: index === 3 ? 'the needle' : '' });
    }
    const list = async (query: object) => (await it.manager.call(listTransferAttempts, { query })).body;
    const [first, second, needle] = [await list({}), await list({ page: 2 }), await list({ q: 'Needle' })];
    const running = await list({ running: 'true' });

    expect(first.meta).toEqual({ current_page: 1, limit: 15, total_count: 17, total_pages: 2 });
    expect([first.data.length, second.data.length, needle.data.length, running.data.length]).toEqual([15, 2, 1, 0]);
    const inOrder = await list({ order: 'asc', order_field: 'created_at', limit: 200 });
    expect(inOrder.data.map(({ id }) => id)).toEqual([...first.data, ...second.data].map(({ id }) => id).toReversed());
  });
});

test('the history and the timeline of a contact tell of its transfer and of its way back', async () => {
  const [id = 0] = await it.many('agent', 1);
  const { id: transfer } = await it.ask();
  const history = async () =>
    (await it.manager.call(listTransferHistory, { params: { id } })).body.data.map(
      ({ from, to, reason }) => `${from.id} ${to.id} ${reason}`,
    );
  const there = `${it.idOf('agent')} ${it.idOf('peer')} transferred`;
  expect(await history()).toEqual([there]);

  await it.manager.call(revertTransfer, { params: { id: transfer } });
  const timeline = await it.manager.call(readTimeline, { params: { id } });
  const told = timeline.body.data.flatMap(({ what }) => (what.of === 'owner' ? [what.reason] : []));
  expect([await history(), told]).toEqual([
    [`${it.idOf('peer')} ${it.idOf('agent')} put_back`, there],
    ['put_back', 'transferred'],
  ]);
});
