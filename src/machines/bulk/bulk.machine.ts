import { assertEvent, assign, setup } from 'xstate';
import type { BulkChange, BulkCheck, BulkJob, SelectionInput } from '#contract/bulk.contract.ts';
import { type Refusal, refusalOf } from '../imports/refusal.ts';
import { promisePort } from '../port.ts';

export interface BulkContext {
  readonly selection: SelectionInput;
  readonly change: BulkChange | null;
  /** Preview of the change. `null` until counted. */
  readonly check: BulkCheck | null;
  /** `null` until it is started. */
  readonly job: BulkJob | null;
  /** Why the last request was refused. `null` once another is made. */
  readonly refusal: Refusal | null;
}

/** A selection and what is to be done to it. */
export interface BulkWish {
  readonly selection: SelectionInput;
  readonly change: BulkChange;
}

/** User commands. `amend`: the change differs in what no count depends on. `forget`: the change is incomplete. */
type BulkCommand =
  | { type: 'bulk.choose'; change: BulkChange }
  | { type: 'bulk.amend'; change: BulkChange }
  | { type: 'bulk.forget' }
  | { type: 'bulk.confirm' };

/** Characters that say how an opt-out is known. Source: `recordDoNotCallOfGroup`. */
const MIN_EVIDENCE = 3;

/** True when all is said that the change needs. */
export const isWhole = (change: BulkChange | null): boolean =>
  change !== null && (change.action !== 'do_not_call' || change.evidence.trim().length >= MIN_EVIDENCE);

/** Arguments of the requests; these states are entered only with a change. */
const wishOf = ({ selection, change }: BulkContext): BulkWish => ({ selection, change: change! });

const refuses = {
  type: 'refuse' as const,
  params: ({ event }: { event: { error: unknown } }) => ({ refusal: refusalOf(event.error) }),
};

/**
 * The request for one change of many contacts, run by the dialog that makes it. What becomes of the job is followed by
 * its page.
 *
 *   choosing → checking → confirming → starting → started
 *
 * A change is counted before it can be confirmed, and counted again when it changes.
 */
export const bulkMachine = setup({
  types: {
    input: {} as { selection: SelectionInput },
    context: {} as BulkContext,
    events: {} as BulkCommand,
    tags: {} as 'checking' | 'busy',
  },
  actors: {
    checkBulk: promisePort<BulkCheck, BulkWish>('checkBulk'),
    startBulk: promisePort<BulkJob, BulkWish>('startBulk'),
  },
  guards: {
    changesSomething: ({ context: { change, check } }) => isWhole(change) && (check?.counts.changed ?? 0) > 0,
  },
  actions: {
    choose: assign(({ event }) => {
      assertEvent(event, 'bulk.choose');
      return { change: event.change, check: null, refusal: null };
    }),
    amend: assign(({ event }) => {
      assertEvent(event, 'bulk.amend');
      return { change: event.change };
    }),
    forget: assign({ change: null, check: null, refusal: null }),
    refuse: assign({ refusal: (_, params: { refusal: Refusal }) => params.refusal }),
  },
}).createMachine({
  id: 'bulk',
  context: ({ input: { selection } }) => ({ selection, change: null, check: null, job: null, refusal: null }),
  initial: 'choosing',
  states: {
    choosing: { on: { 'bulk.choose': { target: 'checking', actions: 'choose' } } },
    checking: {
      tags: ['checking'],
      invoke: {
        src: 'checkBulk',
        input: ({ context }) => wishOf(context),
        onDone: { target: 'confirming', actions: assign({ check: ({ event }) => event.output }) },
        onError: { target: 'choosing', actions: refuses },
      },
      on: {
        'bulk.choose': { target: 'checking', reenter: true, actions: 'choose' },
        'bulk.amend': { actions: 'amend' },
        'bulk.forget': { target: 'choosing', actions: 'forget' },
      },
    },
    confirming: {
      on: {
        'bulk.choose': { target: 'checking', actions: 'choose' },
        'bulk.amend': { actions: 'amend' },
        'bulk.forget': { target: 'choosing', actions: 'forget' },
        'bulk.confirm': { guard: 'changesSomething', target: 'starting', actions: assign({ refusal: null }) },
      },
    },
    starting: {
      tags: ['busy'],
      invoke: {
        src: 'startBulk',
        input: ({ context }) => wishOf(context),
        onDone: { target: 'started', actions: assign({ job: ({ event }) => event.output }) },
        onError: { target: 'confirming', actions: refuses },
      },
    },
    started: { type: 'final' },
  },
});
