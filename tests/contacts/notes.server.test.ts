import { afterAll, beforeAll, expect, test } from 'vitest';
import { readContact } from '#contract/contacts.contract.ts';
import { createNote, deleteNote, listNotes, updateNote } from '#contract/contacts/notes.contract.ts';
import type { Client } from '../_api/app.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;
let agent: Client;
let manager: Client;

beforeAll(async () => {
  office = await openOffice();
  agent = await office.signIn('agent');
  manager = await office.signIn('manager');
});
afterAll(() => office.close());

const write = async (client: Client, id: number, body: string) =>
  (await client.call(createNote, { params: { id }, body: { body } })).body.data;

test('notes show their author and come newest first', async () => {
  const id = await office.add({ owner: 'agent', last_name: 'Kim' });
  await write(agent, id, '  First\r\nline\u0000 ');
  await write(manager, id, 'Second');

  const { body } = await agent.call(listNotes, { params: { id } });

  expect(body.data.map((note) => [note.body, note.author.name])).toEqual([
    ['Second', 'Max Manager'],
    ['First\nline', 'Amy Agent'],
  ]);
});

test('a note moves the last touch of its contact and not its version', async () => {
  const id = await office.add({ owner: 'agent', last_name: 'Kim', last_touch_at: '2020-01-01T00:00:00Z' });

  const note = await write(agent, id, 'Called');

  const { body } = await agent.call(readContact, { params: { id } });
  expect(body.data).toMatchObject({ last_touch_at: note.created_at, version: 1 });
});

test('a note is changed and removed by its author and by those above', async () => {
  const id = await office.add({ owner: 'agent', last_name: 'Kim' });
  const own = await write(agent, id, 'Mine');
  const theirs = await write(manager, id, 'From above');
  const change = (client: Client, noteId: number) =>
    client.call(updateNote, { params: { id, noteId }, body: { body: 'Changed' } });

  expect((await change(agent, own.id)).body.data.body).toBe('Changed');
  expect((await change(agent, theirs.id)).status).toBe(403);
  expect((await manager.call(deleteNote, { params: { id, noteId: own.id } })).status).toBe(204);
  expect((await agent.call(deleteNote, { params: { id, noteId: theirs.id } })).status).toBe(403);
  const { body } = await agent.call(listNotes, { params: { id } });
  expect(body.data.map((note) => note.id)).toEqual([theirs.id]);
});

test("another user's notes and notes of another contact are unknown", async () => {
  const peer = await office.signIn('peer');
  const [id, other] = [await office.add({ owner: 'agent' }), await office.add({ owner: 'agent' })];
  const note = await write(agent, id, 'Mine');

  expect((await peer.call(listNotes, { params: { id } })).status).toBe(404);
  expect((await peer.call(createNote, { params: { id }, body: { body: 'x' } })).status).toBe(404);
  expect((await agent.call(deleteNote, { params: { id: other, noteId: note.id } })).status).toBe(404);
});

test.each(['', '   ', '\u0000'])('an empty note %o is refused', async (body) => {
  const id = await office.add({ owner: 'agent' });

  expect((await agent.call(createNote, { params: { id }, body: { body } })).status).toBe(422);
});

test('every write leaves an audit row that names the note', async () => {
  const id = await office.add({ owner: 'agent' });
  const note = await write(agent, id, 'One');
  await agent.call(updateNote, { params: { id, noteId: note.id }, body: { body: 'Two' } });
  await agent.call(deleteNote, { params: { id, noteId: note.id } });

  const { rows } = await office.owner.query(
    `select action, detail from audit_log where subject_type = 'contact' and subject_id = $1 order by id`,
    [id],
  );
  expect(rows).toEqual(
    ['note.created', 'note.updated', 'note.deleted'].map((action) => ({ action, detail: { note_id: note.id } })),
  );
});
