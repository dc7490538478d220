import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { undoBulkJob, updateTagsOfGroup, deleteContacts } from '#contract/bulk.contract.ts';
import { updateContact } from '#contract/contacts.contract.ts';
import { updateNote } from '#contract/contacts/notes.contract.ts';
import { assignToMe, undoAssignToMe } from '#contract/contacts/person.contract.ts';
import { mergeContacts, undoMerge } from '#contract/duplicates.contract.ts';
import { type ImportAttempt, undoImport } from '#contract/imports.contract.ts';
import { revertTransfer, updateTransferGroup } from '#contract/transfers.contract.ts';
import { logActivity } from '#contract/timeline/activities.contract.ts';
import { createTag } from '#contract/tags.contract.ts';
import { transfersJobs } from '../../server/features/transfers/transfers.jobs.ts';
import type { Client } from '../_api/app.ts';
import { type ImportDesk, openImportDesk } from '../imports/import-desk.ts';

let it: ImportDesk;
let manager: Client;
let hot: number;
let cold: number;
beforeAll(async () => {
  it = await openImportDesk();
  manager = await it.signIn('manager');
  [hot, cold] = (await Promise.all(['hot', 'cold'].map(newTag))) as [number, number];
});
afterAll(() => it.close());
beforeEach(() => it.sql('truncate contacts, bulk_jobs, transfer_attempts, imports, import_rows, events cascade'));

const newTag = async (name: string) => (await it.agent.call(createTag, { body: { name } })).body.data.id;
const people = (count: number, city: string) =>
  [
    'First Name,Last Name,Phone,City',
    ...Array.from({ length: count }, (_, n) => `P${n},Ruiz,512-555-0${100 + n},${city}`),
  ]
    .join('\n')
    .concat('\n');
const withNotes = (csv: string) =>
  csv
    .trimEnd()
    .split('\n')
    .map((line, at) => `${line},${at === 0 ? 'Notes' : 'Met at the fair.'}\n`)
    .join('');
const idsOf = async () =>
  (await it.sql<{ id: number }>('select id from contacts where deleted_at is null order by id')).map(({ id }) => id);

async function tag(ids: readonly number[], tagId = hot): Promise<number> {
  const { body } = await it.agent.call(updateTagsOfGroup, { body: { ids: [...ids], tag_ids: [tagId] } });
  return body.data.job?.id ?? 0;
}
const untag = (id: number) => it.agent.call(undoBulkJob, { params: { id } });

async function undone({ id }: ImportAttempt) {
  await it.agent.call(undoImport, { params: { id } });
  await it.undo(id);
  return (await it.read(id)).undo;
}

describe('an undo takes a change that was undone for none', () => {
  test('tags of 28 among 30 imported contacts', async () => {
    const imported = await it.importFile(people(30, 'Waco'));
    await untag(await tag((await idsOf()).slice(0, 28)));

    expect(await undone(imported)).toEqual({ removed: 30, put_back: 0, kept: 0 });
  });

  test('the deletion of one imported contact', async () => {
    const imported = await it.importFile(people(2, 'Waco'));
    const [id = 0] = await idsOf();
    const { body } = await it.agent.call(deleteContacts, { body: { ids: [id] } });
    const undo = await it.agent.call(undoBulkJob, { params: { id: body.data.job?.id ?? 0 } });

    expect([undo.body.data.undo, await undone(imported)]).toEqual([
      { put_back: 1, kept: 0 },
      { removed: 2, put_back: 0, kept: 0 },
    ]);
  });

  test('two imports, undone in reverse', async () => {
    const first = await it.importFile(people(20, 'Waco'));
    const second = await it.importFile(people(20, 'Austin'));

    expect([await undone(second), await undone(first)]).toEqual([
      { removed: 0, put_back: 20, kept: 0 },
      { removed: 20, put_back: 0, kept: 0 },
    ]);
  });

  test('two changes of tags within an import that changed the contacts, one undone after the other', async () => {
    await it.importFile(people(3, 'Waco'));
    const imported = await it.importFile(people(3, 'Austin'));
    const ids = await idsOf();
    const [one, two] = [await tag(ids, hot), await tag(ids, cold)];
    await untag(two);
    const { body } = await untag(one);
    await untag(await tag(ids, cold));

    expect([body.data.undo, await undone(imported)]).toEqual([
      { put_back: 3, kept: 0 },
      { removed: 0, put_back: 3, kept: 0 },
    ]);
    expect(await it.sql('select distinct city, tag_ids from contacts')).toEqual([{ city: 'Waco', tag_ids: [] }]);
  });

  test('a transfer that was reverted', async () => {
    const imported = await it.importFile(people(2, 'Waco'));
    const jobs = transfersJobs(it.deps);
    const { signal } = new AbortController();
    const [peer] = await it.sql<{ id: number }>(`select id from users where username = 'peer'`);
    const { body } = await manager.call(updateTransferGroup, {
      body: { selection: { ids: await idsOf() }, to_user_ids: [peer?.id ?? 0], confirmed: 2 },
    });
    const data = { accountId: it.world.accountId, transferId: body.data.id };
    await jobs['transfers.run'](data, signal);
    await manager.call(revertTransfer, { params: { id: body.data.id }, body: {} });
    await jobs['transfers.revert'](data, signal);

    expect(await undone(imported)).toEqual({ removed: 2, put_back: 0, kept: 0 });
  });

  test('a merge that was undone', async () => {
    const imported = await it.importFile(people(2, 'Waco'));
    const ids = await idsOf();
    it.advance(1_000);
    const admin = await it.signIn('admin');
    const { body } = await admin.call(mergeContacts, { body: { ids, fields: {} } });
    it.advance(1_000);
    await admin.call(undoMerge, { params: { id: body.data.merge?.id ?? 0 } });

    expect(await undone(imported)).toEqual({ removed: 2, put_back: 0, kept: 0 });
  });

  test('a contact that was taken over and given back', async () => {
    const imported = await it.importFile(people(1, 'Waco'));
    const [id = 0] = await idsOf();
    it.advance(1_000);
    await manager.call(assignToMe, { params: { id } });
    it.advance(1_000);
    await manager.call(undoAssignToMe, { params: { id } });

    expect(await undone(imported)).toEqual({ removed: 1, put_back: 0, kept: 0 });
  });
});

describe('an undo keeps', () => {
  const edit = (id: number) =>
    it.agent.call(updateContact, { params: { id }, query: {}, body: { contact: { city: 'Dallas' } } });

  test('what was changed before the change that was undone', async () => {
    const imported = await it.importFile(people(2, 'Waco'));
    const ids = await idsOf();
    await edit(ids[0] ?? 0);
    await untag(await tag(ids));

    expect(await undone(imported)).toEqual({ removed: 1, put_back: 0, kept: 1 });
  });

  test('a note of the import that someone edited before it', async () => {
    await it.importFile(people(2, 'Waco'));
    const imported = await it.importFile(withNotes(people(2, 'Austin')));
    const [note] = await it.sql<{ id: number; contact_id: number }>('select id, contact_id from notes order by id');
    it.advance(1_000);
    await it.agent.call(updateNote, {
      params: { id: note?.contact_id ?? 0, noteId: note?.id ?? 0 },
      body: { body: 'Wants a call in May.' },
    });
    it.advance(1_000);
    await untag(await tag(await idsOf()));

    expect(await undone(imported)).toEqual({ removed: 0, put_back: 1, kept: 1 });
    expect(await it.sql('select body from notes where deleted_at is null')).toEqual([{ body: 'Wants a call in May.' }]);
  });

  test('a contact with a call logged before it', async () => {
    await it.importFile(people(2, 'Waco'));
    const imported = await it.importFile(people(2, 'Austin'));
    const ids = await idsOf();
    it.advance(1_000);
    await it.agent.call(logActivity, { params: { id: ids[0] ?? 0 }, body: { type: 'call', body: '' } });
    it.advance(1_000);
    await untag(await tag(ids));

    expect(await undone(imported)).toEqual({ removed: 0, put_back: 1, kept: 1 });
  });

  test('what was changed after it', async () => {
    const imported = await it.importFile(people(2, 'Waco'));
    const ids = await idsOf();
    await untag(await tag(ids));
    await edit(ids[0] ?? 0);

    expect(await undone(imported)).toEqual({ removed: 1, put_back: 0, kept: 1 });
  });

  test('what has a change that is in effect', async () => {
    const imported = await it.importFile(people(2, 'Waco'));
    const ids = await idsOf();
    await tag(ids.slice(1), cold);
    await untag(await tag(ids));

    expect(await undone(imported)).toEqual({ removed: 1, put_back: 0, kept: 1 });
  });
});
