import { beforeAll, describe, expect, test } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import {
  CHOICE_SETTLES_MS,
  type TransferChoice,
  type TransferContext,
} from '../../src/machines/transfers/transfer-setup.ts';
import { transferMachine } from '../../src/machines/transfers/transfer.machine.ts';
import { preview, transfer } from '../../tests/transfers/transfer-fixtures.ts';
import type { HeldPorts } from '../_walk/ports.ts';
import { type Model, type Move, runs, walk, type Walked } from '../_walk/walk.ts';

const ONE = [{ id: 1012, name: 'Priya Raman' }];
const PRIYA: TransferChoice = { to: ONE, paper: '' };
const BOTH: TransferChoice = { to: [...ONE, { id: 1013, name: 'Calvin Osei' }], paper: '' };
const ON_PAPER: TransferChoice = { to: ONE, paper: 'Signed forms lie in Tulsa.' };
const REWORDED: TransferChoice = { to: ONE, paper: 'Signed forms lie in Dallas.' };
const HALF_SAID: TransferChoice = { to: ONE, paper: 'Signed' };
const NOBODY: TransferChoice = { to: [], paper: '' };

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as TransferContext;
const command = (event: { type: string } & Record<string, unknown>): Move => ({
  when: (snapshot) => !snapshot.hasTag('busy') && snapshot.can(event),
  go: ({ send }) => send(event),
});
const chooses = (choice: TransferChoice) => command({ type: 'transfer.choose', choice });

const machine = ({ hold }: HeldPorts) =>
  transferMachine.provide({
    actors: { previewTransfer: hold('previewTransfer'), startTransfer: hold('startTransfer') },
  });

let keys = 0;
const newKey = () => {
  keys += 1;
  return `key-${keys}`;
};
const asked = { selection: { ids: [1, 2, 3] }, newKey };

/** Everything that a person, the server and time can do to the request for one transfer. */
const transferModel: Model = {
  name: 'transfer',
  starts: {
    'a selection': (ports) => ({ machine: machine(ports), input: { ...asked, selected: 3 } }),
    'a selection that is too big': (ports) => ({ machine: machine(ports), input: { ...asked, selected: 250_001 } }),
  },
  key: (snapshot) => {
    const { choice, preview: counted, note } = contextOf(snapshot);
    return `${choice.to.length} ${choice.paper} ${counted?.counts.moved} ${note}`;
  },
  always: (snapshot) => {
    const { attempt, refusal, preview: counted } = contextOf(snapshot);
    if (snapshot.matches('started') && attempt === null) throw new Error('nothing was started');
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
      when: (s) => contextOf(s).note === '' && !s.matches('started') && !s.matches('tooMany'),
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
});
