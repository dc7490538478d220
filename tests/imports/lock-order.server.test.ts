import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startImport, undoImport } from '#contract/imports.contract.ts';
import { holding, untilWaiting } from '../_db/held.ts';
import { type ImportDesk, openImportDesk } from './import-desk.ts';

let it: ImportDesk;
beforeAll(async () => {
  it = await openImportDesk();
});
afterAll(() => it.close());
beforeEach(() =>
  it.sql('truncate contacts, notes, imports, import_rows, import_check_rows, import_kept_rows, events cascade'),
);

const HEADER = 'First Name,Last Name,Phone,City\n';
const ANA = 'Ana,Ruiz,512-555-0142';
const BO = 'Bo,Ruiz,512-555-0143';
const UPDATE = { when_known: 'update' } as const;

/** True when `work` waits for the first contact without having locked the last one. */
async function waitsForFirst(work: () => Promise<unknown>): Promise<boolean> {
  const [first, last] = await it.sql<{ id: number }>(
    '(select id from contacts order by id limit 1) union all (select id from contacts order by id desc limit 1)',
  );
  return holding(
    it.owner,
    { text: 'select from contacts where id = $1 for no key update', values: [first?.id] },
    async (client, release) => {
      const working = work();
      await untilWaiting(it.owner, 1);
      const { rowCount } = await client.query('select from contacts where id = $1 for update skip locked', [last?.id]);
      await release();
      await working;
      return rowCount === 1;
    },
  );
}

describe('the contacts of a chunk', () => {
  test('are locked in the order of their ids, whatever the order of the rows', async () => {
    await it.importFile(`${HEADER}${ANA},Waco\n${BO},Waco\n`);
    const { id } = await it.upload(`${HEADER}${BO},Austin\n${ANA},Austin\n`, UPDATE);
    await it.agent.call(startImport, { body: { import_id: id } });

    const isOrdered = await waitsForFirst(() => it.run(id));

    const cities = await it.sql('select city from contacts order by id');
    expect([isOrdered, cities]).toEqual([true, [{ city: 'Austin' }, { city: 'Austin' }]]);
  });

  test('are locked before an undo removes one and restores another', async () => {
    await it.importFile(`${HEADER}${ANA},Waco\n`);
    const { id } = await it.importFile(`${HEADER}${BO},Waco\n${ANA},Austin\n`, UPDATE);
    await it.agent.call(undoImport, { params: { id } });

    const isOrdered = await waitsForFirst(() => it.undo(id));

    const left = await it.sql('select first_name, city, deleted_at is null as live from contacts order by id');
    expect([isOrdered, left]).toEqual([
      true,
      [
        { first_name: 'Ana', city: 'Waco', live: true },
        { first_name: 'Bo', city: 'Waco', live: false },
      ],
    ]);
  });
});
