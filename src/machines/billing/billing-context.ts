import type { BillingInfo, Plan, PlanPreview } from '#contract/billing.contract.ts';
import type { Refusal } from '../imports/refusal.ts';

/**
 * Milliseconds before the server is asked for the outcome of a payment. Our choice: gives it time to ask its provider.
 */
export const ASK_MS = 2_000;

/** Questions without an answer before the person is told to come back. Ours: some 20 s. */
export const MAX_QUESTIONS = 10;

/** A page of billing, as its address names it. */
export type BillingPage = 'overview' | 'choosing' | 'reviewing' | 'card';

export interface Opened {
  readonly page: BillingPage;
  /** The plan that is reviewed, or was before its card. `null`: none is chosen. */
  readonly planId: number | null;
}

/** Data of the overview and the plan choice. */
export interface BillingFacts {
  readonly billing: BillingInfo;
  readonly plans: readonly Plan[];
}

export interface Payment {
  readonly planId: number;
  readonly expectedCents: number;
  readonly key: string;
}

export interface Receipt {
  readonly plan: Plan;
  readonly chargedCents: number;
}

export interface BillingContext extends Opened {
  readonly newKey: () => string;
  /** `null` until first read. */
  readonly facts: BillingFacts | null;
  /** Preview of the selected plan. */
  readonly preview: PlanPreview | null;
  /** Key of the pending payment: every request for it carries the same one. */
  readonly key: string;
  readonly questions: number;
  readonly refusal: Refusal | null;
  /** Outcome of the last payment. */
  readonly receipt: Receipt | null;
}

/** Rejection of a port when the outcome of a payment is unknown. */
export const leavesOpen = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'outcomeOpen' in error && error.outcomeOpen === true;

/** Already done, and the reply was lost: the current state tells. */
export const isDoneBefore = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'conflict';

export const paymentOf = ({ preview, key }: BillingContext): Payment => {
  if (preview === null) throw new Error('a payment without a preview');
  return { planId: preview.plan.id, expectedCents: preview.due_now_cents, key };
};

export type BillingCommand =
  | ({ type: 'billing.opened' } & Opened)
  | { type: 'billing.reload' }
  | { type: 'billing.pay' }
  | { type: 'billing.ask' }
  | { type: 'billing.cancel' };
