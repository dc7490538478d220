/** Steps of one pass over a calendar account. The last four end it. */
export const SYNC_STEPS = [
  'signing_in',
  'renewing',
  'reading',
  'reading_all',
  'writing',
  'synced',
  'waiting',
  'needs_you',
  'refused',
] as const;
export type SyncStep = (typeof SYNC_STEPS)[number];

/** Result of a step. `cursor_gone`: the provider's list of changes starts over. `changed`: a write met a newer version. */
export type SyncOutcome =
  | { readonly met: 'done' }
  | { readonly met: 'cursor_gone' }
  | { readonly met: 'changed' }
  | { readonly met: 'token_expired' }
  | { readonly met: 'grant_gone' }
  | { readonly met: 'quota'; readonly retryAfterMs: number | null }
  | { readonly met: 'away' }
  | { readonly met: 'refused' };

export interface SyncPass {
  readonly step: SyncStep;
  /** True once the token was renewed because the provider didn't take it. */
  readonly isRenewed: boolean;
  /** Times that a write has met a newer version. */
  readonly rounds: number;
  /** Cursors that the provider has forgotten. */
  readonly restarts: number;
  /** Of `waiting`: milliseconds that the provider asked for; `null`: none named. */
  readonly retryAfterMs: number | null;
}

export const FIRST_STEP: SyncPass = {
  step: 'signing_in',
  isRenewed: false,
  rounds: 0,
  restarts: 0,
  retryAfterMs: null,
};

/** Ours: who changes an event on both sides again and again gets the rest a pass later. */
export const MOST_ROUNDS = 3;
/** Ours: more calendars than anyone syncs. */
export const MOST_RESTARTS = 50;

export const ENDS: readonly SyncStep[] = ['synced', 'waiting', 'needs_you', 'refused'];

const FOLLOWS = {
  signing_in: 'reading',
  renewing: 'reading',
  reading: 'writing',
  reading_all: 'reading',
  writing: 'synced',
} as const;

/**
 * The step after a step. A token that isn't taken is renewed once; a grant that is gone needs its owner. A forgotten
 * cursor is followed by a full read, a write that met a newer version by another read.
 */
export function nextStep(pass: SyncPass, outcome: SyncOutcome): SyncPass {
  const { step } = pass;
  if (step === 'synced' || step === 'waiting' || step === 'needs_you' || step === 'refused') return pass;
  const to = (next: SyncStep, more: Partial<SyncPass> = {}): SyncPass => ({ ...pass, ...more, step: next });
  switch (outcome.met) {
    case 'done':
      return to(FOLLOWS[step]);
    case 'cursor_gone':
      return pass.restarts < MOST_RESTARTS ? to('reading_all', { restarts: pass.restarts + 1 }) : to('waiting');
    case 'changed':
      // What is left is read and written in the next pass.
      return pass.rounds < MOST_ROUNDS ? to('reading', { rounds: pass.rounds + 1 }) : to('synced');
    case 'token_expired':
      return pass.isRenewed ? to('needs_you') : to('renewing', { isRenewed: true });
    case 'grant_gone':
      return to('needs_you');
    case 'quota':
      return to('waiting', { retryAfterMs: outcome.retryAfterMs });
    case 'away':
      return to('waiting');
    case 'refused':
      return to('refused');
  }
}

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
