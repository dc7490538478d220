import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { updateContact } from '#contract/contacts.contract.ts';
import {
  listTransferLogs,
  revertTransfer,
  revertTransferAgain,
  transferGroup,
  updateTransferStatus,
} from '#contract/transfers.contract.ts';
import { revertStep } from '../../server/features/transfers/transfer-steps.ts';
import { AT_ONCE } from '../../server/features/transfers/transfers.service.ts';
import { openTransferDesk, type TransferDesk } from './transfer-desk.ts';

let it: TransferDesk;
beforeAll(async () => {
  it = await openTransferDesk();
});
afterAll(() => it.close());
beforeEach(() => it.clear());

const revert = async (id: number, ids?: number[], by = it.manager) =>
  by.call(revertTransfer, { params: { id }, ...(ids !== undefined && { body: { ids } }) });

test('a revert gives back what is as the transfer left it, and lists the rest with the reason', async () => {
  const [first = 0, edited = 0, deleted = 0, given = 0, left = 0, gone = 0] = await it.many('agent', 6);
  await it.sql('update contacts set owner_id = $1 where id = $2', [it.idOf('manager'), left]);
  const { id } = await it.ask({ selection: { contacts_scope: { contact_group: 'all' } } });
  await it.manager.call(updateContact, { params: { id: edited }, body: { contact: { city: 'Tampa' } } });
  await it.sql('update contacts set deleted_at = now(), version = version + 1 where id = $1', [deleted]);
  await it.ask({ selection: { ids: [given] }, to_user_ids: [it.idOf('manager')] });
  await it.sql('delete from contacts where id = $1', [gone]);
  await it.sql('update users set active = false where id = $1', [it.idOf('agent')]);
  const partial = await revert(id, [first]);
  await it.sql('update users set active = true where id = $1', [it.idOf('agent')]);
  const whole = await revert(id);

  expect([partial.body.data.put_back, partial.body.data.reverted]).toEqual([{ put_back: 0, kept: 1 }, false]);
  const { put_back, reverted, status } = whole.body.data;
  expect([put_back, reverted, status]).toEqual([{ put_back: 2, kept: 4 }, true, 'complete']);
  expect((await it.rows(id, 'kept')).map(({ position, kept }) => [position, kept])).toEqual([
    [2, 'changed_since'],
    [3, 'deleted_since'],
    [4, 'transferred_since'],
    [6, 'not_seen'],
  ]);
  expect((await it.rows(id, 'put_back')).map(({ contact, put_back: isBack }) => [contact?.id, isBack])).toEqual([
    [first, true],
    [left, true],
  ]);
});

test('PATCH and POST are one revert, however often and at once they are asked for', async () => {
  await it.many('agent', 300);
  const before = await it.hash();
  const { id } = await it.ask();
  await it.run(id);
  const call = { params: { id } };
  const asked = await Promise.all([
    it.manager.call(revertTransfer, call),
    it.manager.call(revertTransferAgain, call),
    it.admin.call(revertTransferAgain, call),
    it.admin.call(revertTransfer, call),
  ]);
  await Promise.all([it.revert(id), it.revert(id)]);
  await it.sql('update contacts set owner_id = $1', [it.idOf('manager')]);
  const moved = await it.hash();
  const late = await it.manager.call(revertTransferAgain, call);
  await it.revert(id);

  expect(asked.map(({ status, body }) => [status, body.data.revert])).toEqual(asked.map(() => [200, true]));
  const { put_back, reverted, revert: marker } = late.body.data;
  expect([late.status, put_back, reverted, marker]).toEqual([200, { put_back: 300, kept: 0 }, true, false]);
  expect(await it.hash()).toBe(moved);
  await it.sql('update contacts set owner_id = $1', [it.idOf('agent')]);
  expect(await it.hash()).toBe(before);
  const { body } = await it.manager.call(listTransferLogs, call);
  expect(body.data.map(({ event }) => event)).toEqual([
    'reverted',
    'put_back',
    'revert_asked',
    'complete',
    'chunk',
    'began',
    'asked',
  ]);
});

describe('a partial revert', () => {
  test('gives back the contacts it names, once, and leaves the others to a later one', async () => {
    const ids = await it.many('agent', 5);
    const before = await it.hash();
    const { id } = await it.ask();
    const partial = await revert(id, ids.slice(0, 2));
    const again = await revert(id, ids.slice(0, 3));
    const whole = await revert(id);

    const told = [partial, again, whole].map(({ body }) => [body.data.put_back?.put_back, body.data.reverted]);
    expect([told, await it.hash()]).toEqual([
      [
        [2, false],
        [3, false],
        [5, true],
      ],
      before,
    ]);
  });

  test('passes over contacts that did not go, and is refused while others are put back', async () => {
    const ids = await it.many('agent', 600);
    const [other = 0] = await it.many('peer', 1);
    const { id } = await it.ask();
    await it.run(id);
    const never = await revert(id, [other]);
    await revert(id, ids.slice(0, 300));
    const same = await revert(id, ids.slice(0, 300));
    const more = await revert(id);
    const asMany = await revert(id, ids.slice(300));

    expect([never.body.data.put_back, never.body.data.revert]).toEqual([null, false]);
    expect([same.status, same.body.data.revert, more.status, asMany.status]).toEqual([200, true, 409, 409]);
  });
});

test('a revert of some tells how many it names and has come to, and counts its work', async () => {
  const ids = await it.many('agent', 1_200);
  const { id } = await it.ask();
  await it.run(id);
  const asked = await revert(id, ids.slice(0, 300));
  await it.sql('update transfer_attempts set revert_cursor = 100, active_ms = 0 where id = $1', [id]);
  const halfway = await it.read(id);
  await it.revert(id);
  const over = await it.read(id);

  expect(
    [asked, { body: { data: halfway } }, { body: { data: over } }].map(({ body }) => body.data.revert_part),
  ).toEqual([{ asked: 300, done: 0 }, { asked: 300, done: 100 }, null]);
  expect(over.active_ms).toBeGreaterThan(0);
  const logs = (await it.manager.call(listTransferLogs, { params: { id } })).body.data;
  expect(logs.find(({ event }) => event === 'chunk')?.text).toBe('From 1: 1,200 transferred, 0 unchanged, 0 skipped.');
});

test('two transfers of the same contacts are taken back in reverse order', async () => {
  const ids = await it.many('agent', 4);
  const before = await it.hash();
  const first = await it.ask();
  const second = await it.ask({ selection: { ids }, to_user_ids: [it.idOf('manager')] });
  const third = await it.ask({ selection: { ids: ids.slice(1) } });
  await it.manager.call(updateContact, { params: { id: ids[3] ?? 0 }, body: { contact: { city: 'Tampa' } } });
  const told: unknown[] = [];
  for (const { id } of [third, second, first]) told.push((await revert(id)).body.data.put_back);

  expect(told).toEqual([
    { put_back: 2, kept: 1 },
    { put_back: 3, kept: 1 },
    { put_back: 3, kept: 1 },
  ]);
  await it.sql('update contacts set owner_id = $1', [it.idOf('agent')]);
  expect(await it.hash()).toBe(before);
});

test('a contact comes back to the business unit in which its owner is by then', async () => {
  const [id = 0] = await it.many('agent', 1);
  const { id: transfer } = await it.ask();
  const { businessUnitId: unit, userId: agent } = it.identityOf('agent');
  const far = it.identityOf('far').businessUnitId;
  await it.sql('update users set business_unit_id = $1 where id = $2', [far, agent]);
  await revert(transfer, undefined, it.admin);
  await it.sql('update users set business_unit_id = $1 where id = $2', [unit, agent]);

  expect(await it.sql('select owner_id, business_unit_id from contacts where id = $1', [id])).toEqual([
    { owner_id: agent, business_unit_id: far },
  ]);
});

test('what is told of a revert names no contact that was changed since', async () => {
  const ids = await it.many('agent', 300);
  const { id } = await it.ask(
    { selection: { contacts_scope: { contact_group: 'mine' } }, to_user_ids: [it.idOf('manager')] },
    it.agent,
  );
  await it.run(id);
  await it.manager.call(updateContact, { params: { id: ids[299] ?? 0 }, body: { contact: { last_name: 'Secret' } } });
  await it.sql('truncate events');
  await revert(id, undefined, it.admin);
  await it.revert(id);

  const told = await it.namesTold(id);
  expect([told.length, told.at(-2), told.at(-1)]).toEqual([20, 'Many 0000299', null]);
});

test('the preview of a transfer counts contacts that still come back from another one', async () => {
  const ids = await it.many('agent', 300);
  const { id } = await it.ask();
  await it.run(id);
  const body = { selection: { ids }, to_user_ids: [it.idOf('manager')] };
  const others = async () => (await it.manager.call(transferGroup, { body })).body.data.open.in_other_work;
  const told = [await others()];
  await revert(id, ids.slice(0, 290));
  told.push(await others());
  await it.revert(id);
  // None of the remaining ten has been reverted yet.
  await revert(id);
  told.push(await others());

  expect(told).toEqual([0, 290, 10]);
});

describe('who gets contacts back', () => {
  test('cannot leave meanwhile', async () => {
    await it.many('agent', 1);
    const { id } = await it.ask();
    await it.sql('update transfer_attempts set reverting = true, reverter_id = user_id, reverter_actor_id = actor_id');

    expect(await it.leavesDuring('agent', (tx) => revertStep(it.deps, tx, id, AT_ONCE))).toBe(false);
  });
});

test('a cancelled transfer is put back as well, and does not go on then; one under way is not', async () => {
  await it.many('agent', 300);
  const before = await it.hash();
  const { id } = await it.ask();
  const early = await revert(id);
  await it.run(id);
  await it.sql(`update transfer_attempts set status = 'cancelled' where id = $1`, [id]);
  const asked = await revert(id);
  await it.revert(id);
  const on = await it.manager.call(updateTransferStatus, { params: { id }, body: { status: 'processing' } });

  const { status, reverted } = await it.read(id);
  expect([early.status, asked.body.data.revert, status, reverted, on.status]).toEqual([
    409,
    true,
    'cancelled',
    true,
    409,
  ]);
  expect(await it.hash()).toBe(before);
});

test('who received contacts reads of the transfer, and may not give them back', async () => {
  await it.many('agent', 2);
  const { id } = await it.ask();
  const peer = await it.signIn('peer');

  expect([(await revert(id, undefined, peer)).status, (await it.rows(id, 'all', peer)).length]).toEqual([403, 2]);
});

test('who gave contacts away to their manager sees which, and takes them back', async () => {
  const ids = await it.many('agent', 2);
  const { id } = await it.ask(
    { selection: { contacts_scope: { contact_group: 'mine' } }, to_user_ids: [it.idOf('manager')] },
    it.agent,
  );
  await it.manager.call(updateContact, { params: { id: ids[1] ?? 0 }, body: { contact: { city: 'Tampa' } } });
  const named = await it.rows(id, 'all', it.agent);
  const { body } = await revert(id, undefined, it.agent);
  const kept = await it.rows(id, 'kept', it.agent);

  expect([named.map(({ contact }) => contact?.id ?? null), body.data.put_back]).toEqual([
    [ids[0], null],
    { put_back: 1, kept: 1 },
  ]);
  expect(kept.map((row) => [row.contact, row.kept])).toEqual([[null, 'not_seen']]);
});
