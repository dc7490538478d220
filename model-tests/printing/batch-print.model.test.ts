import { beforeAll, describe, expect, test } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import { batchPrintMachine } from '../../src/machines/printing/batch-print.machine.ts';
import type { PrintContext } from '../../src/machines/printing/print-context.ts';
import { print } from '../../tests/printing/print-fixtures.ts';
import { type Model, type Move, runs, type Walked, walk } from '../_walk/walk.ts';

let keys = 0;
const newKey = () => `key ${(keys += 1)}`;

const asks =
  (startAt: number): Move['go'] =>
  ({ send }) =>
    send({
      type: 'print.ask',
      wish: { selection: { ids: [1, 2, 3] }, print: { kind: 'labels', options: { start_at: startAt } } },
    });

/** Everything that a person and the server can do to the request for one print. */
const batchPrintModel: Model = {
  name: 'batch-print',
  starts: {
    'a selection': ({ hold }) => ({
      machine: batchPrintMachine.provide({ actors: { startPrint: hold('startPrint') } }),
      input: { newKey },
    }),
  },
  always: (snapshot: AnyMachineSnapshot) => {
    const { refusal, job } = snapshot.context as PrintContext;
    if (refusal?.text === '') throw new Error('a refusal without a reason');
    if (snapshot.matches('started') && job === null) throw new Error('nothing was started');
  },
  moves: {
    'the person prints': { when: (s) => s.matches('unasked'), go: asks(1) },
    'the server takes it': {
      when: runs('startPrint'),
      go: ({ ports }) => ports.done('startPrint', print({ status: 'queued', version: 1 })),
    },
    'the server does not take it': { when: runs('startPrint'), go: ({ ports }) => ports.failed('startPrint') },
    'the person tries again': { when: (s) => s.matches('refused'), go: asks(1) },
    'the person tries something else': { when: (s) => s.matches('refused'), go: asks(2) },
  },
};

describe('a print', () => {
  let walked: Walked;
  beforeAll(async () => {
    walked = await walk(batchPrintModel);
  });

  test('is walked through every state and transition', () =>
    expect(walked.missing).toEqual({ states: [], transitions: [] }));
});
