import { describe, expect, test } from 'vitest';
import { IMPORT_STATUSES, type ImportStatus } from '#contract/imports.contract.ts';
import { ApiError } from '../../src/api/errors.ts';
import { IMPORT_QUIET_MS } from '../../src/machines/imports/import-setup.ts';
import { draft, file, heard, open, openAt, reply } from './import-actor.ts';
import { attempt, head, row } from './import-fixtures.ts';

const STAGES: Record<ImportStatus, unknown> = {
  draft: 'mapping',
  checking: 'checking',
  checked: 'checked',
  queued: 'starting',
  processing: 'running',
  pausing: 'pausing',
  paused: 'paused',
  cancelling: 'cancelling',
  cancelled: { ended: 'cancelled' },
  done: { ended: 'done' },
  failed: { ended: 'failed' },
  undoing: 'undoing',
  undone: { ended: 'undone' },
};

describe('opened by its number', () => {
  test.each(IMPORT_STATUSES)('stands where the server has it: %s', async (status) => {
    const { stage } = await openAt({ status });

    expect(stage()).toEqual(STAGES[status]);
  });

  test('knows how far a check is', async () => {
    const { actor } = await openAt({ status: 'checking' });

    actor.send({ type: 'import.checking', id: 41, rows_read: 5_000 });

    expect(actor.getSnapshot().context.rowsRead).toBe(5_000);
  });

  test('is deleted, whatever it was before', async () => {
    const { stage } = await openAt({ status: 'done', deleted_at: '2026-11-20T10:00:00Z' });

    expect(stage()).toEqual({ ended: 'deleted' });
  });

  test('is not found when the server knows no such attempt', async () => {
    const { reads, stage } = open(41);

    reads[0]?.reject(new ApiError('notFound', { code: 'not_found', message: 'Import not found.' }));
    await heard();

    expect(stage()).toBe('notFound');
  });

  test('says that the server is out of reach, and reads again when asked', async () => {
    const { actor, reads, stage } = open(41);
    reads[0]?.reject(new ApiError('offline', { code: 'unreachable', message: 'x' }));
    await heard();
    expect(stage()).toBe('unreachable');
    expect(actor.getSnapshot().context.refusal?.text).toBe("Can't reach the server. Your work is safe. Try again.");

    actor.send({ type: 'import.reload' });
    reads[1]?.resolve(reply());
    await heard();

    expect(stage()).toBe('running');
  });
});

describe('choosingFile', () => {
  test('refuses an empty file without sending it', () => {
    const { actor, stage } = open(null);

    actor.send({ type: 'import.chooseFile', file: { ...file, bytes: 0 } });

    expect(stage()).toBe('choosingFile');
    expect(actor.getSnapshot().context.refusal?.fault).toEqual({ kind: 'empty', name: 'leads.csv' });
  });

  test('refuses a file above 500 MB without sending it', () => {
    const { actor, stage } = open(null);

    actor.send({ type: 'import.chooseFile', file: { ...file, bytes: 501 * 1024 * 1024 } });

    expect(stage()).toBe('choosingFile');
    expect(actor.getSnapshot().context.refusal?.fault).toEqual({ kind: 'tooBig', name: 'leads.csv', megabytes: 501 });
  });
});

describe('uploading', () => {
  const upload = () => {
    const opened = open(null);
    opened.actor.send({ type: 'import.chooseFile', file });
    return opened;
  };

  test('counts the bytes that are out', () => {
    const { actor, upload$ } = upload();

    upload$.next({ type: 'upload.progressed', sentBytes: 1_024 });

    expect(actor.getSnapshot().context.sentBytes).toBe(1_024);
  });

  test('ends with the columns and a mapping from the surest suggestions', () => {
    const { actor, upload$, stage } = upload();

    upload$.next({ type: 'upload.finished', reply: draft() });

    expect(stage()).toBe('mapping');
    expect(actor.getSnapshot().context.draft).toEqual({
      header_row: 1,
      fields: { '0': 'full_name', '1': 'phone' },
      date_orders: {},
      owner: 1007,
      tags: [3],
      pool: null,
      when_known: 'update',
      scrub_against: null,
      updated_lead_tags: [],
      keep_other_columns: false,
      fresh_leads: false,
      vendor_name: '',
    });
  });

  test('listens to its attempt from then on', () => {
    const { upload$, broadcasts$ } = upload();
    expect(broadcasts$.observed).toBe(false);

    upload$.next({ type: 'upload.finished', reply: draft() });

    expect(broadcasts$.observed).toBe(true);
  });

  test('stops sending when it is cancelled', () => {
    const { actor, upload$, stage } = upload();

    actor.send({ type: 'import.cancelUpload' });

    expect(stage()).toBe('choosingFile');
    expect(upload$.observed).toBe(false);
  });

  test('tells why the server would not take the file', () => {
    const { actor, upload$, stage } = upload();

    upload$.error(new ApiError('rejected', { code: 'unreadable', message: 'This is a picture, not a CSV file.' }));

    expect(stage()).toBe('choosingFile');
    expect(actor.getSnapshot().context.refusal?.text).toBe('This is a picture, not a CSV file.');
  });
});

describe('mapping', () => {
  test('gives a field to one column only', async () => {
    const { actor } = await openAt({ status: 'draft' });

    actor.send({ type: 'import.map', column: 2, field: 'phone' });

    expect(actor.getSnapshot().context.draft?.fields).toEqual({ '0': 'full_name', '2': 'phone' });
  });

  test('asks for a check with everything decided', async () => {
    const { actor, changes } = await openAt({ status: 'draft' });
    actor.send({ type: 'import.map', column: 1, field: null });
    actor.send({ type: 'import.setOptions', options: { tags: [3, 9], pool: 2, when_known: 'skip', owner: 1008 } });

    actor.send({ type: 'import.check' });

    expect(changes.map(({ change }) => change)).toEqual([
      {
        kind: 'check',
        form: {
          date_orders: {},
          header_row: 1,
          fields: { '0': 'full_name' },
          owner: 1008,
          tags: [3, 9],
          pool: 2,
          when_known: 'skip',
          scrub_against: null,
          updated_lead_tags: [],
          keep_other_columns: false,
          fresh_leads: false,
        },
      },
    ]);
  });

  test('does not ask for a check of columns that name nobody', async () => {
    const { actor, changes } = await openAt({ status: 'draft', fields: { '3': 'source' } });

    actor.send({ type: 'import.check' });

    expect(changes).toEqual([]);
    expect(actor.getSnapshot().context.refusal?.fault).toEqual({ kind: 'nobodyMatched' });
  });

  test('takes the columns of another header row and a new mapping with them', async () => {
    const { actor, changes } = await openAt({ status: 'draft', version: 1 });
    actor.send({ type: 'import.readHead', place: { header_row: 2 } });

    const other = [{ index: 0, header: 'Mail', samples: [], suggestion: 'email' as const, confidence: 1 }];
    changes[0]?.resolve({ ...draft({ header_row: 2, version: 2 }), head: head({ columns: other }) });
    await heard();

    expect(actor.getSnapshot().context.head.columns).toEqual(other);
    expect(actor.getSnapshot().context.draft?.fields).toEqual({ '0': 'email' });
  });

  test('takes the columns of another sheet; what was decided about the people stays', async () => {
    const { actor, changes } = await openAt({ status: 'draft', version: 1 });
    actor.send({ type: 'import.setOptions', options: { fresh_leads: true } });
    actor.send({ type: 'import.readHead', place: { sheet: 1 } });

    const columns = [{ index: 0, header: 'Mail', samples: [], suggestion: 'email' as const, confidence: 1 }];
    changes[0]?.resolve({ ...draft({ version: 2 }), head: head({ columns, sheets: ['A', 'B'], sheet: 1 }) });
    await heard();

    expect(changes[0]?.change).toEqual({ kind: 'readHead', place: { sheet: 1 } });
    expect(actor.getSnapshot().context.draft).toMatchObject({ fields: { '0': 'email' }, fresh_leads: true });
  });

  test('takes the columns of another separator and encoding', async () => {
    const { actor, changes } = await openAt({ status: 'draft', version: 1 });
    actor.send({ type: 'import.readHead', place: { delimiter: ';' } });
    const columns = [{ index: 0, header: 'Mail', samples: [], suggestion: 'email' as const, confidence: 1 }];
    changes[0]?.resolve({ ...draft({ version: 2 }), head: head({ columns, delimiter: ';' }) });
    await heard();
    actor.send({ type: 'import.readHead', place: { encoding: 'cp437' } });

    expect(actor.getSnapshot().context.draft?.fields).toEqual({ '0': 'email' });
    expect(changes[1]?.change).toEqual({ kind: 'readHead', place: { encoding: 'cp437' } });
  });

  test('keeps edits when the attempt is read again', async () => {
    const { actor, broadcasts$, reads } = await openAt({ status: 'draft' });
    actor.send({ type: 'import.map', column: 3, field: 'source' });

    broadcasts$.next({ type: 'stream.lost', stream: 'import:41', epoch: 'e', offset: 1 });
    reads[1]?.resolve(reply({ status: 'draft' }));
    await heard();

    expect(actor.getSnapshot().context.draft?.fields).toEqual({ '0': 'full_name', '1': 'phone', '3': 'source' });
  });
});

test('another header row is no check: the columns stay in view while the server checks', async () => {
  const { actor, changes, broadcasts$, stage } = await openAt({ status: 'draft', version: 1 });
  actor.send({ type: 'import.readHead', place: { header_row: 2 } });

  changes[0]?.resolve(draft({ status: 'checking', header_row: 2, version: 2 }));
  await heard();
  broadcasts$.next({ type: 'import.changed', import: attempt({ status: 'checked', header_row: 2, version: 3 }) });

  expect(stage()).toBe('mapping');
});

test('a check that was asked for leaves the columns', async () => {
  const { actor, changes, stage } = await openAt({ status: 'draft', version: 1 });
  actor.send({ type: 'import.check' });

  changes[0]?.resolve(draft({ status: 'checking', version: 2 }));
  await heard();

  expect(stage()).toBe('checking');
});

test('an import that another tab has started leaves the columns', async () => {
  const { broadcasts$, stage } = await openAt({ status: 'draft', version: 1 });

  broadcasts$.next({ type: 'import.changed', import: attempt({ status: 'queued', version: 4 }) });

  expect(stage()).toBe('starting');
});

describe('checked', () => {
  test('goes back to the columns', async () => {
    const { actor, stage } = await openAt({ status: 'checked' });

    actor.send({ type: 'import.edit' });

    expect(stage()).toBe('mapping');
  });

  test('stays at the columns after going back, whatever another tab has checked', async () => {
    const { actor, broadcasts$, changes, stage } = await openAt({ status: 'draft', version: 1 });
    actor.send({ type: 'import.check' });
    changes[0]?.resolve(draft({ status: 'checking', version: 2 }));
    await heard();
    broadcasts$.next({ type: 'import.changed', import: attempt({ status: 'checked', version: 3 }) });
    actor.send({ type: 'import.edit' });

    broadcasts$.next({ type: 'import.changed', import: attempt({ status: 'checked', version: 4 }) });

    expect(stage()).toBe('mapping');
  });

  test('does not start when no row is good', async () => {
    const check = { rows: 2, good: 0, problems: 2, skipped: 0, by_reason: [] };
    const { actor, changes } = await openAt({ status: 'checked', check });

    expect(actor.getSnapshot().can({ type: 'import.start' })).toBe(false);
    actor.send({ type: 'import.start' });

    expect(changes).toEqual([]);
  });
});

describe('a command', () => {
  test('is asked once, however often it is sent', async () => {
    const { actor, changes } = await openAt({ status: 'processing' });

    actor.send({ type: 'import.pause' });
    actor.send({ type: 'import.pause' });
    actor.send({ type: 'import.cancel' });

    expect(changes.map(({ change }) => change)).toEqual([{ kind: 'pause' }]);
  });

  test('moves the stage with its answer', async () => {
    const { actor, changes, stage } = await openAt({ status: 'processing' });
    actor.send({ type: 'import.pause' });

    changes[0]?.resolve({ import: attempt({ status: 'pausing', version: 8 }), head: null, rows: null });
    await heard();

    expect(stage()).toBe('pausing');
    expect(actor.getSnapshot().context.head).toEqual(head());
  });

  test('that is refused says why and leaves the stage as it was', async () => {
    const { actor, changes, stage } = await openAt({ status: 'paused' });
    actor.send({ type: 'import.resume' });

    changes[0]?.reject(
      new ApiError('conflict', { code: 'conflict', message: 'This import has ended.', requestId: 'r1' }),
    );
    await heard();

    expect(stage()).toBe('paused');
    expect(actor.getSnapshot().context.refusal).toEqual({
      text: 'This import has ended.',
      missing: false,
      again: false,
      requestId: 'r1',
    });
  });

  test.each([
    ['queued', ['import.cancel']],
    ['processing', ['import.pause', 'import.cancel']],
    ['pausing', []],
    ['paused', ['import.resume', 'import.cancel', 'import.undo']],
    ['cancelling', []],
    ['cancelled', ['import.undo', 'import.delete']],
    ['done', ['import.undo', 'import.delete', 'import.retry']],
    ['failed', ['import.undo', 'import.delete', 'import.retry']],
    ['undoing', []],
    ['undone', ['import.delete']],
  ] as const)('of %s is one of %s', async (status, allowed) => {
    const commands = [
      'import.start',
      'import.pause',
      'import.resume',
      'import.cancel',
      'import.undo',
      'import.delete',
      'import.retry',
    ] as const;
    const { actor } = await openAt({ status });

    expect(commands.filter((type) => actor.getSnapshot().can({ type }))).toEqual(allowed);
  });

  test('to undo is not there when nothing was written', async () => {
    const counts = { created: 0, updated: 0, skipped: 2, problems: 1 };
    const { actor } = await openAt({ status: 'done', counts });

    expect(actor.getSnapshot().can({ type: 'import.undo' })).toBe(false);
  });

  test('to try again is not there when a finished import has no problems', async () => {
    const counts = { created: 3, updated: 0, skipped: 0, problems: 0 };
    const { actor } = await openAt({ status: 'done', counts });

    expect(actor.getSnapshot().can({ type: 'import.retry' })).toBe(false);
  });

  test('to try again brings a deleted attempt back', async () => {
    const { actor, changes, stage } = await openAt({ status: 'done', deleted_at: '2026-11-20T10:00:00Z' });
    actor.send({ type: 'import.retry' });

    changes[0]?.resolve({ import: attempt({ status: 'done', version: 8 }), head: null, rows: null });
    await heard();

    expect(stage()).toEqual({ ended: 'done' });
  });
});

describe('broadcasts', () => {
  test('move counts and rows with every chunk', async () => {
    const { actor, broadcasts$ } = await openAt({ version: 7 });
    const next = attempt({ version: 8, done_rows: 8_414 });

    broadcasts$.next({ type: 'import.progressed', import: next, rows: [row(8_414), row(8_413)] });

    expect(actor.getSnapshot().context).toMatchObject({ attempt: next, rows: [row(8_414), row(8_413)] });
  });

  test('keep the last 20 rows, newest first', async () => {
    const { actor, broadcasts$ } = await openAt({ version: 7 });
    const older = Array.from({ length: 20 }, (_, at) => row(120 - at));
    broadcasts$.next({ type: 'import.progressed', import: attempt({ version: 8 }), rows: older });

    broadcasts$.next({ type: 'import.progressed', import: attempt({ version: 9 }), rows: [row(122), row(121)] });

    const numbers = actor.getSnapshot().context.rows.map((one) => one.row_number);
    expect(numbers).toEqual(Array.from({ length: 20 }, (_, at) => 122 - at));
  });

  test('that are older than what is known change nothing', async () => {
    const { actor, broadcasts$, stage } = await openAt({ status: 'done', version: 9 });

    broadcasts$.next({ type: 'import.changed', import: attempt({ status: 'processing', version: 8 }) });

    expect(stage()).toEqual({ ended: 'done' });
    expect(actor.getSnapshot().context.attempt?.version).toBe(9);
  });

  test('bring no rows that are older than those shown', async () => {
    const { actor, broadcasts$ } = await openAt({ version: 7 });
    broadcasts$.next({ type: 'import.progressed', import: attempt({ version: 9 }), rows: [row(9_000)] });

    broadcasts$.next({ type: 'import.progressed', import: attempt({ version: 8 }), rows: [row(8_000)] });

    expect(actor.getSnapshot().context.rows).toEqual([row(9_000)]);
  });

  test('bring rows even when a later state was heard first by another stream', async () => {
    const { actor, broadcasts$, stage } = await openAt({ version: 7 });
    actor.send({ type: 'import.changed', import: attempt({ status: 'done', version: 9 }) });

    broadcasts$.next({ type: 'import.progressed', import: attempt({ version: 8 }), rows: [row(12_431)] });

    expect(stage()).toEqual({ ended: 'done' });
    expect(actor.getSnapshot().context.rows).toEqual([row(12_431)]);
  });

  test('of another import change nothing', async () => {
    const { actor, broadcasts$, stage } = await openAt({ status: 'processing' });

    broadcasts$.next({
      type: 'import.progressed',
      import: attempt({ id: 42, status: 'paused', version: 99 }),
      rows: [row(1)],
    });

    expect(stage()).toBe('running');
    expect(actor.getSnapshot().context.rows).toEqual([]);
  });

  test.each(['stream.lost', 'stream.positioned'] as const)(
    '%s reads the attempt again, without leaving the stage',
    async (type) => {
      const { broadcasts$, reads, stage } = await openAt({ status: 'processing', version: 7 });

      broadcasts$.next({ type, stream: 'import:41', epoch: 'e', offset: 9 });
      expect(stage()).toBe('running');
      reads[1]?.resolve(reply({ status: 'done', version: 12 }));
      await heard();

      expect(stage()).toEqual({ ended: 'done' });
    },
  );

  test.each(['stream.lost', 'stream.positioned'] as const)(
    '%s during a reading makes that reading void',
    async (type) => {
      const { actor, broadcasts$, reads } = open(41);
      broadcasts$.next({ type, stream: 'import:41', epoch: 'e', offset: 9 });

      reads[1]?.resolve(reply({ status: 'done', version: 12 }));
      reads[0]?.resolve(reply({ status: 'processing', version: 7 }));
      await heard();

      expect(actor.getSnapshot().context.attempt?.version).toBe(12);
    },
  );

  test('that fail do not end the import', async () => {
    const { actor, broadcasts$, stage } = await openAt({ status: 'processing' });

    broadcasts$.error(new Error('bug'));

    expect(actor.getSnapshot().status).toBe('active');
    expect(stage()).toBe('running');
  });
});

describe('silence', () => {
  test('of an import that should move makes it read again', async () => {
    const { clock, reads } = await openAt({ status: 'processing' });

    clock.increment(IMPORT_QUIET_MS - 1);
    expect(reads).toHaveLength(1);

    clock.increment(1);
    expect(reads).toHaveLength(2);
  });

  test('is counted anew with every chunk', async () => {
    const { broadcasts$, clock, reads } = await openAt({ status: 'processing', version: 7 });
    clock.increment(IMPORT_QUIET_MS - 1);

    broadcasts$.next({ type: 'import.progressed', import: attempt({ version: 8 }), rows: [] });
    clock.increment(IMPORT_QUIET_MS - 1);

    expect(reads).toHaveLength(1);
  });

  test.each(['paused', 'done', 'draft'] as const)('of a %s import is as it should be', async (status) => {
    const { clock, reads } = await openAt({ status });

    clock.increment(10 * IMPORT_QUIET_MS);

    expect(reads).toHaveLength(1);
  });

  test('keeps what is shown when the server is out of reach meanwhile', async () => {
    const { clock, reads, stage } = await openAt({ status: 'processing' });
    clock.increment(IMPORT_QUIET_MS);

    reads[1]?.reject(new ApiError('offline', { code: 'unreachable', message: 'x' }));
    await heard();
    expect(stage()).toBe('running');

    clock.increment(IMPORT_QUIET_MS);
    expect(reads).toHaveLength(3);
  });
});

test('a check that goes on can be left for the columns', async () => {
  const { actor, changes, stage } = await openAt({ status: 'checking', check: null });
  actor.send({ type: 'import.edit' });
  changes[0]?.resolve({ import: attempt({ status: 'draft', version: 8 }), head: null, rows: null });
  await heard();

  expect([changes[0]?.change, stage()]).toEqual([{ kind: 'stopCheck' }, 'mapping']);
});

test('saved settings are taken over by the headers of this file', async () => {
  const { actor } = await openAt({ status: 'draft' });
  const fields = { ' cell ': 'phone', 'Full name': 'last_name', Gone: 'city' } as const;
  actor.send({ type: 'import.applySettings', settings: { fields, options: { when_known: 'skip', tags: [9] } } });

  expect(actor.getSnapshot().context.draft).toMatchObject({
    fields: { '1': 'phone', '0': 'last_name' },
    when_known: 'skip',
    tags: [9],
    keep_other_columns: false,
    fresh_leads: false,
  });
});
