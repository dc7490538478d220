import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createLetterTemplate,
  deleteLetterTemplate,
  listLetterTemplates,
  previewPrint,
  restoreLetterTemplate,
  updateLetterTemplate,
} from '#contract/printing.contract.ts';
import { openPrintDesk, type PrintDesk } from './print-desk.ts';

let it: PrintDesk;
beforeAll(async () => {
  it = await openPrintDesk();
});
afterAll(() => it.close());

test('a letter is kept, changed, deleted and brought back, by its owner alone', async () => {
  const { agent } = it;
  const names = async () => (await agent.call(listLetterTemplates, {})).body.data.map(({ name }) => name);
  const made = await agent.call(createLetterTemplate, { body: { name: 'Review', body: 'Dear {{ first_name }},' } });
  const { id } = made.body.data;
  const again = await agent.call(createLetterTemplate, { body: { name: 'review', body: 'x' } });
  const faulty = await agent.call(updateLetterTemplate, { params: { id }, body: { body: '{{ frist_name }}' } });
  await agent.call(updateLetterTemplate, { params: { id }, body: { name: 'Yearly review' } });
  expect([again.status, faulty.status, await names()]).toEqual([422, 422, ['Yearly review']]);
  expect(JSON.stringify(faulty.body)).toContain('Unknown field \\"frist_name\\".');

  await agent.call(deleteLetterTemplate, { params: { id } });
  await agent.call(createLetterTemplate, { body: { name: 'Yearly review', body: 'x' } });
  const taken = await agent.call(restoreLetterTemplate, { params: { id } });
  await it.sql('update letter_templates set deleted_at = now() where id <> $1', [id]);
  const back = await agent.call(restoreLetterTemplate, { params: { id } });
  expect([taken.status, back.body.data.body, await names()]).toEqual([
    422,
    'Dear {{ first_name }},',
    ['Yearly review'],
  ]);
  const peer = await it.signIn('peer');
  expect([
    (await peer.call(listLetterTemplates, {})).body.data,
    (await peer.call(deleteLetterTemplate, { params: { id } })).status,
  ]).toEqual([[], 404]);
});

test('somebody keeps at most 200 letters', async () => {
  const { accountId, userId } = it.identityOf('manager');
  await it.sql(
    `insert into letter_templates (account_id, user_id, name, body, created_at, updated_at, deleted_at)
     select $1, $2, 'Letter ' || n, 'x', now(), now(), case when n = 201 then now() end from generate_series(1, 201) n`,
    [accountId, userId],
  );
  const manager = await it.signIn('manager');
  const [gone] = await it.sql<{ id: number }>(
    'select id from letter_templates where user_id = $1 and deleted_at is not null',
    [userId],
  );
  const restore = () => manager.call(restoreLetterTemplate, { params: { id: gone?.id ?? 0 } });
  const refused = await manager.call(createLetterTemplate, { body: { name: 'One more', body: 'x' } });
  expect([refused.status, (await restore()).status]).toEqual([422, 422]);
  expect(JSON.stringify(refused.body)).toContain("You've reached the limit of 200 letters. Delete one first.");

  const [kept] = (await manager.call(listLetterTemplates, {})).body.data;
  await manager.call(deleteLetterTemplate, { params: { id: kept?.id ?? 0 } });
  expect((await restore()).status).toBe(200);
});

test('a letter of more than ten sheets is a fault of the preview', async () => {
  const ids = [await it.resident()];
  const faultsOf = async (lines: number) => {
    const print = { kind: 'letters', options: { body: Array.from({ length: lines }, () => 'x').join('\n') } } as const;
    const { body } = await it.agent.call(previewPrint, { body: { selection: { ids }, print } });
    return body.data.faults;
  };
  expect([await faultsOf(397), await faultsOf(398)]).toEqual([
    [],
    [{ field: 'body', message: 'A letter can have up to 10 pages. Shorten the text.' }],
  ]);
});

test('a preview counts as the print does, and shows the first piece', async () => {
  const ids = [await it.resident({ address: '' }), await it.resident(), await it.resident({ first_name: 'José' })];
  const ask = async (print: Parameters<typeof it.ask>[1]) =>
    (await it.agent.call(previewPrint, { body: { selection: { ids }, print } })).body.data;
  const address = ['Maria and José Garza', '12 Oak Street', 'Austin, TX 78701'];
  const left = {
    sentence: '',
    total: 3,
    too_many: false,
    printed: 2,
    by_reason: [{ reason: 'no_address', contacts: 1 }],
  };
  expect(await ask({ kind: 'labels', options: { per_household: true } })).toEqual({
    ...left,
    pieces: 1,
    faults: [],
    first: { address, letter: null },
  });
  const letter = await ask({ kind: 'letters', options: { sender: '{{ my_name }}', body: 'Dear {{ first_name }},' } });
  expect(letter).toMatchObject({
    ...left,
    pieces: 2,
    first: { address: ['Maria Garza', ...address.slice(1)], letter: { sender: ['Amy Agent'], body: 'Dear Maria,' } },
  });
  const faulty = await ask({ kind: 'letters', options: { body: 'Dear {{ nobody }},' } });
  expect(faulty).toEqual({
    ...left,
    pieces: 2,
    faults: [{ field: 'body', message: 'Unknown field "nobody".' }],
    first: null,
  });
});
