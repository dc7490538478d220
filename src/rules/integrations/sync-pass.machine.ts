import { assign, initialTransition, setup, type SnapshotFrom, transition } from 'xstate';

/**
 * What a step of a pass has met. `cursorGone`: the provider's list of changes starts over. `changed`: a write met a newer
 * version. `retryAfterMs`: as long as the provider asks to wait; `null`: it named nothing.
 */
export type SyncEvent =
  | { readonly type: 'sync.done' }
  | { readonly type: 'sync.cursorGone' }
  | { readonly type: 'sync.changed' }
  | { readonly type: 'sync.tokenExpired' }
  | { readonly type: 'sync.grantGone' }
  | { readonly type: 'sync.quota'; readonly retryAfterMs: number | null }
  | { readonly type: 'sync.away' }
  | { readonly type: 'sync.refused' };

/** How a pass ends. `dueInMs`: milliseconds until the next one; `null`: once its owner has signed in again. */
export interface SyncEnd {
  readonly problem: 'sign_in' | 'quota' | 'away' | 'refused' | null;
  /** Passes in a row that failed. */
  readonly failures: number;
  readonly dueInMs: number | null;
}

interface SyncContext {
  /** Passes in a row that failed before this one. */
  readonly failures: number;
  /** Milliseconds until the next pass after a good one. */
  readonly everyMs: number;
  /** True once the token was renewed because the provider didn't take it. */
  readonly isRenewed: boolean;
  /** Times that a write has met a newer version. */
  readonly rounds: number;
  /** Cursors that the provider has forgotten. */
  readonly restarts: number;
  readonly retryAfterMs: number | null;
}

/** Ours: who changes an event on both sides again and again gets the rest a pass later. */
export const MOST_ROUNDS = 3;
/** Ours: more calendars than anyone syncs. */
export const MOST_RESTARTS = 50;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * Milliseconds until the next attempt after so many failures in a row: as long as the provider asks, else twice as long
 * each time, from a minute to an hour. Ours.
 */
export const waitAfter = (failures: number, retryAfterMs: number | null): number =>
  retryAfterMs === null
    ? Math.min(HOUR_MS, MINUTE_MS * 2 ** Math.min(failures, 10))
    : Math.min(24 * HOUR_MS, Math.max(1_000, retryAfterMs));

const failed = (problem: Exclude<SyncEnd['problem'], null>) => ({
  type: 'final' as const,
  output: ({ context }: { readonly context: SyncContext }): SyncEnd => ({
    problem,
    failures: context.failures + 1,
    dueInMs: problem === 'sign_in' ? null : waitAfter(context.failures, context.retryAfterMs),
  }),
});

/**
 * One pass over an account at a provider: sign in, read what changed there, write what changed here. A series is written
 * before the events that differ from its rule: those are found there by its id. A pass begins when it is time, when the
 * provider's watch calls, when the owner asks, and after a change here.
 *
 * A token that isn't taken is renewed once; a grant that is gone needs its owner. A forgotten cursor is followed by a
 * full read, a write that met a newer version by another read.
 */
export const syncPassMachine = setup({
  types: {
    context: {} as SyncContext,
    input: {} as Pick<SyncContext, 'failures' | 'everyMs'>,
    events: {} as SyncEvent,
    output: {} as SyncEnd,
  },
  guards: {
    isRenewed: ({ context }) => context.isRenewed,
    mayStartOver: ({ context }) => context.restarts < MOST_RESTARTS,
    mayReadAgain: ({ context }) => context.rounds < MOST_ROUNDS,
  },
  actions: {
    countRenewal: assign({ isRenewed: true }),
    countRestart: assign({ restarts: ({ context }) => context.restarts + 1 }),
    countRound: assign({ rounds: ({ context }) => context.rounds + 1 }),
    keepWait: assign({ retryAfterMs: (_, { retryAfterMs }: { readonly retryAfterMs: number | null }) => retryAfterMs }),
  },
}).createMachine({
  id: 'sync-pass',
  context: ({ input }) => ({ ...input, isRenewed: false, rounds: 0, restarts: 0, retryAfterMs: null }),
  initial: 'signingIn',
  on: {
    'sync.tokenExpired': [
      { guard: 'isRenewed', target: '.needsOwner' },
      { target: '.renewing', actions: 'countRenewal' },
    ],
    'sync.grantGone': '.needsOwner',
    'sync.quota': {
      target: '.outOfQuota',
      actions: { type: 'keepWait', params: ({ event }) => ({ retryAfterMs: event.retryAfterMs }) },
    },
    'sync.away': '.away',
    // No answer to what was asked.
    'sync.cursorGone': '.away',
    'sync.changed': '.away',
    'sync.refused': '.refused',
  },
  states: {
    signingIn: { on: { 'sync.done': 'reading' } },
    renewing: { on: { 'sync.done': 'reading' } },
    reading: {
      on: {
        'sync.done': 'writing',
        'sync.cursorGone': [
          { guard: 'mayStartOver', target: 'startingOver', actions: 'countRestart' },
          { target: 'away' },
        ],
      },
    },
    startingOver: { on: { 'sync.done': 'reading' } },
    writing: {
      on: {
        'sync.done': 'writingParts',
        'sync.changed': [
          { guard: 'mayReadAgain', target: 'reading', actions: 'countRound' },
          // What is left is read and written in the next pass.
          { target: 'synced' },
        ],
      },
    },
    writingParts: {
      on: {
        'sync.done': 'synced',
        'sync.changed': [{ guard: 'mayReadAgain', target: 'reading', actions: 'countRound' }, { target: 'synced' }],
      },
    },
    synced: { type: 'final', output: ({ context }) => ({ problem: null, failures: 0, dueInMs: context.everyMs }) },
    outOfQuota: failed('quota'),
    away: failed('away'),
    refused: failed('refused'),
    needsOwner: failed('sign_in'),
  },
  output: ({ event }) => event.output as SyncEnd,
});

export type SyncPass = SnapshotFrom<typeof syncPassMachine>;
export type SyncStep = SyncPass['value'];

export const firstStep = (input: Pick<SyncContext, 'failures' | 'everyMs'>): SyncPass =>
  initialTransition(syncPassMachine, input)[0];

export const nextStep = (pass: SyncPass, event: SyncEvent): SyncPass => transition(syncPassMachine, pass, event)[0];

/** How the pass has ended; `null`: it hasn't yet. */
export const endOf = (pass: SyncPass): SyncEnd | null => (pass.status === 'done' ? (pass.output ?? null) : null);
