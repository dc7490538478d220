import type { Policy } from '#contract/records/policies.contract.ts';
import { dollars } from '#rules/billing/money.ts';
import { POLICY_TYPE_WORDS } from '#rules/insurance/policy-words.ts';
import type { Tone } from '../_kit/display/Icon.tsx';

export const STATUS_WORDS: Readonly<Record<Policy['status'], { readonly word: string; readonly tone?: Tone }>> = {
  quoted: { word: 'Quoted', tone: 'info' },
  applied: { word: 'Applied', tone: 'info' },
  active: { word: 'Active', tone: 'good' },
  lapsed: { word: 'Lapsed', tone: 'warn' },
  cancelled: { word: 'Canceled' },
};

interface PeriodWords {
  /** In a list to choose from. */
  readonly label: string;
  /** Behind an amount. */
  readonly behind: string;
  /** Behind an amount where there is little room. */
  readonly short: string;
}

export const PERIOD_WORDS: Readonly<Record<Policy['premium_period'], PeriodWords>> = {
  month: { label: 'Monthly', behind: 'a month', short: '/mo' },
  quarter: { label: 'Quarterly', behind: 'a quarter', short: '/qtr' },
  half_year: { label: 'Semiannual', behind: 'semiannually', short: '/6 mo' },
  year: { label: 'Annual', behind: 'a year', short: '/yr' },
  once: { label: 'One-time', behind: 'once', short: ' once' },
};

/** `Final expense, pays $25,000.00, FE0012345` */
export const aboutWords = ({ type, face_amount_cents: face, policy_number }: Policy): string =>
  [POLICY_TYPE_WORDS[type], face === null ? '' : `pays ${dollars(face)}`, policy_number].filter(Boolean).join(', ');
