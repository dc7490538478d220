import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createNote,
  deleteNote,
  listNotes,
  restoreNote,
  updateNote,
  updatePinnedNote,
} from '#contract/contacts/notes.contract.ts';
import type { Client } from '../_api/app.ts';
import { type Office, openOffice } from '../contacts/office.ts';

let office: Office;
let agent: Client;
let manager: Client;

beforeAll(async () => {
  office = await openOffice();
  agent = await office.signIn('agent');
  manager = await office.signIn('manager');
});
afterAll(() => office.close());

const write = async (id: number, body: string, client = agent) =>
  (await client.call(createNote, { params: { id }, body: { body } })).body.data;
const pin = (id: number, body: string, client = agent) =>
  client.call(updatePinnedNote, { params: { id }, body: { body } });
const list = async (id: number, query: { q?: string; page?: number; limit?: number } = {}) => {
  const { body } = await agent.call(listNotes, { params: { id }, query });
  return { ...body, bodies: body.data.map((note) => note.body) };
};

test('undo of a removal brings the very same note back', async () => {
  const id = await office.add({ owner: 'agent' });
  const note = await write(id, 'One');
  const params = { id, noteId: note.id };
  await agent.call(deleteNote, { params });
  expect((await list(id)).bodies).toEqual([]);
  expect((await agent.call(deleteNote, { params })).status).toBe(404);
  expect((await agent.call(updateNote, { params, body: { body: 'x' } })).status).toBe(404);

  expect((await agent.call(restoreNote, { params })).body.data).toEqual(note);
  expect((await list(id)).data).toEqual([note]);
});

test('a note that somebody above removed is theirs to bring back as well as its author’s', async () => {
  const id = await office.add({ owner: 'agent' });
  const note = await write(id, 'From above', manager);
  const params = { id, noteId: note.id };
  await manager.call(deleteNote, { params });

  expect((await agent.call(restoreNote, { params })).status).toBe(403);
  expect((await manager.call(restoreNote, { params })).status).toBe(200);
});

test('words are found without regard to capitals and accents, and signs of a pattern are plain', async () => {
  const id = await office.add({ owner: 'agent' });
  await write(id, 'Prefiere a José, 100% sure');
  await write(id, 'Nothing of it');

  expect((await list(id, { q: 'jose' })).bodies).toEqual(['Prefiere a José, 100% sure']);
  expect((await list(id, { q: '100%' })).bodies).toHaveLength(1);
  expect((await list(id, { q: '%' })).bodies).toHaveLength(1);
  expect((await list(id, { q: '_' })).bodies).toEqual([]);
});

test('come page by page with their number', async () => {
  const id = await office.add({ owner: 'agent' });
  for (const body of ['1', '2', '3']) await write(id, body);

  const { bodies, meta } = await list(id, { page: 2, limit: 2 });
  expect([bodies, meta]).toEqual([['1'], { current_page: 2, limit: 2, total_count: 3, total_pages: 2 }]);
});

test('the pinned note stands on top, is changed by whoever may change the contact, and is taken away when empty', async () => {
  const id = await office.add({ owner: 'agent' });
  const first = (await pin(id, 'Deaf on one ear.', manager)).body.data;
  await write(id, 'Later');
  expect((await list(id)).bodies).toEqual(['Deaf on one ear.', 'Later']);

  const second = (await pin(id, 'Deaf on both ears.')).body.data;
  expect([second?.id, second?.pinned, second?.author.name]).toEqual([first?.id, true, 'Amy Agent']);

  await pin(id, '  ');
  expect((await list(id)).bodies).toEqual(['Later']);
  expect((await pin(id, '')).body.data).toBeNull();
});

test('a pinned note that comes back beside a newer one is a plain note', async () => {
  const id = await office.add({ owner: 'agent' });
  const old = (await pin(id, 'Old')).body.data;
  await pin(id, '');
  await pin(id, 'New');

  await agent.call(restoreNote, { params: { id, noteId: old?.id ?? 0 } });

  expect((await list(id)).data.map(({ body, pinned }) => [body, pinned])).toEqual([
    ['New', true],
    ['Old', false],
  ]);
});
