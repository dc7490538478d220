import { beforeAll, describe, expect, test } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import type { BulkChange, BulkJob, BulkStatus } from '#contract/bulk.contract.ts';
import type { BulkContext } from '../../src/machines/bulk/bulk-context.ts';
import { bulkMachine } from '../../src/machines/bulk/bulk.machine.ts';
import { WORK_QUIET_MS } from '../../src/machines/_running/followed-work.ts';
import { check, job } from '../../tests/bulk/bulk-fixtures.ts';
import type { HeldPorts } from '../_walk/ports.ts';
import { type Model, type Move, type Run, runs, type Walked, walk } from '../_walk/walk.ts';

/** Next states the server may report for each status, as defined by its actions and jobs. */
const NEXT: Readonly<Record<BulkStatus, readonly BulkStatus[]>> = {
  queued: ['processing', 'cancelled'],
  processing: ['done', 'failed', 'cancelling'],
  cancelling: ['cancelled'],
  cancelled: ['undoing'],
  done: ['undoing'],
  failed: ['undoing'],
  undoing: ['undone'],
  undone: [],
};

/** Result of an accepted command. */
const AGREED: Partial<Record<BulkStatus, BulkStatus>> = {
  queued: 'cancelled',
  processing: 'cancelling',
  cancelled: 'undoing',
  done: 'undoing',
  failed: 'undoing',
};

const ADD: BulkChange = { action: 'tags', mode: 'add', tag_ids: [3] };
const GROUP: BulkChange = { action: 'group', group_id: 4 };

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as BulkContext;
const stageIs = (snapshot: AnyMachineSnapshot, stage: string) => snapshot.matches({ following: { stage } });

/** Nothing is asked or read now, so that the next thing to happen is the world's. */
const isCalm = (snapshot: AnyMachineSnapshot) =>
  snapshot.matches({ following: { request: 'idle', copy: 'kept', feed: 'listening' } }) &&
  contextOf(snapshot).job !== null;

const newer = (run: Run, differs: Partial<BulkJob>): BulkJob => {
  const known = contextOf(run.actor.getSnapshot()).job;
  return job({ ...known, ...differs, version: (known?.version ?? 0) + 1 });
};

const news = (status: BulkStatus): Move => ({
  when: (snapshot) => {
    const known = contextOf(snapshot).job;
    return isCalm(snapshot) && known !== null && NEXT[known.status].includes(status);
  },
  go: (run) => run.send({ type: 'bulk.changed', job: newer(run, { status }) }),
});

const command = (event: { type: string } & Record<string, unknown>): Move => ({
  when: (snapshot) => !snapshot.hasTag('busy') && snapshot.can(event),
  go: ({ send }) => send(event),
});

/** One region's business is tried in one stage: the regions do not know each other. */
const whileRunning = (go: Move['go']): Move => ({ when: (s) => isCalm(s) && stageIs(s, 'running'), go });

const machine = ({ hold }: HeldPorts) =>
  bulkMachine.provide({
    actors: {
      checkBulk: hold('checkBulk'),
      startBulk: hold('startBulk'),
      readWork: hold('readWork'),
      changeWork: hold('changeWork'),
      workBroadcasts: hold('workBroadcasts'),
    },
  });

/** Everything that a person, the server, the line and time can do to one change of many contacts. */
const bulkModel: Model = {
  name: 'bulk',
  starts: {
    'a selection': (ports) => ({ machine: machine(ports), input: { selection: { ids: [1, 2, 3] } } }),
    'a job by its number': (ports) => ({ machine: machine(ports), input: { id: 51 } }),
  },
  key: (snapshot) => {
    const { change, check: counted, job: known } = contextOf(snapshot);
    return known ? known.status : `${change?.action} ${counted?.counts.changed}`;
  },
  always: (snapshot) => {
    const { id, job: known, refusal, check: counted } = contextOf(snapshot);
    if (known && known.id !== id) throw new Error('a job that is not this one');
    if (refusal?.text === '') throw new Error('a refusal without a reason');
    if (snapshot.matches('confirming') && counted === null) throw new Error('nothing is counted');
  },
  moves: {
    'the person chooses a tag': command({ type: 'bulk.choose', change: ADD }),
    'the person chooses a group': command({ type: 'bulk.choose', change: GROUP }),
    'the person takes the choice back': command({ type: 'bulk.forget' }),
    'the count comes': { when: runs('checkBulk'), go: ({ ports }) => ports.done('checkBulk', check()) },
    'the count says that it is so already': {
      when: runs('checkBulk'),
      go: ({ ports }) => ports.done('checkBulk', check({ changed: 0 })),
    },
    'the count fails': { when: runs('checkBulk'), go: ({ ports }) => ports.failed('checkBulk') },
    'the person confirms': command({ type: 'bulk.confirm' }),
    'the server makes a job': {
      when: runs('startBulk'),
      go: ({ ports }) => ports.done('startBulk', job({ status: 'queued', version: 1 })),
    },
    'the server has done it at once': {
      when: runs('startBulk'),
      go: ({ ports }) => ports.done('startBulk', job({ status: 'done', version: 3 })),
    },
    'the server does not start it': { when: runs('startBulk'), go: ({ ports }) => ports.failed('startBulk') },

    'the job is read': { when: runs('readWork'), go: (run) => run.ports.done('readWork', newer(run, {})) },
    'the server knows no such job': {
      when: (s) => runs('readWork')(s) && stageIs(s, 'loading'),
      go: ({ ports }) => ports.failed('readWork', { kind: 'notFound', message: 'Job not found.' }),
    },
    'the server cannot be reached': {
      when: runs('readWork'),
      go: ({ ports }) => ports.failed('readWork', { kind: 'offline', message: 'x' }),
    },
    'the person reloads': {
      when: (s) => stageIs(s, 'unreachable') || (isCalm(s) && stageIs(s, 'running')),
      go: ({ send }) => send({ type: 'work.reload' }),
    },
    'the person cancels': command({ type: 'bulk.cancel' }),
    'the person undoes': command({ type: 'bulk.undo' }),
    'the server agrees': {
      when: runs('changeWork'),
      go: (run) => {
        const known = contextOf(run.actor.getSnapshot()).job ?? job();
        run.ports.done('changeWork', newer(run, { status: AGREED[known.status] ?? known.status }));
      },
    },
    'the server refuses': { when: runs('changeWork'), go: ({ ports }) => ports.failed('changeWork') },
    'a chunk is written': whileRunning((run) => run.send({ type: 'bulk.progressed', job: newer(run, {}) })),
    'an old word comes late': whileRunning((run) => run.send({ type: 'bulk.progressed', job: job({ version: 0 }) })),
    ...Object.fromEntries(
      (Object.keys(NEXT) as BulkStatus[]).map((status) => [`the server makes it ${status}`, news(status)]),
    ),
    'the line is lost for too long': {
      when: (s) => (isCalm(s) && stageIs(s, 'running')) || runs('readWork')(s),
      go: ({ send }) => send({ type: 'stream.lost', stream: 'bulk:51', epoch: 'e', offset: 3 }),
    },
    'the line finds its place': {
      when: (s) => (isCalm(s) && stageIs(s, 'running')) || runs('readWork')(s),
      go: ({ send }) => send({ type: 'stream.positioned', stream: 'bulk:51', epoch: 'e', offset: 3 }),
    },
    'the stream breaks': whileRunning(({ ports }) => ports.failed('workBroadcasts')),
    'nothing is heard': whileRunning(({ clock }) => clock.increment(WORK_QUIET_MS)),
  },
};

describe('a change of many contacts', () => {
  let walked: Walked;
  beforeAll(async () => {
    walked = await walk(bulkModel);
  });

  test('is walked through every state and transition', () =>
    expect(walked.missing).toEqual({ states: [], transitions: [] }));

  test('is never started without its count', () => {
    const started = walked.edges.filter(({ move }) => move === 'the person confirms');
    expect(started.length).toBeGreaterThan(0);
    expect(started.every(({ from }) => from.includes('confirming'))).toBe(true);
  });
});
