import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Client } from '../_api/app.ts';
import { type ImportForm, startImport, validateImport } from '#contract/imports.contract.ts';
import { fixProblemRows } from '#contract/imports/problems.contract.ts';
import { type ImportDesk, openImportDesk } from './import-desk.ts';
import { checkAndRun, clear, FORMS, formOf, HEADER, makeTag } from './promised-and-done.ts';

let it: ImportDesk;
let peer: Client;
let manager: Client;
let tag: number;
beforeAll(async () => {
  it = await openImportDesk();
  peer = await it.signIn('peer');
  manager = await it.signIn('manager');
  tag = await makeTag(it);
});
afterAll(() => it.close());
beforeEach(() => clear(it));

const OWN = [
  'Ana,Ruiz,512-555-0142,,ana@example.com,1950-03-04,Waco,Knows us,H-1',
  'Bo,Lee,512-555-0143,512-555-0144,,,Austin,,',
  'Cy,Orr,512-555-0145,,cy@example.com,,,,',
  'Di,Fox,512-555-0146,,di@example.com,1951-01-02,Waco,,',
].join('\n');

const FILE = [
  // Known people: equal, changed, only noted, by the second phone, by e-mail, deleted, of another owner.
  'Ana,Ruiz,512-555-0142,,ana@example.com,1950-03-04,Waco,Knows us,H-1',
  'Bo,Lee,512-555-0144,,,,Dallas,,H-2',
  'Cy,Orr,,,CY@example.com,,,Call back,',
  'Di,Fox,713-555-0100,,di@example.com,,,,',
  'Gone,Away,512-555-0150,,,,,,',
  'Other,Owner,512-555-0151,,,1949-09-09,,,',
  'Someone,Else,,,,1949-09-09,,,',
  'Own,Er,,,,,,,',
  // New people, and what later rows say of them.
  'Eva,Paz,512-555-0160,,,,,,',
  'Eva,Paz,512-555-0160,,,,,,',
  'Eva,Paz,512-555-0160,,eva@example.com,,,,',
  'EVA,Paz,,,eva@example.com,,Waco,First,P-1',
  'Eva,Paz,,,eva@example.com,,Austin,,',
  'Eva,Paz,,,eva@example.com,,,First,P-1',
  'Eva,Paz,,,eva@example.com,,,Second,P-2',
  // Later rows of known people.
  'Ana,Ruiz,512-555-0142,512-555-0199,,,,,',
  'Ana,Ruiz,,512-555-0199,,1960-01-01,,,',
  'Bo,Lee,512-555-0143,,bo@example.com,,,,',
  'Cy,Orr,512-555-0145,,,,,,',
  'Di,Fox,512-555-0146,,,,Waco,,',
  // No people, and cells that can't be read.
  ',,,,,,,,',
  'Total,,,,,,,,',
  'n/a,n/a,,,,,,,',
  'Flo,Gil,ask his son,,,,,,',
  'Ana,Ruiz,512-555-0142,,,99/99/9999,,,',
  ',,nonsense,,,,,,',
  'Hal,Ivy,512-555-0170',
  'Jo,Kay,"512-555-0171,,,,,,',
  'Same,Name,,,,,,,',
  'Same,Name,,,,,,,',
].join('\n');

async function makeBook() {
  const form = formOf({ keep_other_columns: true }, tag);
  await it.importFile(`${HEADER}${OWN}\n`, form);
  await it.importFile(`${HEADER}Gone,Away,512-555-0150,,,,,,\n`, form);
  await it.sql(`update contacts set deleted_at = now() where first_name = 'Gone'`);
  await it.importFile(`${HEADER}Other,Owner,512-555-0151,,,1949-09-09,,,\n`, form, peer);
}

describe('the check promises exactly what the import then does', () => {
  test.each(FORMS)('with %j', async (form) => {
    await makeBook();
    const { promised, done } = await checkAndRun(it, `${HEADER}${FILE}\n`, formOf(form, tag));

    expect(promised).toEqual(done);
  });

  test('when a manager imports for an agent and looks through the downline', async () => {
    await makeBook();
    const form = { ...formOf({ scope: 'mine' }, tag), owner: it.world.people.agent.id };
    const { promised, done } = await checkAndRun(it, `${HEADER}${FILE}\n`, form, manager);
    await clear(it);
    await makeBook();
    const wide = await checkAndRun(
      it,
      `${HEADER}${FILE}\n`,
      { ...form, scrub_against: { scope: 'downline' } },
      manager,
    );

    expect([promised, wide.promised]).toEqual([done, wide.done]);
    expect(done.counts).not.toEqual(wide.done.counts);
  });

  test('when the first row of a person is chunks before the next, and a phone changes hands between', async () => {
    await makeBook();
    const filler = Array.from({ length: 5_000 }, (_, index) => `P${index},Orr,,,p${index}@example.com,,,,\n`).join('');
    const early = `Di,Fox,512-555-0146,,,,Austin,,\nCy,Orr,713-555-0101,,cy@example.com,,Waco,,\nNew,One,713-555-0102,,,,,,\n`;
    const later = `Di,Fox,,,di@example.com,,Dallas,,\nCy,Orr,512-555-0145,,,,Austin,,\nNew,One,713-555-0102,,,,Waco,Hi,\nNew,One,713-555-0102,,,,Austin,,\n`;
    const { promised, done } = await checkAndRun(it, HEADER + early + filler + later, formOf({}, tag));

    expect(promised).toEqual(done);
    expect(done.counts).toEqual({ created: 5_002, updated: 3, skipped: 2, problems: 0 });
  });

  test('when custom fields run full', async () => {
    await makeBook();
    await it.sql(
      `update data_captures set captures = (select jsonb_agg(jsonb_build_object('label', 'L' || n, 'value', 'x'))
       from generate_series(1, 499) n)`,
    );
    const lines = 'Ana,Ruiz,512-555-0142,,,,,,A\nAna,Ruiz,512-555-0142,,,,,,B\nAna,Ruiz,512-555-0142,,,,Waco,,\n';
    const { promised, done } = await checkAndRun(it, HEADER + lines, formOf({ keep_other_columns: true }, tag));

    expect(promised).toEqual(done);
  });

  test('when the file holds corrected problem rows', async () => {
    const { promised, done } = await (async () => {
      const { id } = await it.importFile(`${HEADER}Flo,Gil,ask his son,,,,,,\nHal,Ivy,ask,,hal@example.com,,,,\n`);
      const corrected = await it.sql<{ cells: string[]; row: number }>(
        'select cells, row_number as row from import_rows where import_id = $1 order by 2',
        [id],
      );
      const sheet = corrected
        .map(({ cells, row }) => `${cells.join(',').replace('ask his son', '512-555-0180')},${row + 1},why\n`)
        .join('');
      return checkAndRun(it, `${HEADER.trim()},row,reason\n${sheet}New,Person,512-555-0181,,,,,,,,\n`, {});
    })();

    expect(promised).toEqual(done);
    expect(done.counts.updated).toBe(1);
  });
});

describe('the counts are no longer claimed', () => {
  const checked = async () => {
    await makeBook();
    const { id } = await it.upload(`${HEADER}${FILE}\n`, formOf({}, tag));
    await it.agent.call(validateImport, { body: { import_id: id } });
    await it.check(id);
    return id;
  };

  test.each<[string, ImportForm]>([
    ['what happens with existing contacts', { when_known: 'skip' }],
    ['a scrub', { scrub_against: { scope: 'mine' } }],
    ['other columns', { keep_other_columns: true }],
    ['tags', { tags: [] }],
  ])('once %s is chosen at the start', async (_, form) => {
    const id = await checked();
    await it.agent.call(validateImport, { body: { import_id: id, tags: [tag] } });
    await it.check(id);
    const started = await it.agent.call(startImport, { body: { import_id: id, ...form } });
    await it.run(id);

    expect([started.body.data.check, (await it.read(id)).check?.planned]).toEqual([null, undefined]);
  });

  test('for choices that stay the same, or decide on no row, they are', async () => {
    const id = await checked();
    const started = await it.agent.call(startImport, {
      body: { import_id: id, ...formOf({}, tag), updated_lead_tags: [tag], scrub_against: null },
    });

    expect(started.body.data.check?.planned?.created).toBeGreaterThan(0);
  });

  test('once a row is corrected, until the file is checked again', async () => {
    const id = await checked();
    const [row] = await it.sql<{ row_number: number }>(
      `select row_number from import_check_rows where import_id = $1 and reason = 'row_cut_short'`,
      [id],
    );
    const rows = [{ row_number: row?.row_number ?? 0, cells: { 8: 'P' } }];
    const fixed = await it.agent.call(fixProblemRows, { params: { id }, body: { rows } });
    await it.agent.call(validateImport, { body: { import_id: id } });
    await it.check(id);

    expect([fixed.body.import.check?.planned, (await it.read(id)).check?.planned]).toEqual([
      undefined,
      { created: expect.any(Number), updated: expect.any(Number) },
    ]);
  });
});
