import { beforeAll, describe, expect, test } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import type { ExportContext } from '../../src/machines/exports/export-context.ts';
import { exportMachine } from '../../src/machines/exports/export.machine.ts';
import { arrived, manifest } from '../../tests/exports/export-fixtures.ts';
import type { HeldPorts } from '../_walk/ports.ts';
import { type Model, type Move, runs, type Walked, walk } from '../_walk/walk.ts';

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as ExportContext;

let saved = 0;

const machine = ({ hold }: HeldPorts) =>
  exportMachine.provide({
    actors: {
      countSelection: hold('countSelection'),
      downloadFile: hold('downloadFile'),
      readManifest: hold('readManifest'),
    },
    actions: {
      saveFile: (_, { arrived: file, manifest: its }) => {
        if (file === null || its?.sha256 !== file.sha256) throw new Error('a file that is not the one of its manifest');
        saved += 1;
      },
    },
  });

const command = (event: { type: string } & Record<string, unknown>): Move => ({
  when: (snapshot) => snapshot.can(event),
  go: ({ send }) => send(event),
});
const fact = (event: { type: string } & Record<string, unknown>): Move => ({
  when: (snapshot) => runs('downloadFile')(snapshot) && snapshot.can(event),
  go: ({ send }) => send(event),
});

/** Everything that a person, the server and the line can do to one file. */
const exportModel: Model = {
  name: 'export',
  starts: { 'a selection': (ports) => ({ machine: machine(ports), input: { selection: { ids: [1, 2, 3] } } }) },
  key: (snapshot) => {
    const { counted, choice, failure } = contextOf(snapshot);
    return `${counted?.count} ${choice.columns.length} ${failure?.text}`;
  },
  always: (snapshot) => {
    const { counted, failure, arrived: file } = contextOf(snapshot);
    if (snapshot.matches('choosing') && counted === null) throw new Error('nothing is counted');
    if (failure?.text === '' && !failure.isIncomplete) throw new Error('a failure without a reason');
    if (snapshot.hasTag('unchecked') && file === null) throw new Error('a file that came is thrown away');
    if (snapshot.hasTag('over') && file !== null) throw new Error('a file that nobody needs any more');
  },
  moves: {
    'the count comes': {
      when: runs('countSelection'),
      go: ({ ports }) => ports.done('countSelection', { count: 214, sentence: 'Mine' }),
    },
    'the count fails': { when: runs('countSelection'), go: ({ ports }) => ports.failed('countSelection') },
    'the person takes all columns away': command({ type: 'export.choose', choice: { columns: [] } }),
    'the person chooses a column': command({ type: 'export.choose', choice: { columns: ['last_name'] } }),
    'the person starts': command({ type: 'export.start' }),
    'the person cancels': command({ type: 'export.cancel' }),
    'the person tries again': command({ type: 'export.again' }),
    'a proof is due': fact({ type: 'proof.due' }),
    'the file begins': fact({ type: 'file.began' }),
    'the file grows': {
      when: (s) => s.matches({ downloading: 'receiving' }),
      go: ({ send }) => send({ type: 'file.grew', bytes: 4_000, rows: 90 }),
    },
    'the file arrives': fact({ type: 'file.arrived', arrived: arrived() }),
    'the line breaks': {
      when: runs('downloadFile'),
      go: ({ ports }) => ports.failed('downloadFile', { kind: 'offline', message: 'x' }),
    },
    'the server says no': {
      when: runs('downloadFile'),
      go: ({ ports }) => ports.failed('downloadFile', { kind: 'conflict', message: 'Not as many.' }),
    },
    'the manifest fits': { when: runs('readManifest'), go: ({ ports }) => ports.done('readManifest', manifest()) },
    'the manifest is of another file': {
      when: runs('readManifest'),
      go: ({ ports }) => ports.done('readManifest', manifest({ sha256: 'cd'.repeat(32) })),
    },
    'there is no such manifest': {
      when: runs('readManifest'),
      go: ({ ports }) => ports.failed('readManifest', { kind: 'notFound', message: 'Export not found.' }),
    },
    'the manifest cannot be read': { when: runs('readManifest'), go: ({ ports }) => ports.failed('readManifest') },
  },
};

describe('an export', () => {
  let walked: Walked;
  beforeAll(async () => {
    walked = await walk(exportModel);
  });

  test('is walked through every state and transition', () =>
    expect(walked.missing).toEqual({ states: [], transitions: [] }));

  test('is saved only when its manifest fits', () => {
    expect(saved).toBeGreaterThan(0);
    expect(walked.edges.filter(({ to }) => to.includes('saved')).map(({ move }) => move)).toEqual(
      expect.arrayContaining(['the manifest fits']),
    );
  });
});
