import { describe, expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { heldPorts } from '../../model-tests/_walk/ports.ts';
import { type ExportContext, choiceFault, freshExport, isWhole } from '../../src/machines/exports/export-context.ts';
import { exportMachine } from '../../src/machines/exports/export.machine.ts';
import { arrived, manifest } from './export-fixtures.ts';

describe('a file that came down', () => {
  test.each([
    ['is the one of its manifest', {}, {}, true],
    ['is none when bytes are missing', { bytes: 8_999 }, {}, false],
    ['is none when its hash is another', { sha256: 'cd'.repeat(32) }, {}, false],
    ['is none when it has fewer rows', { rows: 213 }, {}, false],
    ['is none when the server wrote fewer than were shown', { rows: 213 }, { rows: 213 }, false],
    ['is none when the server gave up', {}, { status: 'failed', rows: null, sha256: null }, false],
    ['is one without counted rows when it is a workbook', { rows: null }, { format: 'xlsx' }, true],
  ] as const)('%s', (_, file, its, whole) => {
    expect(isWhole(arrived(file), manifest(its))).toBe(whole);
  });
});

describe('a choice', () => {
  const chosen = (count: number, choice: Partial<ExportContext['choice']>): ExportContext => {
    const fresh = freshExport({ ids: [1] });
    return { ...fresh, counted: { count, sentence: '' }, choice: { ...fresh.choice, ...choice } };
  };

  test.each([
    ['of a few needs no reason', 1_000, {}, null],
    ['of many needs one', 1_001, {}, 'Enter a purpose for the file.'],
    ['of birth dates needs one', 1, { columns: ['dob'] }, 'Enter a purpose for the file.'],
    ['of many with a reason may start', 999_999, { why: 'A new system' }, null],
    [
      'of more than a file holds may not',
      1_000_000,
      { why: 'A new system' },
      'A file can hold up to 999,999 contacts.',
    ],
    ['of nobody may not', 0, {}, 'The list has no contacts.'],
    ['without a column may not', 1, { columns: [] }, 'Choose at least one column.'],
  ] as const)('%s', (_, count, choice, fault) => {
    expect(choiceFault(chosen(count, choice))).toEqual(
      fault === null ? null : expect.objectContaining({ text: fault }),
    );
  });
});

const settle = () => new Promise((resolve) => void setImmediate(resolve));

/** An export whose file has come; its ports answer when the test says so. */
async function come() {
  const ports = heldPorts();
  const saved: unknown[] = [];
  const machine = exportMachine.provide({
    actors: {
      countSelection: ports.hold('countSelection'),
      downloadFile: ports.hold('downloadFile'),
      readManifest: ports.hold('readManifest'),
    },
    actions: { saveFile: (_, params) => void saved.push(params) },
  });
  const actor = createActor(machine, { clock: new SimulatedClock(), input: { selection: { ids: [1] } } }).start();
  ports.done('countSelection', { count: 214, sentence: 'Mine' });
  await settle();
  actor.send({ type: 'export.start' });
  actor.send({ type: 'file.arrived', arrived: file });
  return {
    actor,
    saved,
    ends: async (output: unknown) => {
      ports.done('readManifest', output);
      await settle();
    },
    fails: async (error: unknown) => {
      ports.failed('readManifest', error);
      await settle();
    },
    now: () => actor.getSnapshot(),
  };
}

const file = arrived();

describe('a file that cannot be compared yet', () => {
  test('is kept, compared again and saved without a second download', async () => {
    const { actor, ends, fails, now, saved } = await come();
    await fails({ kind: 'offline', message: 'x' });
    expect([now().value, now().context.arrived, saved]).toEqual(['unchecked', file, []]);

    actor.send({ type: 'export.again' });
    expect([now().value, now().context.failure]).toEqual(['checking', null]);
    await ends(manifest());

    expect([now().value, saved]).toEqual(['saved', [{ arrived: file, manifest: manifest() }]]);
  });

  test('is given up when the server has no manifest of it', async () => {
    const { fails, now, saved } = await come();
    await fails({ kind: 'notFound', message: 'Export not found.' });

    expect([now().value, now().context.arrived, saved]).toEqual(['failed', null, []]);
  });
});
