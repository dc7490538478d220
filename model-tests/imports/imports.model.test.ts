import { beforeAll, describe, expect, test } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import { importMachine } from '../../src/machines/imports/import.machine.ts';
import { importsMachine } from '../../src/machines/imports/imports.machine.ts';
import type { HeldPorts } from '../_walk/ports.ts';
import { type Model, type Move, type Walked, walk } from '../_walk/walk.ts';

const says = (event: { type: string } & Record<string, unknown>): Move => ({ go: ({ send }) => send(event) });

/** The attempts are the real machine; nothing answers what they ask. */
const attemptOf = ({ hold }: HeldPorts) =>
  importMachine.provide({
    actors: {
      uploadFile: hold('uploadFile'),
      readAttempt: hold('readAttempt'),
      fixRows: hold('fixRows'),
      changeImport: hold('changeImport'),
      importBroadcasts: hold('importBroadcasts'),
    },
  });

/** Facts of the latest run; runs don't overlap. */
let attempt: ReturnType<typeof attemptOf>;

const openIn = ({ context: { imports, fresh } }: AnyMachineSnapshot): string[] => [
  ...Object.keys(imports),
  ...(fresh === null ? [] : ['fresh']),
];

/** Everything that a person's pages, the server and the line can do to their open imports. */
const importsModel: Model = {
  name: 'imports',
  starts: {
    fresh: (ports) => {
      attempt = attemptOf(ports);
      return { machine: importsMachine };
    },
  },
  key: (snapshot) => JSON.stringify(openIn(snapshot)),
  moves: {
    'the page for a new file is opened': {
      go: ({ send }) => send({ type: 'imports.create', attempt }),
    },
    'the page of an import is opened': {
      go: ({ send }) => send({ type: 'imports.open', id: 41, attempt }),
    },
    'the page for a new file is left': says({ type: 'imports.leave', id: null }),
    'the page of an import is left': says({ type: 'imports.leave', id: 41 }),
    'an upload gets its number': {
      when: ({ context }) => context.fresh !== null,
      go: ({ send }) => send({ type: 'import.uploaded', id: 41 }),
    },
  },
};

describe('the open imports of a person', () => {
  let walked: Walked;
  beforeAll(async () => {
    walked = await walk(importsModel);
  });

  test('is walked through every state and transition', () =>
    expect(walked.missing).toEqual({ states: [], transitions: [] }));
});
