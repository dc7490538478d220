import { expect, test } from 'vitest';
import { tags } from '#contract/tags.contract.ts';
import { describeResource, openOffice } from '../_matrix/describe-resource.ts';
import { RESOURCES } from '../_matrix/resources.ts';

const office = openOffice();
describeResource(office, RESOURCES.tag, { twice: 'answers' });

const create = async (name: string, client = office().agent) =>
  (await client.call(tags.create, { body: { name } })).body.data;

test('tags are listed by name, whatever their capitals', async () => {
  await create('warm');
  await create('Cold');

  const { body } = await office().agent.call(tags.list);

  const names = body.data.map(({ name }) => name);
  expect(names.indexOf('Cold')).toBeLessThan(names.indexOf('warm'));
  expect(body.data.find(({ name }) => name === 'warm')?.color).toBe('grey');
});

test('a name that is taken leaves no second audit row', async () => {
  const { id } = await create('Medicare');

  await create('  MEDICARE ');

  const { rows } = await office().it.owner.query(
    `select action from audit_log where subject_type = 'tag' and subject_id = $1`,
    [id],
  );
  expect(rows).toEqual([{ action: 'tag.created' }]);
});

test('many who create one tag at once all get the same', async () => {
  const made = await Promise.all(Array.from({ length: 6 }, () => create('Rush')));

  expect(new Set(made.map(({ id }) => id)).size).toBe(1);
});
