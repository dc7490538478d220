import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTag, listTags, updateTag } from '#contract/tags.contract.ts';
import { type Client, openApp, type TestApp } from '../_api/app.ts';

let app: TestApp;
let agent: Client;
let stranger: Client;

beforeAll(async () => {
  app = await openApp();
  agent = await app.signIn('agent');
  stranger = await app.signIn('stranger');
});
afterAll(() => app.close());

const create = async (name: string, client = agent) => (await client.call(createTag, { body: { name } })).body.data;

test('tags are listed by name, those of the account only', async () => {
  await create('warm');
  await create('Cold');
  await create('Foreign', stranger);

  const { body } = await agent.call(listTags);

  expect(body.data.map((tag) => [tag.name, tag.color])).toEqual([
    ['Cold', 'grey'],
    ['warm', 'grey'],
  ]);
});

test('a name that is taken answers its tag, whatever the capitals, and leaves no second audit row', async () => {
  const first = await create('Medicare');

  const { body } = await agent.call(createTag, { body: { name: '  MEDICARE ', color: 'red' } });

  expect(body.data).toEqual(first);
  const { rows } = await app.owner.query(
    `select action from audit_log where subject_type = 'tag' and subject_id = $1`,
    [first.id],
  );
  expect(rows).toEqual([{ action: 'tag.created' }]);
});

test('many who create one tag at once all get the same', async () => {
  const tags = await Promise.all(Array.from({ length: 6 }, () => create('Rush')));

  expect(new Set(tags.map((tag) => tag.id)).size).toBe(1);
});

test('a tag takes a new name and colour', async () => {
  const { id } = await create('Old');

  const { body } = await agent.call(updateTag, { body: { id, name: 'New', color: 'blue' } });

  expect(body.data).toEqual({ id, name: 'New', color: 'blue' });
});

test('a name of another tag is refused', async () => {
  await create('Taken');
  const { id } = await create('Mine');

  const { status, body } = await agent.call(updateTag, { body: { id, name: 'taken' } });

  expect([status, body]).toEqual([422, expect.objectContaining({ errors: { name: ['Another tag has this name.'] } })]);
});

test('a tag of another account is unknown', async () => {
  const { id } = await create('Ours');

  expect((await stranger.call(updateTag, { body: { id, name: 'Theirs' } })).status).toBe(404);
});
