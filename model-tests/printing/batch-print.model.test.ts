import { beforeAll, describe, expect, test } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import type { PrintJob, PrintStatus } from '#contract/printing.contract.ts';
import {
  batchPrintMachine,
  PRINT_BACKOFF_MAX_MS,
  PRINT_GIVE_UP_MS,
  PRINT_POLL_MS,
} from '../../src/machines/printing/batch-print.machine.ts';
import type { PrintContext } from '../../src/machines/printing/print-context.ts';
import { print } from '../../tests/printing/print-fixtures.ts';
import type { HeldPorts } from '../_walk/ports.ts';
import { type Model, type Move, type Run, runs, type Walked, walk } from '../_walk/walk.ts';

/** Next states the server may report for each status. */
const NEXT: Readonly<Record<PrintStatus, readonly PrintStatus[]>> = {
  queued: ['working', 'cancelled'],
  working: ['complete', 'failed', 'cancelling'],
  cancelling: ['cancelled'],
  cancelled: [],
  complete: [],
  failed: [],
};

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as PrintContext;
const stageIs = (snapshot: AnyMachineSnapshot, stage: string) => snapshot.matches({ following: { stage } });
const copyIs = (snapshot: AnyMachineSnapshot, copy: string | object) => snapshot.matches({ following: { copy } });

/** Nothing is asked or read now, so that the next thing to happen is the world's. */
const isCalm = (snapshot: AnyMachineSnapshot) =>
  snapshot.matches({ following: { request: 'idle', feed: 'listening', copy: { polling: 'resting' } } });

const newer = (run: Run, differs: Partial<PrintJob>): PrintJob => {
  const known = contextOf(run.actor.getSnapshot()).job;
  return print({ ...known, ...differs, version: (known?.version ?? 0) + 1 });
};

const news = (status: PrintStatus): Move => ({
  when: (snapshot) => {
    const known = contextOf(snapshot).job;
    return (isCalm(snapshot) || copyIs(snapshot, 'silent')) && known !== null && NEXT[known.status].includes(status);
  },
  go: (run) => run.send({ type: 'print.changed', job: newer(run, { status }) }),
});

/** One region's business is tried in one stage: the regions do not know each other. */
const whileWorking = (go: Move['go']): Move => ({ when: (s) => isCalm(s) && stageIs(s, 'working'), go });

/** Even after reading stopped. */
const whileOpen = (go: Move['go']): Move => ({
  when: (s) => stageIs(s, 'working') && (isCalm(s) || copyIs(s, 'silent')),
  go,
});

const machine = ({ hold }: HeldPorts) =>
  batchPrintMachine.provide({
    actors: {
      startPrint: hold('startPrint'),
      readPrint: hold('readPrint'),
      changeWork: hold('changeWork'),
      workBroadcasts: hold('workBroadcasts'),
    },
  });

let keys = 0;
const newKey = () => `key ${(keys += 1)}`;

const asks =
  (startAt: number): Move['go'] =>
  ({ send }) =>
    send({
      type: 'print.ask',
      wish: { selection: { ids: [1, 2, 3] }, print: { kind: 'labels', options: { start_at: startAt } } },
    });

/** Everything that a person, the server, the line and time can do to one print. */
const batchPrintModel: Model = {
  name: 'batch-print',
  starts: {
    'a selection': (ports) => ({
      machine: machine(ports),
      input: { newKey },
    }),
    'a print by its jid': (ports) => ({ machine: machine(ports), input: { jid: print().jid } }),
  },
  key: (snapshot) => {
    const { job, failures } = contextOf(snapshot);
    return `${job?.status} ${Math.min(failures, 1)}`;
  },
  always: (snapshot) => {
    const { jid, job, refusal, failures, failure } = contextOf(snapshot);
    if (job && job.jid !== jid) throw new Error('a print that is not this one');
    if (failures > 0 !== (failure !== null)) throw new Error('a failure without a reason');
    if (refusal?.text === '') throw new Error('a refusal without a reason');
    if (snapshot.hasTag('ended') && copyIs(snapshot, 'polling')) throw new Error('it asks for what has ended');
  },
  moves: {
    'the server takes it': {
      when: runs('startPrint'),
      go: ({ ports }) => ports.done('startPrint', print({ status: 'queued', version: 1 })),
    },
    'the server has made it already': {
      when: runs('startPrint'),
      go: ({ ports }) => ports.done('startPrint', print({ status: 'complete', version: 3 })),
    },
    'the person prints': { when: (s) => s.matches('unasked'), go: asks(1) },
    'the server does not take it': { when: runs('startPrint'), go: ({ ports }) => ports.failed('startPrint') },
    'the person tries again': { when: (s) => s.matches('refused'), go: asks(1) },
    'the person tries something else': { when: (s) => s.matches('refused'), go: asks(2) },
    'the print is read': { when: runs('readPrint'), go: (run) => run.ports.done('readPrint', newer(run, {})) },
    'there is nothing new': {
      when: (s) => runs('readPrint')(s) && contextOf(s).job !== null,
      go: (run) => run.ports.done('readPrint', contextOf(run.actor.getSnapshot()).job),
    },
    'the server knows no such print': {
      when: (s) => runs('readPrint')(s) && stageIs(s, 'loading'),
      go: ({ ports }) => ports.failed('readPrint', { kind: 'notFound', message: 'Print job not found.' }),
    },
    'the server cannot be reached': {
      when: (s) => runs('readPrint')(s) && contextOf(s).failures < 2,
      go: ({ ports }) => ports.failed('readPrint', { kind: 'offline', message: 'x' }),
    },
    'the next asking is due': {
      when: (s) => copyIs(s, { polling: 'resting' }),
      go: ({ clock }) => clock.increment(PRINT_POLL_MS),
    },
    'the next try is due': {
      when: (s) => copyIs(s, { polling: 'failed' }),
      go: ({ clock }) => clock.increment(PRINT_BACKOFF_MAX_MS),
    },
    'nothing new comes for minutes': {
      when: (s) => copyIs(s, { polling: 'reading' }),
      go: ({ clock }) => clock.increment(PRINT_GIVE_UP_MS),
    },
    'the person looks again': {
      when: (s) => copyIs(s, 'silent') || copyIs(s, { polling: 'failed' }),
      go: ({ send }) => send({ type: 'print.look' }),
    },
    'the person cancels': {
      when: (s) => isCalm(s) && s.can({ type: 'print.cancel' }),
      go: ({ send }) => send({ type: 'print.cancel' }),
    },
    'the server agrees': {
      when: runs('changeWork'),
      go: (run) => {
        const isQueued = contextOf(run.actor.getSnapshot()).job?.status === 'queued';
        run.ports.done('changeWork', newer(run, { status: isQueued ? 'cancelled' : 'cancelling' }));
      },
    },
    'the server refuses': { when: runs('changeWork'), go: ({ ports }) => ports.failed('changeWork') },
    'a chunk is drawn': {
      when: (s) => stageIs(s, 'working') && (isCalm(s) || copyIs(s, 'silent')),
      go: (run) => run.send({ type: 'print.progressed', job: newer(run, {}) }),
    },
    'an old word comes late': whileWorking((run) => run.send({ type: 'print.progressed', job: print({ version: 0 }) })),
    ...Object.fromEntries(
      (Object.keys(NEXT) as PrintStatus[]).map((status) => [`the server makes it ${status}`, news(status)]),
    ),
    'the line is lost for too long': whileOpen(({ send }) =>
      send({ type: 'stream.lost', stream: 'print:51', epoch: 'e', offset: 3 }),
    ),
    'the line finds its place': whileOpen(({ send }) =>
      send({ type: 'stream.positioned', stream: 'print:51', epoch: 'e', offset: 3 }),
    ),
    'the stream breaks': whileWorking(({ ports }) => ports.failed('workBroadcasts')),
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
