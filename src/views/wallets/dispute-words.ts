import type { DisputeStatus } from '#contract/wallets/disputes.contract.ts';
import type { Tone } from '../_kit/display/Icon.tsx';

export const STATUS_WORDS: Readonly<Record<DisputeStatus, { readonly text: string; readonly tone: Tone }>> = {
  inquiry: { text: 'Bank is asking', tone: 'warn' },
  needs_response: { text: 'Needs a response', tone: 'bad' },
  under_review: { text: 'Under review', tone: 'info' },
  won: { text: 'Won', tone: 'good' },
  lost: { text: 'Lost', tone: 'bad' },
  closed: { text: 'Closed', tone: 'info' },
};

/** Stripe's reasons, as its dashboard words them. */
const REASONS: Readonly<Record<string, string>> = {
  bank_cannot_process: "Bank can't process",
  check_returned: 'Check returned',
  credit_not_processed: 'Refund not received',
  customer_initiated: 'Asked by the cardholder',
  debit_not_authorized: 'Debit not authorized',
  duplicate: 'Charged twice',
  fraudulent: 'Reported as fraud',
  general: 'No reason given',
  incorrect_account_details: 'Wrong account details',
  insufficient_funds: 'Insufficient funds',
  product_not_received: 'Product not received',
  product_unacceptable: 'Product not as described',
  subscription_canceled: 'Subscription was canceled',
  unrecognized: 'Not recognized',
};

/** A reason that is new at the provider is shown as it says it. */
export const reasonWords = (reason: string): string => REASONS[reason] ?? reason.replaceAll('_', ' ');
