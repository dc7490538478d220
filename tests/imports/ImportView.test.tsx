import { act } from 'react';
import { Subject } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { createActor, fromEventObservable, fromPromise } from 'xstate';
import type { ImportAttempt } from '#contract/imports.contract.ts';
import type { ImportHead, ImportRow, ProblemRow } from '#contract/imports/rows.contract.ts';
import { ApiError } from '../../src/api/errors.ts';
import { importMachine } from '../../src/machines/imports/import.machine.ts';
import type {
  ChosenFile,
  CorrectedRow,
  FixReply,
  ImportChange,
  ImportFact,
  ImportReply,
  UploadFact,
} from '../../src/machines/imports/import-context.ts';
import { ImportView } from '../../src/views/imports/ImportPage.tsx';
// Preloads the lazy part.
import '../../src/views/imports/steps/UndoDialog.tsx';
import { click, mount, only, settle, type } from '../_kit/mount.ts';
import { appAround } from './app-around.tsx';
import { attempt, head, row } from './import-fixtures.ts';
import { sessionAtWork } from '../_kit/session-at-work.ts';

const text = () => document.body.textContent ?? '';
const button = (name: string) => {
  const found = [...document.querySelectorAll<HTMLButtonElement>('button')].find((one) =>
    one.textContent?.startsWith(name),
  );
  if (!found) throw new Error(`no button ${name}`);
  return found;
};
const choose = (label: string, value: string) => {
  const id = [...document.querySelectorAll('label')].find((one) => one.textContent === label)?.htmlFor ?? '';
  const select = only<HTMLSelectElement>(`#${CSS.escape(id)}`);
  act(() => {
    select.value = value;
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });
};

const answers: Record<string, unknown> = {
  listOwners: { data: [{ id: 1007, name: 'Dana Whitfield', role: 'agent' }] },
};

/** The server's response to corrections. */
let mended: readonly ProblemRow[] = [];

/** The page of an attempt as the server has it; `null`: no file yet. */
async function show(
  differs: Partial<ImportAttempt> | null,
  rows: readonly ImportRow[] = [],
  refused?: ApiError,
  found: Partial<ImportHead> = {},
) {
  const broadcasts$ = new Subject<ImportFact>();
  const upload$ = new Subject<UploadFact>();
  const changes: ImportChange[] = [];
  const fixes: CorrectedRow[] = [];
  const uploads: ChosenFile[] = [];
  const machine = importMachine.provide({
    actors: {
      uploadFile: fromEventObservable(({ input }) => {
        uploads.push(input.file);
        return upload$;
      }),
      importBroadcasts: fromEventObservable(() => broadcasts$),
      readAttempt: fromPromise(() =>
        Promise.resolve<ImportReply>({ import: attempt(differs ?? {}), head: head(found), rows }),
      ),
      fixRows: fromPromise(({ input }) => {
        fixes.push(...input.rows);
        return Promise.resolve<FixReply>({ rows: mended, import: attempt({ ...differs, version: 8 }) });
      }),
      changeImport: fromPromise(({ input }) => {
        changes.push(input.change);
        return refused ? Promise.reject(refused) : new Promise<ImportReply>(() => undefined);
      }),
    },
  });
  const actor = createActor(machine, { input: { id: differs === null ? null : 41 } }).start();
  const user = { id: 1007, timezone: 'est', roles: ['admin'], max_plus_subscription: {}, feature_overrides: [] };
  const session = sessionAtWork(user);
  const { wrap } = appAround(answers, { session });
  mount(wrap(<ImportView actor={actor} zone="America/New_York" viewerId={1007} />));
  await settle();
  await settle();
  const hear = (fact: ImportFact) => act(() => broadcasts$.next(fact));
  return { actor, changes, fixes, hear, upload$, uploads };
}

describe('without a file', () => {
  test('says what a file may be', async () => {
    await show(null);

    expect(text()).toMatch(/\.xls, \.ods and vCard files, also compressed with gzip\. Up to 500 MB/);
    expect(only('[aria-current="step"]').textContent).toBe('Upload');
  });

  test('says why a file is not taken', async () => {
    const { actor } = await show(null);

    act(() => actor.send({ type: 'import.chooseFile', file: { name: 'a.csv', bytes: 0, content: new Blob([]) } }));

    expect(only('[role="alert"]').textContent).toBe('a.csv is empty.');
  });

  test('shows how much of the file is out', async () => {
    const { actor, upload$ } = await show(null);
    act(() =>
      actor.send({
        type: 'import.chooseFile',
        file: { name: 'a.csv', bytes: 4 * 1024 * 1024, content: new Blob(['a']) },
      }),
    );

    act(() => upload$.next({ type: 'upload.progressed', sentBytes: 1024 * 1024 }));

    expect(only('[role="progressbar"]').getAttribute('aria-valuetext')).toBe('1.0 MB of 4.0 MB');
  });
});

describe('reading the file', () => {
  const book = { name: 'book.xlsx', bytes: 2_048, content: new Blob(['x']) };
  const sent = async () => {
    const shown = await show(null);
    act(() => shown.actor.send({ type: 'import.chooseFile', file: book }));
    act(() => shown.upload$.next({ type: 'upload.progressed', sentBytes: 2_048 }));
    return shown;
  };

  test('shows that the rows of a workbook are awaited once all of it is out', async () => {
    await sent();

    const bar = only('[role="progressbar"]');
    expect([bar.getAttribute('aria-valuetext'), bar.getAttribute('aria-valuemax')]).toEqual([
      'Reading the first rows of the file',
      null,
    ]);
    expect(only('[aria-busy="true"]').getAttribute('aria-label')).toBe('Reading the columns');
  });

  test('that takes too long is tried again with the same file', async () => {
    const { upload$, uploads } = await sent();
    const late = new ApiError('server', { code: 'unavailable', message: 'The workbook could not be read yet.' });
    act(() => upload$.error(late));
    expect(only('[role="alert"].note').textContent).toContain('The workbook could not be read yet.');

    click(button('Try again'));

    expect(uploads).toEqual([book, book]);
  });

  test('that is refused is not offered again', async () => {
    const { upload$ } = await sent();
    act(() => upload$.error(new ApiError('rejected', { code: 'refused', message: 'The workbook is empty.' })));

    expect([only('.drop [role="alert"]').textContent, document.querySelectorAll('.note').length]).toEqual([
      'The workbook is empty.',
      0,
    ]);
  });
});

describe('matching columns', () => {
  test('says who made the file and what was found in it', async () => {
    const warnings = ['Some cells contain Excel errors, such as #N/A. They count as empty.'];
    await show({ status: 'draft' }, [], undefined, { made_by: 'Google Contacts', warnings });

    expect([only('.file-facts p').textContent, only('.file-facts li').textContent]).toEqual([
      'Created by Google Contacts',
      warnings[0],
    ]);
  });

  test('of a text without a known maker say nothing of the file, and offer no sheet', async () => {
    await show({ status: 'draft' });

    expect([document.querySelector('.file-facts'), text().includes('Sheet')]).toEqual([null, false]);
  });

  test('are those of the sheet that is chosen', async () => {
    const { changes } = await show({ status: 'draft' }, [], undefined, { sheets: ['Leads', 'Clients'], sheet: 0 });

    choose('Sheet', '1');

    expect(changes).toEqual([{ kind: 'readHead', place: { sheet: 1 } }]);
    expect(only('.match-table').getAttribute('aria-busy')).toBe('true');
  });

  test('offer to tag what is created as fresh leads', async () => {
    const { actor } = await show({ status: 'draft' });

    const line = [...document.querySelectorAll('.check-line')].find((one) => one.textContent?.startsWith('New leads'));
    click(line?.querySelector('input') ?? expect.unreachable('no such box'));

    expect(actor.getSnapshot().context.draft?.fresh_leads).toBe(true);
  });

  test('shows each column with samples, field and how sure it is', async () => {
    await show({ status: 'draft' });

    const cells = [...document.querySelectorAll('.match-table tbody tr')].map((line) =>
      [...line.querySelectorAll('td')].map(
        (cell) => cell.querySelector('select')?.value ?? cell.lastChild?.textContent,
      ),
    );
    expect(cells).toEqual([
      ['Treviño, Consuelo', 'Treviño, Consuelo', 'full_name', 'High'],
      ['210-555-0164', '210-555-0164', 'phone', 'High'],
      ['210-555-0190', '210-555-0190', '', 'Not imported'],
      ['A-17', 'A-17', '', 'Not imported'],
    ]);
  });

  test('moves a field to the column that is chosen for it', async () => {
    await show({ status: 'draft' });

    choose('Field for Home', 'phone');

    const values = [...document.querySelectorAll<HTMLSelectElement>('.match-table select')].map((one) => one.value);
    expect(values).toEqual(['full_name', '', 'phone', '']);
  });

  test("warns when the columns can't identify anyone", async () => {
    await show({ status: 'draft' });

    choose('Field for Full name', '');
    choose('Field for Cell', 'source');

    expect(only('.note.warn').textContent).toContain(
      'Match a name, phone or e-mail column. Each contact needs at least one.',
    );
  });

  test('asks for the check', async () => {
    const { changes } = await show({ status: 'draft' });

    click(button('Check the file'));

    expect(changes.map(({ kind }) => kind)).toEqual(['check']);
  });
});

test('the first rows show how a file is read, and another encoding or separator reads it again', async () => {
  const preview = [['Mu–oz, JosŽ', '210-555-0164', '', 'A-17']];
  const { changes } = await show({ status: 'draft' }, [], undefined, { preview, encoding: 'windows-1252' });

  expect(only('.first-rows tbody').textContent).toBe('Mu–oz, JosŽ210-555-0164A-17');

  choose('Encoding', 'macintosh');

  expect(changes).toEqual([{ kind: 'readHead', place: { encoding: 'macintosh' } }]);
});

test('a checked file asks how dates are read that both orders fit', async () => {
  const examples = [{ text: '05/07/1947', month_first: '1947-05-07', day_first: '1947-07-05' }];
  const dates = [{ index: 3, order: 'month_first', known_by: 'unknown', examples } as const];
  const { changes } = await show({ status: 'checked', check: { ...attempt().check!, dates: [...dates] } });
  const [monthFirst, dayFirst] = document.querySelectorAll<HTMLInputElement>('.date-orders input');

  expect(text()).toContain('Dates in Agent codeThese dates can be read in two ways. Choose one.');
  expect(text()).toContain('05/07/1947 is May 7, 1947');
  expect([monthFirst?.checked, dayFirst?.checked]).toEqual([false, false]);
  expect(button('Import').title).toBe('Choose how to read the dates first');

  act(() => dayFirst?.click());

  expect(changes).toMatchObject([{ kind: 'check', form: { date_orders: { '3': 'day_first' } } }]);
});

test('a checked file names birth dates that are hardly right', async () => {
  const doubts = [{ kind: 'over_120' as const, rows: 6, row_numbers: [2, 3, 5, 8, 13] }];
  await show({ status: 'checked', fields: { '2': 'dob' }, check: { ...attempt().check!, doubts: [...doubts] } });

  expect(text()).toContain('6 people would be older than 120');
  expect(text()).toContain('Check that Home holds birth dates: rows 3, 4, 6, 9, 14 and 1 more.');
});

test('a checked file says what will happen before it is started', async () => {
  const { changes } = await show({ status: 'checked', done_rows: 0 });

  expect(only('.stats').textContent).toBe(
    'Rows12,431Can be imported12,37099.51%Skipped0noneProblems61correct them below',
  );
  click(button('Import 12,370 rows'));

  expect(changes).toEqual([{ kind: 'start' }]);
});

describe('a running import', () => {
  test('shows rows done, the pace, and a sum that can be checked', async () => {
    await show({});

    expect(only('.job .line1').textContent).toBe('8,412 of 12,431 rows84 rows/s48 s leftstarted 2:04:12 PM');
    expect(only('.sum').textContent).toBe('Created6,918Updated+1,102Skipped+331Problems+61Done=8,412Remaining4,019');
  });

  test('lists the last rows with outcome and reason in words', async () => {
    await show({}, [
      row(8_412),
      row(8_411, { outcome: 'updated', reason: 'fields_changed', detail: 'phone, city' }),
      row(8_410, { outcome: 'skipped', reason: 'same_as_earlier_row', detail: '2061', contact_number: null }),
    ]);

    const lines = [...document.querySelectorAll('.last-rows tbody tr')].map((line) =>
      [...line.querySelectorAll('td')].map((cell) => cell.textContent),
    );
    expect(lines).toEqual([
      ['8,413', 'Treviño, Consuelo', '1-210-555-0164', 'Created', 'New contact'],
      ['8,412', 'Treviño, Consuelo', '1-210-555-0164', 'Updated', 'Phone and city changed'],
      ['8,411', 'Treviño, Consuelo', '1-210-555-0164', 'Skipped', 'Same as row 2,061'],
    ]);
  });

  test('moves with every chunk', async () => {
    const { hear } = await show({ version: 7 });
    const counts = { created: 7_000, updated: 1_102, skipped: 331, problems: 61 };

    hear({ type: 'import.progressed', import: attempt({ version: 8, done_rows: 8_494, counts }), rows: [row(8_494)] });

    expect(only('.big').textContent).toBe('8,494 of 12,431 rows');
    expect(only('.last-rows tbody').textContent).toContain('8,495');
  });

  test('is read out about every ten seconds, not with every chunk', async () => {
    const { hear } = await show({ version: 7, active_ms: 100_000 });
    const spoken = () => only('p[aria-live="polite"]').textContent;
    expect(spoken()).toBe('Importing: 8,412 of 12,431 rows, 48 s left.');

    hear({
      type: 'import.progressed',
      import: attempt({ version: 8, active_ms: 109_000, done_rows: 9_000 }),
      rows: [],
    });
    expect(spoken()).toBe('Importing: 8,412 of 12,431 rows, 48 s left.');

    hear({
      type: 'import.progressed',
      import: attempt({ version: 9, active_ms: 110_000, done_rows: 9_200 }),
      rows: [],
    });
    expect(spoken()).toBe('Importing: 9,200 of 12,431 rows, 38 s left.');
  });

  test('pauses once, however often it is asked', async () => {
    const { changes } = await show({});

    click(button('Pause'));
    click(button('Pause'));

    expect(changes).toEqual([{ kind: 'pause' }]);
  });

  test('offers the undo only after a pause', async () => {
    await show({});

    expect(button('Undo import').getAttribute('aria-disabled')).toBe('true');
    expect(only('.after').textContent).toContain('Pause first');
  });

  test('says why a command was refused and stays as it was', async () => {
    await show(
      { status: 'paused' },
      [],
      new ApiError('conflict', { code: 'conflict', message: 'This import has ended.' }),
    );

    click(button('Resume'));
    await settle();

    expect(only('.note.bad').textContent).toBe('This import has ended.');
    expect(button('Resume').getAttribute('aria-disabled')).toBeNull();
  });
});

test('a finished import offers undo, another try of its problem rows and their download', async () => {
  await show({ status: 'done', done_rows: 12_431, finished_at: new Date().toISOString() });
  // Red belongs to the question behind it.
  expect(button('Delete').className).not.toContain('danger');

  expect(button('Undo import').getAttribute('aria-disabled')).toBeNull();
  expect(button('Try 61 problem rows again')).toBeTruthy();
  expect(only<HTMLAnchorElement>('a[download]').getAttribute('href')).toBe(
    '/v1/contacts/import_attempts/41/download_problem_rows',
  );
});

test('rows left out because an earlier one says otherwise are listed and can be downloaded', async () => {
  answers['listProblemRows'] = {
    data: [
      {
        row_number: 9,
        reason: 'contradicts_earlier_row',
        field: null,
        message: 'Row 8 is the same person with a different e-mail.',
        cells: ['Sandoval, Hector', '956-555-0181', 'other@example.com'],
        fix: null,
        is_good: false,
        unread: [],
      },
    ],
    meta: { current_page: 1, limit: 20, total_count: 1, total_pages: 1 },
  };
  await show({ status: 'done', done_rows: 12_431, counts: { created: 12_430, updated: 0, skipped: 1, problems: 0 } });
  await settle();

  expect(text()).toContain('10Row 8 is the same person with a different e-mail.Sandoval, Hector956-555-0181');
  expect(document.querySelectorAll('a[download]')).toHaveLength(1);
});

test('a check says how many rows it has read', async () => {
  const { hear } = await show({ status: 'checking', check: null });

  hear({ type: 'import.checking', id: 41, rows_read: 410_000 });

  expect(text()).toContain('410,000 rows checked');
});

describe('the grid of problem rows', () => {
  const wrong = (row_number: number): ProblemRow => ({
    row_number,
    reason: 'phone_unreadable',
    field: 'phone',
    message: 'Phone "956-555-018" is not a phone number.',
    cells: ['Sandoval, Hector', '956-555-018', '', 'A-17'],
    fix: null,
    is_good: false,
    unread: [],
  });
  const meta = { current_page: 1, limit: 100, total_count: 2, total_pages: 1 };
  const cell = (name: string) => only<HTMLElement>(`.grid-cell[aria-label^="${name}"]`);
  const key = (target: HTMLElement, pressed: string) =>
    act(
      () => void target.dispatchEvent(new KeyboardEvent('keydown', { key: pressed, bubbles: true, cancelable: true })),
    );

  const open = async () => {
    answers['listProblemRows'] = { data: [wrong(8), wrong(9)], meta };
    const by_reason = [{ reason: 'phone_unreadable', field: 'phone', rows: 2 }] as const;
    const shown = await show({ status: 'checked', check: { ...attempt().check!, by_reason: [...by_reason] } });
    await settle();
    return shown;
  };

  test('shows every cell, and Tab reaches the one at fault', async () => {
    await open();

    const stops = [...document.querySelectorAll('.grid-cell[tabindex="0"]')];
    expect(stops.map((one) => one.getAttribute('aria-label'))).toEqual(['Cell of row 9: 956-555-018']);
    expect(cell('Full name of row 10').textContent).toBe('Sandoval, Hector');
  });

  test('is corrected by the keyboard: the row turns good, and the next faulty cell has the focus', async () => {
    const { fixes } = await open();
    mended = [{ ...wrong(8), fix: { '1': '9565550181' }, is_good: true }];

    key(cell('Cell of row 9'), 'Enter');
    type(only<HTMLInputElement>('input[aria-label="Cell of row 9"]'), '9565550181');
    key(only('input[aria-label="Cell of row 9"]'), 'Enter');
    await settle();

    expect(fixes).toEqual([{ row_number: 8, cells: { '1': '9565550181' } }]);
    expect(only('tr.is-good').textContent).toContain('Corrected');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Cell of row 10: 956-555-018');
  });

  test('leaves a cell as it was at Escape', async () => {
    const { fixes } = await open();

    key(cell('Cell of row 9'), 'F2');
    type(only<HTMLInputElement>('input[aria-label="Cell of row 9"]'), 'x');
    key(only('input[aria-label="Cell of row 9"]'), 'Escape');
    await settle();

    expect([fixes, cell('Cell of row 9').textContent]).toEqual([[], '956-555-018']);
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Cell of row 9: 956-555-018');
  });

  test('takes a row back to the file', async () => {
    answers['listProblemRows'] = { data: [{ ...wrong(8), fix: { '1': 'y' } }], meta };
    const { fixes } = await show({
      status: 'checked',
      check: { ...attempt().check!, by_reason: [{ reason: 'phone_unreadable', field: 'phone', rows: 1 }] },
    });
    await settle();

    click(only('[aria-label="Row 9 as in the file"]'));
    await settle();

    expect(fixes).toEqual([{ row_number: 8, cells: {} }]);
  });
});

describe('saved settings', () => {
  const setting = {
    id: 5,
    name: 'March leads',
    shared: false,
    owner: { id: 1007, name: 'Dana Whitfield' },
    can_delete: true,
    fields: { Home: 'phone' },
    header_row: 1,
    options: {},
    updated_at: '2026-11-20T10:00:00Z',
  };

  test('are taken over with one press', async () => {
    answers['listImportSettings'] = {
      data: [setting],
      meta: { current_page: 1, limit: 100, total_count: 1, total_pages: 1 },
    };
    await show({ status: 'draft' });
    await settle();

    click(only('[aria-label="Use March leads"]'));

    const values = [...document.querySelectorAll<HTMLSelectElement>('.match-table select')].map((one) => one.value);
    expect(values).toEqual(['', '', 'phone', '']);
  });
});

test('a scrub and its tags go along with the check', async () => {
  const { changes } = await show({ status: 'draft' });

  choose('Exclude matches in', 'downline');
  await settle();
  click(button('Check the file'));

  expect(changes[0]).toMatchObject({ kind: 'check', form: { scrub_against: { scope: 'downline' } } });
});

test('an undone import lists what it kept, with the reason', async () => {
  answers['listKeptRows'] = {
    data: [{ row_number: 12, contact_number: 812, name: 'Pruitt, Lavonne', reason: 'changed_since' }],
    meta: { current_page: 1, limit: 20, total_count: 1, total_pages: 1 },
  };

  await show({ status: 'undone', done_rows: 12_431, undo: { removed: 6_917, put_back: 1_102, kept: 1 } });

  expect(only('.note.info').textContent).toBe(
    'Import undone6,917 created contacts removed, 1,102 updated contacts reverted, 1 skipped.',
  );
  expect(only('.kept-table tbody').textContent).toBe('13Pruitt, LavonneChanged since');
  const href = decodeURIComponent(only('.card a[href^="/contacts?"]').getAttribute('href') ?? '');
  expect(href).toBe('/contacts?contact_group=all&search=[{"field":"import_id","op":"is","value":"41"}]');
});

test('the question before an undo says what would happen now, and why contacts stay', async () => {
  const kept = { changed_since: 1_027, deleted_since: 1, owner_changed: 0, choice_gone: 0, held: 0 };
  answers['previewUndo'] = { data: { removed: 2, put_back: 1, kept, consents: { opt_outs: 3, opt_ins: 0 } } };
  const { changes } = await show({ status: 'done', done_rows: 12_431 });

  click(button('Undo import'));
  await settle();
  await settle();

  expect(only('[role=alertdialog]').textContent).toContain(
    'Undo deletes 2 created contacts, reverts 1 update, and retracts 3 opt-outs.1,028 contacts stay as they are:1,027: changed since1: deleted since',
  );
  expect(button('Undo 3').textContent).toBe('Undo 3');

  // An earlier count is no promise, and a failed one stops nothing.
  click(button('Keep them'));
  answers['previewUndo'] = new ApiError('rejected', { code: 'refused', message: 'The server is busy.' });
  click(button('Undo import'));
  await settle();
  await settle();
  expect(only('[role=alertdialog]').textContent).toContain('You can still undo the import. The server is busy.');
  click(only('[role=alertdialog] button:last-child'));
  expect(changes).toEqual([{ kind: 'undo' }]);
});

test('a deleted import can only be restored', async () => {
  const { changes } = await show({ status: 'done', done_rows: 12_431, deleted_at: '2026-11-20T10:00:00Z' });

  expect(text()).not.toContain('Undo import');
  click(button('Restore'));

  expect(changes).toEqual([{ kind: 'retry' }]);
});

test('an undo in progress counts contacts', async () => {
  await show({ status: 'undoing', done_rows: 12_431, undo: { removed: 5_000, put_back: 0, kept: 2 } });

  expect(only('.big').textContent).toBe('5,002 of 8,020 contacts undone');
});

test('a failed import says why and can resume', async () => {
  const { changes } = await show({ status: 'failed', failure: 'The file could not be read any more.' });

  expect(only('.note.bad').textContent).toContain('The file could not be read any more.');
  click(button('Try again'));

  expect(changes).toEqual([{ kind: 'retry' }]);
});
