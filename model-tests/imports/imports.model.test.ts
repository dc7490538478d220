import { beforeAll, describe, expect, test } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import { importMachine } from '../../src/machines/imports/import.machine.ts';
import { importsMachine } from '../../src/machines/imports/imports.machine.ts';
import { attempt } from '../../tests/imports/import-fixtures.ts';
import type { HeldPorts } from '../_walk/ports.ts';
import { type Model, type Move, runs, type Walked, walk } from '../_walk/walk.ts';

const says = (event: { type: string } & Record<string, unknown>): Move => ({ go: ({ send }) => send(event) });

/** The attempts are the real machine; nothing answers what they ask. */
const machine = ({ hold }: HeldPorts) =>
  importsMachine.provide({
    actors: {
      listRunning: hold('listRunning'),
      ownBroadcasts: hold('ownBroadcasts'),
      attempt: importMachine.provide({
        actors: {
          uploadFile: hold('uploadFile'),
          readAttempt: hold('readAttempt'),
          fixRows: hold('fixRows'),
          changeImport: hold('changeImport'),
          importBroadcasts: hold('importBroadcasts'),
        },
      }),
    },
  });

const openIn = ({ context: { imports, fresh } }: AnyMachineSnapshot): string[] => [
  ...Object.keys(imports),
  ...(fresh === null ? [] : ['fresh']),
];

/** Everything that a person's pages, the server and the line can do to their imports. */
const importsModel: Model = {
  name: 'imports',
  starts: { fresh: (ports) => ({ machine: machine(ports), input: { user: { id: 1007 } } }) },
  key: (snapshot) => JSON.stringify([openIn(snapshot), snapshot.context.running[41]?.version]),
  moves: {
    'the page for a new file is opened': says({ type: 'imports.create' }),
    'the page of an import is opened': says({ type: 'imports.open', id: 41 }),
    'the page for a new file is left': says({ type: 'imports.leave', id: null }),
    'the page of an import is left': says({ type: 'imports.leave', id: 41 }),
    'an upload gets its number': {
      when: ({ context }) => context.fresh !== null,
      go: ({ send }) => send({ type: 'import.uploaded', id: 41 }),
    },
    'a chunk is written': says({ type: 'import.progressed', import: attempt({ version: 8 }), rows: [] }),
    'the import pauses': says({ type: 'import.changed', import: attempt({ status: 'pausing', version: 9 }) }),
    'the import is done': says({ type: 'import.changed', import: attempt({ status: 'done', version: 10 }) }),
    'the list comes': { when: runs('listRunning'), go: ({ ports }) => ports.done('listRunning', [attempt()]) },
    'the list cannot be read': { when: runs('listRunning'), go: ({ ports }) => ports.failed('listRunning') },
    'the line is lost for too long': says({ type: 'stream.lost', stream: 'imports:1007', epoch: 'e', offset: 3 }),
    'the line finds its place': says({ type: 'stream.positioned', stream: 'imports:1007', epoch: 'e', offset: 3 }),
    'the stream breaks': { when: runs('ownBroadcasts'), go: ({ ports }) => ports.failed('ownBroadcasts') },
  },
};

describe('the imports of a person', () => {
  let walked: Walked;
  beforeAll(async () => {
    walked = await walk(importsModel);
  });

  test('is walked through every state and transition', () =>
    expect(walked.missing).toEqual({ states: [], transitions: [] }));

  test('keep no import as running that is done', () => {
    const done = walked.edges.filter(({ move }) => move === 'the import is done');
    expect(done.length).toBeGreaterThan(0);
    expect(done.filter(({ to }) => /(8|9|10)\]/u.test(to))).toEqual([]);
  });
});
