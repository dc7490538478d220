import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deleteContacts } from '#contract/bulk.contract.ts';
import { readContact } from '#contract/contacts.contract.ts';
import { liftLegalHold, placeLegalHold } from '#contract/contacts/legal-hold.contract.ts';
import { mergeContacts } from '#contract/duplicates.contract.ts';
import { deleteFile } from '#contract/files.contract.ts';
import { readTimeline } from '#contract/timeline.contract.ts';
import { removeDeletedFiles } from '../../server/features/files/remove-deleted-files.ts';
import { purgeContacts } from '../../server/retention/purge-contacts.ts';
import type { Client } from '../_api/app.ts';
import { type Office, openOffice } from '../contacts/office.ts';

const LONG_AGO = '2015-03-01T12:00:00Z';
const CASE = 'Complaint 2026-118';

let office: Office;
let admin: Client;
let agent: Client;
beforeAll(async () => {
  office = await openOffice();
  admin = await office.signIn('admin');
  agent = await office.signIn('agent');
  await office.owner.query(`update sessions set sudo_until = now() + interval '1 hour'`);
});
afterAll(() => office.close());

const hold = (id: number, who = admin, reason = CASE) => who.call(placeLegalHold, { params: { id }, body: { reason } });
const lift = (id: number) => admin.call(liftLegalHold, { params: { id } });
const isThere = async (id: number) =>
  (await office.owner.query('select from contacts where id = $1', [id])).rowCount === 1;
const addFile = async (id: number, deletedAt: string | null = null) => {
  const { rows } = await office.owner.query<{ id: number }>(
    `insert into files (account_id, contact_id, user_id, kind, name, type, bytes, file_key, state, created_at, updated_at, deleted_at)
     values ($1, $2::bigint, $3, 'file', 'Scan.pdf', 'pdf', 1, 'scan-held-' || $2::bigint, 'ready', now(), now(), $4) returning id`,
    [office.world.accountId, id, office.world.people.agent.id, deletedAt],
  );
  return rows[0]?.id ?? 0;
};

describe('a legal hold', () => {
  test('is shown to everyone who sees the contact, and its timeline keeps the reason', async () => {
    const id = await office.add({ owner: 'agent' });

    const placed = await hold(id);
    const seen = await agent.call(readContact, { params: { id } });

    expect(placed.status).toBe(200);
    expect(seen.body.data).toMatchObject({
      legal_hold: { reason: CASE, placed_by: { id: office.world.people.admin.id }, placed_at: expect.any(String) },
      version: 2,
    });
    await lift(id);
    const { body } = await agent.call(readTimeline, { params: { id } });
    expect(body.data.slice(0, 2).map(({ what }) => what)).toMatchObject([
      { action: 'contact.released', changes: [{ field: 'legal_hold', from: CASE, to: '' }] },
      { action: 'contact.held', changes: [{ field: 'legal_hold', from: '', to: CASE }] },
    ]);
    expect((await agent.call(readContact, { params: { id } })).body.data.legal_hold).toBe(null);
  });

  test('is placed by admins only, once, with a reason', async () => {
    const id = await office.add({ owner: 'agent' });

    expect((await hold(id, agent)).status).toBe(403);
    expect(await hold(id, admin, '  ')).toMatchObject({
      status: 422,
      body: { errors: { reason: ['Enter a reason.'] } },
    });
    expect((await lift(id)).status).toBe(409);
    await hold(id);
    expect((await hold(id)).status).toBe(409);
  });

  test('refuses the deletion of the contact, alone with the reason and among others by name', async () => {
    const [held, free] = [await office.add({ owner: 'agent' }), await office.add({ owner: 'agent' })];
    await hold(held);

    const alone = await agent.call(deleteContacts, { body: { ids: [held] } });
    const { body } = await agent.call(deleteContacts, { body: { ids: [held, free] } });

    expect(alone).toMatchObject({
      status: 409,
      body: { error: "A contact under legal hold can't be deleted. An admin can lift the hold." },
    });
    expect(body.data).toMatchObject({ ids: [free], job: { counts: { changed: 1, refused: 1 } } });
    await lift(held);
    expect((await agent.call(deleteContacts, { body: { ids: [held] } })).body.data.ids).toEqual([held]);
  });

  test('refuses a merge', async () => {
    const ids = [await office.add({ owner: 'agent', last_name: 'Diaz' }), await office.add({ owner: 'agent' })];
    await hold(ids[0] ?? 0);

    const { status, body } = await admin.call(mergeContacts, { body: { ids } });

    expect([status, body]).toMatchObject([409, { error: "Diaz is under legal hold and can't be merged." }]);
  });

  test('keeps files, those deleted before with their bytes', async () => {
    const id = await office.add({ owner: 'agent' });
    const [live, gone] = [await addFile(id), await addFile(id, LONG_AGO)];
    await hold(id);

    const { status } = await agent.call(deleteFile, { params: { id, fileId: live } });
    await removeDeletedFiles(office.deps);

    const bytes = async () =>
      (await office.owner.query('select id from files where id = any($1) and removed_at is null', [[live, gone]]))
        .rowCount;
    expect([status, await bytes()]).toEqual([409, 2]);
    await lift(id);
    await removeDeletedFiles(office.deps);
    expect(await bytes()).toBe(1);
  });

  test('keeps a deleted contact from being purged, with those merged into it', async () => {
    const id = await office.add({ owner: 'agent', deleted_at: LONG_AGO });
    const merged = await office.add({ owner: 'agent', deleted_at: LONG_AGO });
    await office.owner.query('update contacts set merged_into_id = $1 where id = $2', [id, merged]);
    await hold(id);

    expect(await purgeContacts(office.deps)).toMatchObject({ purged: 0, held: 1 });
    expect([await isThere(id), await isThere(merged)]).toEqual([true, true]);
    await lift(id);
    expect(await purgeContacts(office.deps)).toMatchObject({ purged: 1 });
    expect(await isThere(id)).toBe(false);
  });
});
