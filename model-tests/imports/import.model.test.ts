import { beforeAll, describe, expect, test } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import type { ImportAttempt, ImportStatus } from '#contract/imports.contract.ts';
import { importMachine } from '../../src/machines/imports/import.machine.ts';
import type { ImportContext, ImportReply } from '../../src/machines/imports/import-context.ts';
import { IMPORT_QUIET_MS } from '../../src/machines/imports/import-setup.ts';
import { addsUp } from '../../src/machines/imports/sum-check.ts';
import { attempt, head, row } from '../../tests/imports/import-fixtures.ts';
import type { HeldPorts } from '../_walk/ports.ts';
import { type Model, type Move, type Run, runs, type Walked, walk } from '../_walk/walk.ts';

/** Next states the server may report for each status, as defined by its actions and jobs. */
const NEXT: Readonly<Record<ImportStatus, readonly ImportStatus[]>> = {
  draft: ['checking'],
  checking: ['checked', 'failed'],
  checked: ['queued'],
  queued: ['processing'],
  processing: ['done', 'failed', 'pausing', 'cancelling'],
  pausing: ['paused'],
  paused: ['queued'],
  cancelling: ['cancelled'],
  cancelled: [],
  done: ['undoing'],
  failed: [],
  undoing: ['undone'],
  undone: [],
};

/** Result of an accepted command. */
const AGREED: Partial<Record<ImportStatus, ImportStatus>> = {
  draft: 'checking',
  checking: 'cancelled',
  checked: 'queued',
  queued: 'cancelled',
  processing: 'pausing',
  paused: 'queued',
  done: 'queued',
  failed: 'queued',
  cancelled: 'undoing',
};

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as ImportContext;
const at = (snapshot: AnyMachineSnapshot, stage: string) => snapshot.matches({ stage });

/** Nothing is asked or read now, so that the next thing to happen is the world's. */
const isCalm = (snapshot: AnyMachineSnapshot) =>
  snapshot.matches({ request: 'idle', copy: 'kept', feed: 'listening', fixes: 'kept' }) &&
  contextOf(snapshot).attempt !== null;

/** Rows are corrected while nothing else happens: the other regions do not depend on it. */
const isFixing = (snapshot: AnyMachineSnapshot, state: 'saving' | 'unsaved') =>
  snapshot.matches({ stage: 'checked', request: 'idle', copy: 'kept', feed: 'listening', fixes: state });

const newer = (run: Run, differs: Partial<ImportAttempt>): ImportAttempt => {
  const known = contextOf(run.actor.getSnapshot()).attempt;
  return attempt({ ...known, ...differs, version: (known?.version ?? 0) + 1 });
};

const { check } = attempt();

const reply = (differs: Partial<ImportAttempt>): ImportReply => ({ import: attempt(differs), head: head(), rows: [] });

const news = (status: ImportStatus): Move => ({
  when: (snapshot) => {
    const known = contextOf(snapshot).attempt;
    return isCalm(snapshot) && known !== null && known.deleted_at === null && NEXT[known.status].includes(status);
  },
  go: (run) =>
    run.send({ type: 'import.changed', import: newer(run, { status, ...(status === 'checked' && { check }) }) }),
});

/** One region's business is tried in one stage: the regions do not know each other. */
const whileRunning = (go: Move['go']): Move => ({ when: (s) => isCalm(s) && at(s, 'running'), go });

const command = (event: { type: string } & Record<string, unknown>): Move => ({
  when: (snapshot) => snapshot.matches({ request: 'idle', fixes: 'kept' }) && snapshot.can(event),
  go: ({ send }) => send(event),
});

/** Columns are edited in a draft that nothing else happens to: the rest is the same with any mapping. */
const edit = (event: { type: string } & Record<string, unknown>): Move => ({
  when: (snapshot) => isCalm(snapshot) && snapshot.can(event) && contextOf(snapshot).attempt?.status === 'draft',
  go: ({ send }) => send(event),
});

const corrected = (row_number: number) => ({ type: 'import.fixRow', row: { row_number, cells: { '1': 'x' } } });

const problemRow = (row_number: number) => ({
  row_number,
  reason: 'phone_unreadable',
  field: 'phone',
  message: '',
  cells: ['', ''],
  fix: { '1': 'x' },
  is_good: true,
});

const file = (bytes: number) => ({ name: 'leads.csv', bytes, content: new Blob(['x']) });
const machine = ({ hold }: HeldPorts) =>
  importMachine.provide({
    actors: {
      uploadFile: hold('uploadFile'),
      readAttempt: hold('readAttempt'),
      fixRows: hold('fixRows'),
      changeImport: hold('changeImport'),
      importBroadcasts: hold('importBroadcasts'),
    },
  });

/** Everything that a person, the server, the line and time can do to an import. */
export const importModel: Model = {
  name: 'import',
  starts: {
    'a new file': (ports) => ({ machine: machine(ports), input: { id: null } }),
    'by its number': (ports) => ({ machine: machine(ports), input: { id: 41 } }),
  },
  // The draft matters only to the columns, and a deleted attempt is deleted whatever its earlier state.
  key: (snapshot) => {
    const { draft, checkAsked, attempt: known, unsaved } = contextOf(snapshot);
    const toSave = Object.keys(unsaved).length;
    if (snapshot.hasTag('deleted')) return `${toSave}`;
    const fields = draft ? Object.keys(draft.fields).length : 'none';
    return at(snapshot, 'mapping') ? `${known?.status} ${fields} ${checkAsked}` : `${known?.status} ${toSave}`;
  },
  always: (snapshot) => {
    const { id, attempt: known, refusal } = contextOf(snapshot);
    if (known && (known.id !== id || !addsUp(known))) throw new Error('an attempt that is not this one');
    if (refusal?.text === '' && !refusal.fault) throw new Error('a refusal without a reason');
    if (snapshot.matches({ feed: 'deaf' }) && id !== null) throw new Error('nobody listens');
  },
  moves: {
    'the person chooses a file': command({ type: 'import.chooseFile', file: file(2_048) }),
    'the person chooses an empty file': command({ type: 'import.chooseFile', file: file(0) }),
    'bytes go out': {
      when: runs('uploadFile'),
      go: ({ send }) => send({ type: 'upload.progressed', sentBytes: 1_024 }),
    },
    'the upload ends': {
      when: runs('uploadFile'),
      go: ({ send }) =>
        send({ type: 'upload.finished', reply: reply({ status: 'draft', check: null, total_rows: null, version: 1 }) }),
    },
    'the upload fails': { when: runs('uploadFile'), go: ({ ports }) => ports.failed('uploadFile') },
    'the person cancels the upload': command({ type: 'import.cancelUpload' }),

    'the attempt is read': {
      when: runs('readAttempt'),
      go: (run) => run.ports.done('readAttempt', { ...reply({}), import: newer(run, {}) }),
    },
    'the server knows no such attempt': {
      when: (s) => runs('readAttempt')(s) && at(s, 'loading'),
      go: ({ ports }) => ports.failed('readAttempt', { kind: 'notFound', message: 'Import not found.' }),
    },
    'the server cannot be reached': {
      when: runs('readAttempt'),
      go: ({ ports }) => ports.failed('readAttempt', { kind: 'offline', message: 'x' }),
    },
    'the person reloads': {
      when: (s) => at(s, 'unreachable') || (isCalm(s) && at(s, 'running')),
      go: ({ send }) => send({ type: 'import.reload' }),
    },

    'the person leaves a column out': edit({ type: 'import.map', column: 0, field: null }),
    'the person leaves the other column out': edit({ type: 'import.map', column: 1, field: null }),
    'the person matches the name': edit({ type: 'import.map', column: 0, field: 'full_name' }),
    'the person sets options': edit({ type: 'import.setOptions', options: { when_known: 'skip' } }),
    'the person takes saved settings over': edit({
      type: 'import.applySettings',
      settings: { fields: { Cell: 'phone' }, options: {} },
    }),
    'the person chooses another header row': command({ type: 'import.readHead', place: { header_row: 2 } }),
    'the person chooses another sheet': command({ type: 'import.readHead', place: { sheet: 1 } }),
    'the person asks for the check': command({ type: 'import.check' }),
    'the person chooses an order of dates': {
      when: (s) => isCalm(s) && at(s, 'checked'),
      go: ({ send }) => send({ type: 'import.setDateOrder', column: 1, order: 'day_first' }),
    },
    'the person goes back to the columns': command({ type: 'import.edit' }),
    'the person starts': command({ type: 'import.start' }),
    'the person pauses': command({ type: 'import.pause' }),
    'the person resumes': command({ type: 'import.resume' }),
    'the person cancels': command({ type: 'import.cancel' }),
    'the person undoes': command({ type: 'import.undo' }),
    'the person tries again': command({ type: 'import.retry' }),
    'the person deletes': command({ type: 'import.delete' }),
    'the server agrees': {
      when: runs('changeImport'),
      go: (run) => {
        const known = contextOf(run.actor.getSnapshot()).attempt ?? attempt();
        const status = AGREED[known.status] ?? known.status;
        run.ports.done('changeImport', { import: newer(run, { status }), head: null, rows: null });
      },
    },
    'the server refuses': { when: runs('changeImport'), go: ({ ports }) => ports.failed('changeImport') },

    'the person corrects a row': {
      when: (s) => (isCalm(s) && at(s, 'checked')) || isFixing(s, 'unsaved'),
      go: ({ send }) => send(corrected(8)),
    },
    'the person corrects another row': {
      when: (s) => isFixing(s, 'saving'),
      go: ({ send }) => send(corrected(9)),
    },
    'the person corrects a row while the import runs': whileRunning(({ send }) => send(corrected(8))),
    'the person asks to save the corrections again': {
      when: (s) => isFixing(s, 'unsaved'),
      go: ({ send }) => send({ type: 'import.saveFixes' }),
    },
    'the corrections are kept': {
      when: (s) => isFixing(s, 'saving'),
      go: (run) => run.ports.done('fixRows', { rows: [problemRow(8)], import: newer(run, {}) }),
    },
    'the corrections are refused': {
      when: (s) => isFixing(s, 'saving'),
      go: ({ ports }) => ports.failed('fixRows'),
    },

    'the check says how far it is': {
      when: (s) => isCalm(s) && at(s, 'checking'),
      go: (run) => run.send({ type: 'import.checking', id: 41, rows_read: 5_000 }),
    },
    'a chunk is written': whileRunning((run) =>
      run.send({ type: 'import.progressed', import: newer(run, {}), rows: [row(1)] }),
    ),
    ...Object.fromEntries(
      (Object.keys(NEXT) as ImportStatus[]).map((status) => [`the server makes it ${status}`, news(status)]),
    ),
    'another tab deletes it': {
      when: (s) => isCalm(s) && s.hasTag('ended') && contextOf(s).attempt?.deleted_at === null,
      go: (run) => run.send({ type: 'import.changed', import: newer(run, { deleted_at: '2026-11-20T10:00:00Z' }) }),
    },
    'another tab brings it back': {
      when: (s) => isCalm(s) && s.hasTag('deleted'),
      go: (run) => run.send({ type: 'import.changed', import: newer(run, { deleted_at: null }) }),
    },

    'the line is lost for too long': {
      when: (s) => (isCalm(s) && at(s, 'running')) || runs('readAttempt')(s),
      go: ({ send }) => send({ type: 'stream.lost', stream: 'import:41', epoch: 'e', offset: 3 }),
    },
    'the line finds its place': {
      when: (s) => (isCalm(s) && at(s, 'running')) || runs('readAttempt')(s),
      go: ({ send }) => send({ type: 'stream.positioned', stream: 'import:41', epoch: 'e', offset: 3 }),
    },
    'the stream breaks': whileRunning(({ ports }) => ports.failed('importBroadcasts')),
    'nothing is heard': whileRunning(({ clock }) => clock.increment(IMPORT_QUIET_MS)),
  },
};

describe('an import', () => {
  let walked: Walked;
  beforeAll(async () => {
    walked = await walk(importModel);
  });

  test('is walked through every state and transition', () =>
    expect(walked.missing).toEqual({ states: [], transitions: [] }));

  test('is covered by few paths', () => expect(walked.paths.length).toBeLessThan(120));

  test('starts only from a check', () => {
    const started = walked.edges.filter(({ move }) => move === 'the person starts');

    expect(started.length).toBeGreaterThan(0);
    expect(started.every(({ from }) => JSON.parse(from)[0].stage === 'checked')).toBe(true);
  });

  test('stands where it stood when the server refuses', () => {
    const refused = walked.edges.filter(({ move }) => move === 'the server refuses');

    expect(refused.length).toBeGreaterThan(5);
    expect(
      refused.every(
        ({ from, to }) => JSON.stringify(JSON.parse(from)[0].stage) === JSON.stringify(JSON.parse(to)[0].stage),
      ),
    ).toBe(true);
  });
});
