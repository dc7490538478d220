import { assign, enqueueActions, raise, setup } from 'xstate';
import type { Broadcast, BroadcastStatus } from '#contract/broadcasts/broadcast.contract.ts';
import { offers, type BroadcastCommand } from '#rules/broadcasts/broadcast-status.ts';
import { backOff } from '#rules/time/back-off.ts';
import { WORK_BACKOFF_MAX_MS } from '../_running/followed-setup.ts';
import { WORK_QUIET_MS } from '../_running/work.ts';
import { type Refusal, refusalOf } from '../imports/refusal.ts';
import { promisePort, streamPort } from '../port.ts';
import { isMoving } from './broadcast-work.ts';
import {
  type AskedChange,
  type BroadcastChange,
  type BroadcastContext,
  type BroadcastEvent,
  type BroadcastInput,
  type BroadcastNews,
  type DraftEdits,
  type DraftSave,
  type DraftStep,
  hasEdits,
  textsOf,
  withEdits,
} from './broadcast-context.ts';

/** Milliseconds of quiet after which what was typed is saved. Ours. */
export const SAVE_AFTER_MS = 800;
/** Milliseconds until a save without an answer is tried again. Ours. */
export const SAVE_AGAIN_MS = 10_000;

interface Rejection {
  readonly kind?: unknown;
  readonly fields?: Readonly<Record<string, readonly string[]>>;
  readonly outcomeOpen?: boolean;
}
interface Failed {
  readonly error: unknown;
}
const rejectionOf = (error: unknown): Rejection => (error ?? {}) as Rejection;

const isNewer = ({ id, broadcast: known }: BroadcastContext, broadcast: Broadcast): boolean =>
  broadcast.id === id && (known === null || broadcast.version > known.version);

const isUnsaved = (context: BroadcastContext): boolean => context.save !== null || hasEdits(context);

/** Ports, guards and actions of `broadcastMachine`. The chart is in `broadcast.machine.ts`. */
export const broadcastSetup = setup({
  types: {
    input: {} as BroadcastInput,
    context: {} as BroadcastContext,
    events: {} as BroadcastEvent,
    tags: {} as
      | 'pending'
      | 'unreachable'
      | 'missing'
      | 'deleted'
      | 'draft'
      | 'ended'
      | 'busy'
      | 'saved'
      | 'saving'
      | 'late'
      | 'conflicted',
  },
  actors: {
    readBroadcast: promisePort<Broadcast, { id: number }>('readBroadcast'),
    saveDraft: promisePort<Broadcast, { id: number; save: DraftSave }>('saveDraft'),
    /** `null`: it is deleted. */
    changeBroadcast: promisePort<Broadcast | null, { broadcast: Broadcast; asked: AskedChange }>('changeBroadcast'),
    broadcastNews: streamPort<BroadcastNews, { id: number }>('broadcastNews'),
  },
  delays: {
    typingPauses: SAVE_AFTER_MS,
    saveAgain: SAVE_AGAIN_MS,
    quiet: WORK_QUIET_MS,
    readAgain: ({ context: { failures } }) =>
      backOff({ first: WORK_QUIET_MS, longest: WORK_BACKOFF_MAX_MS }, failures - 1),
  },
  guards: {
    isKnown: ({ context }) => context.broadcast !== null,
    isMissing: ({ context }) => context.failure?.missing === true,
    stands: ({ context: { broadcast } }, { at }: { at: BroadcastStatus }) => broadcast?.status === at,
    isAt: ({ context }, { step }: { step: DraftStep }) => context.step === step,
    offers: ({ context: { broadcast } }, { command }: { command: BroadcastCommand }) =>
      broadcast !== null && offers(broadcast, command),
    hasEdits: ({ context }) => hasEdits(context),
    isReady: ({ context }) =>
      !isUnsaved(context) &&
      (context.broadcast?.schedule ?? null) !== null &&
      (context.broadcast?.audience?.recipients ?? 0) > 0,
    isMoving: ({ context: { broadcast } }) => broadcast !== null && isMoving(broadcast),
    isConflict: (_, { error }: Failed) => rejectionOf(error).kind === 'conflict',
    isGone: (_, { error }: Failed) => rejectionOf(error).kind === 'notFound',
    isOpen: (_, { error }: Failed) => rejectionOf(error).outcomeOpen === true,
    isNothing: (_, { broadcast }: { broadcast: Broadcast | null }) => broadcast === null,
  },
  actions: {
    adopt: enqueueActions(({ context, enqueue }, { broadcast }: { broadcast: Broadcast | null }) => {
      if (broadcast === null || !isNewer(context, broadcast)) return;
      const isDropped = broadcast.status !== 'draft' && isUnsaved(context);
      enqueue.assign({
        broadcast,
        failures: 0,
        failure: null,
        ...(!isUnsaved(context) && { base: broadcast.version }),
        ...(isDropped && { edits: {}, save: null, isLost: true }),
      });
      if (isDropped) enqueue.raise({ type: 'draft.dropped' });
      enqueue.raise({ type: 'broadcast.adopted' });
    }),
    forgetFailures: assign({ failures: 0, failure: null }),
    miss: enqueueActions(({ context, enqueue }, { error }: Failed) => {
      enqueue.assign({ failures: context.failures + 1, failure: refusalOf(error) });
      enqueue.raise({ type: 'broadcast.missed' });
    }),
    edit: assign(({ context }, { edits }: { edits: DraftEdits }) => ({
      edits: withEdits(context.edits, edits),
      saveFailure: null,
      isLost: false,
    })),
    /** A save without an answer goes again as it was. */
    pack: assign(({ context }) =>
      context.save === null
        ? { save: { version: context.base, edits: context.edits, key: context.newKey() }, edits: {} }
        : {},
    ),
    unpack: assign(({ context: { save, edits } }) => ({ save: null, edits: withEdits(save?.edits ?? {}, edits) })),
    noteSaved: assign(({ context: { save } }, { broadcast }: { broadcast: Broadcast }) => ({
      save: null,
      written: { version: broadcast.version, edits: textsOf(save?.edits ?? {}) },
      saveFailure: null,
      base: broadcast.version,
    })),
    noteSaveFailure: assign((_, { error }: Failed) => ({
      saveFailure: { ...refusalOf(error), fields: rejectionOf(error).fields ?? {} },
    })),
    rebase: assign(({ context: { broadcast, base } }) => ({
      base: broadcast?.version ?? base,
      saveFailure: null,
    })),
    dropEdits: assign({ edits: {}, save: null, saveFailure: null }),
    at: assign({ step: (_, { step }: { step: DraftStep }) => step }),
    saveNow: raise({ type: 'draft.due' as const }),
    ask: raise((_, change: BroadcastChange) => ({ type: 'change.asked' as const, change })),
    /** A command that may have had its effect is repeated with the same key. */
    takeChange: assign(({ context: { asked, refusal, newKey } }, { change }: { change: BroadcastChange }) => {
      const isSameAgain = refusal?.again === true && JSON.stringify(asked?.change) === JSON.stringify(change);
      return { asked: isSameAgain ? asked : { change, key: newKey() }, refusal: null };
    }),
    refuse: assign({ refusal: (_, { error }: Failed): Refusal => refusalOf(error) }),
    /** An own command moves the draft on, edits or not. */
    rebaseOn: assign(({ context }, { broadcast }: { broadcast: Broadcast | null }) => ({
      base: Math.max(context.base, broadcast?.version ?? 0),
    })),
  },
});
