import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Client } from '../_api/app.ts';
import { type ImportDesk, openImportDesk } from './import-desk.ts';
import { checkAndRun, clear, FILE, FORMS, formOf, HEADER, makeBook, makeTag } from './promised-and-done.ts';

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

describe('the check promises exactly what the import then does', () => {
  test.each(FORMS)('with %j', async (form) => {
    await makeBook(it, peer, tag);
    const { promised, done } = await checkAndRun(it, `${HEADER}${FILE}\n`, formOf(form, tag));

    expect(promised).toEqual(done);
  });

  test('when a manager imports for an agent and looks through the downline', async () => {
    await makeBook(it, peer, tag);
    const form = { ...formOf({ scope: 'mine' }, tag), owner: it.world.people.agent.id };
    const { promised, done } = await checkAndRun(it, `${HEADER}${FILE}\n`, form, manager);
    await clear(it);
    await makeBook(it, peer, tag);
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
    await makeBook(it, peer, tag);
    const filler = Array.from({ length: 5_000 }, (_, index) => `P${index},Orr,,,p${index}@example.com,,,,\n`).join('');
    const early = `Di,Fox,512-555-0146,,,,Austin,,\nCy,Orr,713-555-0101,,cy@example.com,,Waco,,\nNew,One,713-555-0102,,,,,,\n`;
    const later = `Di,Fox,,,di@example.com,,Dallas,,\nCy,Orr,512-555-0145,,,,Austin,,\nNew,One,713-555-0102,,,,Waco,Hi,\nNew,One,713-555-0102,,,,Austin,,\n`;
    const { promised, done } = await checkAndRun(it, HEADER + early + filler + later, formOf({}, tag));

    expect(promised).toEqual(done);
    expect(done.counts).toEqual({ created: 5_002, updated: 3, skipped: 2, problems: 0 });
  });

  test.each([false, true])('when rows name tags, new ones among them (new leads: %s)', async (fresh_leads) => {
    const header = 'First Name,Last Name,Phone,Tags,Type\n';
    await it.importFile(`${header}Ana,Ruiz,512-555-0142,Waco,\n`);
    const rows = [
      'Ana,Ruiz,512-555-0142,waco,',
      'Ana,Ruiz,512-555-0142,Fair,',
      'Bo,Lee,512-555-0143,Fair,',
      'Bo,Lee,512-555-0143,New,',
      'Bo,Lee,512-555-0143,"Fair, New",',
      'Cy,Orr,512-555-0144,,client',
      'Cy,Orr,512-555-0144,New,client',
    ];
    const { promised, done } = await checkAndRun(it, `${header}${rows.join('\n')}\n`, { fresh_leads });

    expect(promised).toEqual(done);
  });

  test('when a row that is left out connects rows of one person', async () => {
    await it.importFile(`${HEADER}Ana,Ruiz,512-555-0102,,no mail,,Austin,,\n`);
    const lines = [
      'Ana,Ruiz,none of it,512-555-0104,,,Waco,,',
      ',Ruiz,,512-555-0103,,,,,',
      'Ana,Ruiz,512-555-0102,512-555-0104,b@example.com,,Waco,,',
      'Ana,Ruiz,,512-555-0103,b@example.com,,Austin,,',
      'Ana,Ruiz,512-555-0102,512-555-0103,a@example.com,1950-01-02,Austin,Hi,',
    ];
    const form = formOf({ when_known: 'skip', scope: 'mine' }, tag);
    const { promised, done } = await checkAndRun(it, `${HEADER}${lines.join('\n')}\n`, form);

    expect(promised).toEqual(done);
  });

  test('when custom fields run full', async () => {
    await makeBook(it, peer, tag);
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
