import type { Endpoint } from '#contract/endpoint.ts';
import type { Refusal } from '../imports/refusal.ts';

/** Milliseconds before the server is asked for the outcome of a change. Ours: gives it time to ask its provider. */
export const ASK_MS = 2_000;

/** Questions without an answer before the person is told to come back. Ours: some 20 s. */
export const MAX_QUESTIONS = 10;

/** A call with its fields besides the price. */
export interface PlanCall {
  readonly endpoint: Endpoint;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly body?: Readonly<Record<string, unknown>>;
  /** The call is told the price that was shown, as `expected_cents`. */
  readonly isPriced?: boolean;
}

export interface PlanPrice {
  readonly dueNowCents: number;
  /** US cents of each following month; `null`: said by the change itself. */
  readonly renewalCents: number | null;
  /** Whole days that are charged now, of those of the month. `null`: a whole month, or nothing. */
  readonly days: { readonly left: number; readonly total: number } | null;
  /** The card that is charged; `null`: none on file. */
  readonly card: string | null;
}

/** A change of a subscription, and how it is said. */
export interface PlanChange {
  readonly call: PlanCall;
  /** `null`: `preview` is asked for it. */
  readonly price: PlanPrice | null;
  readonly preview?: PlanCall;
  /** "Subscribe to Premium?" */
  readonly title: string;
  /** What changes, a sentence each. */
  readonly about: readonly string[];
  readonly confirm: string;
  readonly done: string;
  readonly isEnd?: boolean;
  /** Someone else pays once they approve it. */
  readonly isRequest?: boolean;
}

export interface PlanWrite {
  readonly call: PlanCall;
  readonly expectedCents: number;
  readonly key: string;
}

export interface PlanChangeContext {
  readonly newKey: () => string;
  /** `null`: none is proposed. */
  readonly change: PlanChange | null;
  readonly price: PlanPrice | null;
  /** Every request for the proposed change carries the same one, until the server refuses it. */
  readonly key: string;
  readonly questions: number;
  readonly refusal: Refusal | null;
  /** Sentences that name everyone or everything for which it isn't possible. */
  readonly reasons: readonly string[];
}

/** Rejection of a port when the outcome of a write is unknown. */
export const leavesOpen = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'outcomeOpen' in error && error.outcomeOpen === true;

/** Sentences by field, except the one that the message says already. */
export function reasonsOf(error: unknown): readonly string[] {
  const { fields, message } = (error ?? {}) as {
    fields?: Readonly<Record<string, readonly string[]>>;
    message?: string;
  };
  return Object.values(fields ?? {})
    .flat()
    .filter((reason) => reason !== message);
}

export function writeOf({ change, price, key }: PlanChangeContext): PlanWrite {
  if (change === null || price === null) throw new Error('a change without a price');
  return { call: change.call, expectedCents: price.dueNowCents, key };
}

export type PlanChangeCommand =
  | { type: 'change.propose'; change: PlanChange }
  | { type: 'change.confirm' }
  | { type: 'change.back' }
  | { type: 'change.reload' };
