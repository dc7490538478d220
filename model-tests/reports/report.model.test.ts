import { expect, test } from 'vitest';
import { reportMachine } from '../../src/machines/reports/report.machine.ts';
import { type Model, type Move, runs, walk } from '../_walk/walk.ts';

const acts = (event: { type: string; isCurrent?: boolean }): Move => ({
  when: (snapshot) => snapshot.can(event),
  go: ({ send }) => send(event),
});

/** Everything that a person and the server can do to the numbers of a report. */
const reportModel: Model = {
  name: 'report',
  starts: {
    'a report': ({ hold }) => {
      let keys = 0;
      return {
        machine: reportMachine.provide({ actors: { compute: hold('compute') } }),
        input: { id: 7, newKey: () => `key-${(keys += 1)}` },
      };
    },
  },
  key: ({ context }) => JSON.stringify(context.refusal),
  moves: {
    'its numbers are read': acts({ type: 'report.read', isCurrent: true }),
    'it has no numbers': acts({ type: 'report.read', isCurrent: false }),
    'the person refreshes it': acts({ type: 'report.refresh' }),
    'the person cancels': acts({ type: 'report.cancel' }),
    'it is computed': { when: runs('compute'), go: ({ ports }) => ports.done('compute', undefined) },
    'it takes too long': {
      when: runs('compute'),
      go: ({ ports }) => ports.failed('compute', { kind: 'server', message: 'Too long.' }),
    },
  },
};

test('a report is walked through every state and transition', async () => {
  expect((await walk(reportModel)).missing).toEqual({ states: [], transitions: [] });
});
