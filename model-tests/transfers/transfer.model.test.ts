import { beforeAll, describe, expect, test } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import type { TransferAttempt } from '#contract/transfers.contract.ts';
import { WORK_QUIET_MS } from '../../src/machines/_running/followed-work.ts';
import {
  stageOf,
  type TransferChoice,
  type TransferContext,
  type TransferStage,
} from '../../src/machines/transfers/transfer-context.ts';
import { CHOICE_SETTLES_MS } from '../../src/machines/transfers/transfer-setup.ts';
import { transferMachine } from '../../src/machines/transfers/transfer.machine.ts';
import { preview, row, transfer } from '../../tests/transfers/transfer-fixtures.ts';
import type { HeldPorts } from '../_walk/ports.ts';
import { type Model, type Move, type Run, runs, type Walked, walk } from '../_walk/walk.ts';

/** Attempt at each stage. */
const AT: Readonly<Record<TransferStage, Partial<TransferAttempt>>> = {
  queued: { status: 'queued' },
  processing: { status: 'processing' },
  cancelling: { status: 'cancelling' },
  cancelled: { status: 'cancelled' },
  complete: { status: 'complete' },
  failed: { status: 'failed', failure: 'The server was stopped.' },
  reverting: { revert: true },
  reverted: { revert: false, reverted: true, put_back: { put_back: 3_900, kept: 0 } },
  partlyReverted: { revert: false, put_back: { put_back: 3_000, kept: 900 } },
};

/** Next stages the server may report, as defined by its actions and jobs. */
const NEXT: Readonly<Record<TransferStage, readonly TransferStage[]>> = {
  queued: ['processing', 'cancelled'],
  processing: ['complete', 'failed', 'cancelling'],
  cancelling: ['cancelled'],
  cancelled: ['reverting'],
  complete: ['reverting'],
  failed: ['reverting'],
  reverting: ['reverted', 'partlyReverted'],
  reverted: [],
  partlyReverted: ['reverting'],
};

/** Result of an accepted command, other than resuming. */
const AGREED: Partial<Record<TransferStage, TransferStage>> = {
  queued: 'cancelled',
  processing: 'cancelling',
  cancelled: 'reverting',
  complete: 'reverting',
  failed: 'reverting',
  partlyReverted: 'reverting',
};

const ONE = [{ id: 1012, name: 'Priya Raman' }];
const PRIYA: TransferChoice = { to: ONE, paper: '' };
const BOTH: TransferChoice = { to: [...ONE, { id: 1013, name: 'Calvin Osei' }], paper: '' };
const ON_PAPER: TransferChoice = { to: ONE, paper: 'Signed forms lie in Tulsa.' };
const REWORDED: TransferChoice = { to: ONE, paper: 'Signed forms lie in Dallas.' };
const HALF_SAID: TransferChoice = { to: ONE, paper: 'Signed' };
const NOBODY: TransferChoice = { to: [], paper: '' };

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as TransferContext;
const stageIs = (snapshot: AnyMachineSnapshot, stage: string) => snapshot.matches({ following: { stage } });

/** Nothing is asked or read now, so that the next thing to happen is the world's. */
const isCalm = (snapshot: AnyMachineSnapshot) =>
  snapshot.matches({ following: { request: 'idle', copy: 'kept', feed: 'listening' } }) &&
  contextOf(snapshot).attempt !== null;

const newer = (run: Run, differs: Partial<TransferAttempt>): TransferAttempt => {
  const known = contextOf(run.actor.getSnapshot()).attempt;
  return transfer({ ...known, ...differs, version: (known?.version ?? 0) + 1 });
};

const news = (stage: TransferStage): Move => ({
  when: (snapshot) => {
    const { attempt } = contextOf(snapshot);
    return isCalm(snapshot) && attempt !== null && NEXT[stageOf(attempt)].includes(stage);
  },
  go: (run) => run.send({ type: 'transfer.changed', transfer: newer(run, AT[stage]) }),
});

const command = (event: { type: string } & Record<string, unknown>): Move => ({
  when: (snapshot) => !snapshot.hasTag('busy') && snapshot.can(event),
  go: ({ send }) => send(event),
});
const chooses = (choice: TransferChoice) => command({ type: 'transfer.choose', choice });

/** One region's business is tried in one stage: the regions do not know each other. */
const whileProcessing = (go: Move['go']): Move => ({ when: (s) => isCalm(s) && stageIs(s, 'processing'), go });

const isRead = (s: AnyMachineSnapshot) => (isCalm(s) && stageIs(s, 'processing')) || runs('readWork')(s);

const machine = ({ hold }: HeldPorts) =>
  transferMachine.provide({
    actors: {
      previewTransfer: hold('previewTransfer'),
      startTransfer: hold('startTransfer'),
      readWork: hold('readWork'),
      changeWork: hold('changeWork'),
      workBroadcasts: hold('workBroadcasts'),
    },
  });

let keys = 0;
const newKey = () => {
  keys += 1;
  return `key-${keys}`;
};
const asked = { selection: { ids: [1, 2, 3] }, newKey };

/** Everything that a person, the server, the line and time can do to one transfer. */
const transferModel: Model = {
  name: 'transfer',
  starts: {
    'a selection': (ports) => ({ machine: machine(ports), input: { ...asked, selected: 3 } }),
    'a selection that is too big': (ports) => ({ machine: machine(ports), input: { ...asked, selected: 250_001 } }),
    'an attempt by its number': (ports) => ({ machine: machine(ports), input: { id: 61 } }),
  },
  key: (snapshot) => {
    const { choice, preview: counted, attempt, note } = contextOf(snapshot);
    if (attempt) return `${stageOf(attempt)} ${attempt.status}`;
    return `${choice.to.length} ${choice.paper} ${counted?.counts.moved} ${note}`;
  },
  always: (snapshot) => {
    const { id, attempt, refusal, preview: counted } = contextOf(snapshot);
    if (attempt && attempt.id !== id) throw new Error('an attempt that is not this one');
    if (refusal?.text === '') throw new Error('a refusal without a reason');
    const isShown = snapshot.matches({ counted: 'confirming' }) || snapshot.matches({ counted: 'unanswered' });
    if (isShown && counted === null) throw new Error('nothing is counted');
  },
  moves: {
    'the person chooses somebody': chooses(PRIYA),
    'the person chooses two': chooses(BOTH),
    'the person says what is on paper': chooses(ON_PAPER),
    'the person says it in other words': chooses(REWORDED),
    'the person says half of it': chooses(HALF_SAID),
    'the person takes everybody away': chooses(NOBODY),
    'the person writes a note': {
      when: (s) => contextOf(s).note === '' && !s.matches('following') && !s.matches('tooMany'),
      go: ({ send }) => send({ type: 'transfer.write', note: 'They know you.' }),
    },
    'the choice settles': {
      when: (s) => s.matches({ counted: 'settling' }),
      go: ({ clock }) => clock.increment(CHOICE_SETTLES_MS),
    },
    'the count comes': { when: runs('previewTransfer'), go: ({ ports }) => ports.done('previewTransfer', preview()) },
    'the count says that all are theirs': {
      when: runs('previewTransfer'),
      go: ({ ports }) =>
        ports.done('previewTransfer', preview({ counts: { moved: 0, unchanged: 3, left: 0 }, by_reason: [] })),
    },
    'the count fails': { when: runs('previewTransfer'), go: ({ ports }) => ports.failed('previewTransfer') },
    'the person confirms': command({ type: 'transfer.confirm' }),
    'the server makes an attempt': {
      when: runs('startTransfer'),
      go: ({ ports }) => ports.done('startTransfer', transfer({ status: 'queued', version: 1 })),
    },
    'the server has done it at once': {
      when: runs('startTransfer'),
      go: ({ ports }) => ports.done('startTransfer', transfer({ status: 'complete', version: 3 })),
    },
    'the server finds more than was shown': {
      when: runs('startTransfer'),
      go: ({ ports }) => ports.failed('startTransfer', { kind: 'conflict', message: 'There are more by now.' }),
    },
    'no answer to the start comes': {
      when: runs('startTransfer'),
      go: ({ ports }) => ports.failed('startTransfer', { kind: 'offline', message: 'x' }),
    },

    'the attempt is read': { when: runs('readWork'), go: (run) => run.ports.done('readWork', newer(run, {})) },
    'the server knows no such attempt': {
      when: (s) => runs('readWork')(s) && stageIs(s, 'loading'),
      go: ({ ports }) => ports.failed('readWork', { kind: 'notFound', message: 'Transfer not found.' }),
    },
    'the server cannot be reached': {
      when: runs('readWork'),
      go: ({ ports }) => ports.failed('readWork', { kind: 'offline', message: 'x' }),
    },
    'the person reloads': {
      when: (s) => stageIs(s, 'unreachable') || (isCalm(s) && stageIs(s, 'processing')),
      go: ({ send }) => send({ type: 'work.reload' }),
    },
    'the person cancels': command({ type: 'transfer.cancel' }),
    'the person goes on': command({ type: 'transfer.goOn' }),
    'the person reverts': command({ type: 'transfer.revert' }),
    'the person reverts a part': command({ type: 'transfer.revertPart', ids: [501] }),
    'the server agrees': {
      when: runs('changeWork'),
      go: (run) => {
        const { attempt } = contextOf(run.actor.getSnapshot());
        const stage = attempt ? stageOf(attempt) : 'queued';
        run.ports.done('changeWork', newer(run, AT[AGREED[stage] ?? stage]));
      },
    },
    'the server takes it up again': {
      when: (s) => runs('changeWork')(s) && contextOf(s).attempt?.failure !== null,
      go: (run) => run.ports.done('changeWork', newer(run, { ...AT.queued, failure: null, put_back: null })),
    },
    'the server refuses': { when: runs('changeWork'), go: ({ ports }) => ports.failed('changeWork') },
    'a chunk has moved': whileProcessing((run) =>
      run.send({ type: 'transfer.progressed', transfer: newer(run, {}), rows: [row()] }),
    ),
    'an old word comes late': whileProcessing((run) =>
      run.send({ type: 'transfer.progressed', transfer: transfer({ version: 0 }), rows: [] }),
    ),
    ...Object.fromEntries(
      (Object.keys(NEXT) as TransferStage[]).map((stage) => [`the server makes it ${stage}`, news(stage)]),
    ),
    'the line is lost for too long': {
      when: isRead,
      go: ({ send }) => send({ type: 'stream.lost', stream: 'transfer:61', epoch: 'e', offset: 3 }),
    },
    'the line finds its place': {
      when: isRead,
      go: ({ send }) => send({ type: 'stream.positioned', stream: 'transfer:61', epoch: 'e', offset: 3 }),
    },
    'the stream breaks': whileProcessing(({ ports }) => ports.failed('workBroadcasts')),
    'nothing is heard': whileProcessing(({ clock }) => clock.increment(WORK_QUIET_MS)),
  },
};

describe('a transfer', () => {
  let walked: Walked;
  beforeAll(async () => {
    walked = await walk(transferModel);
  });

  test('is walked through every state and transition', () =>
    expect(walked.missing).toEqual({ states: [], transitions: [] }));

  test('is never started without its count', () => {
    const started = walked.edges.filter(({ move }) => move === 'the person confirms');
    expect(started.length).toBeGreaterThan(0);
    expect(started.every(({ from }) => /confirming|unanswered/u.test(from))).toBe(true);
  });

  test('is counted anew when anything is changed after a start that nobody has answered', () => {
    const changed = walked.edges.filter(
      ({ from, move, to }) => from.includes('unanswered') && from !== to && move !== 'the person confirms',
    );
    expect(changed.length).toBeGreaterThan(0);
    expect(changed.filter(({ to }) => !/settling|choosing/u.test(to))).toEqual([]);
  });

  test('is not asked for where it means more than one may', () => {
    const tooMany = walked.edges.filter(({ from }) => from.includes('tooMany'));
    expect(tooMany.map(({ move }) => move)).toEqual([]);
  });

  test('is reverted only from where it has ended', () => {
    const reverted = walked.edges.filter(({ move }) => move.startsWith('the person reverts'));
    expect(reverted.length).toBeGreaterThan(0);
    expect(reverted.every(({ from }) => from.includes('ended'))).toBe(true);
  });
});
