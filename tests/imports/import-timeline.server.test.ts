import { afterAll, beforeAll, expect, test } from 'vitest';
import { readTimeline } from '#contract/timeline.contract.ts';
import { type ImportDesk, openImportDesk } from './import-desk.ts';

let it: ImportDesk;
beforeAll(async () => {
  it = await openImportDesk();
});
afterAll(() => it.close());

test('the timeline says what an import changed, from what to what; numbers have no values', async () => {
  await it.importFile('First Name,Last Name,Phone,City,Tags\nAna,Ruiz,512-555-0142,Waco,new\n');
  await it.importFile(
    'First Name,Last Name,Phone,City,State,Tags,Medicare Number\nAna,Ruiz,512-555-0142,Kyle,TX,hot,1EG4-TE5-MK73\n',
  );
  const [ana] = await it.sql<{ id: number }>(`select id from contacts where first_name = 'Ana'`);

  const { body } = await it.agent.call(readTimeline, { params: { id: ana?.id ?? 0 } });

  expect(body.data.flatMap(({ what }) => (what.of === 'import' ? [what.changes] : []))).toEqual([
    [
      { field: 'city', from: 'Waco', to: 'Kyle' },
      { field: 'state', from: '', to: 'TX' },
      { field: 'tag_ids', from: 'new', to: 'hot, new' },
    ],
  ]);
  expect(JSON.stringify(await it.sql('select * from contact_changes'))).not.toContain('1EG4');
});
