import type { Policy, PolicyFields } from '#contract/records/policies.contract.ts';
import { dollars } from '#rules/billing/money.ts';
import { POLICY_TYPE_WORDS } from '#rules/insurance/policy-words.ts';
import type { Tone } from '../_kit/display/Icon.tsx';
import type { FieldOf } from './record-fields.ts';

export const STATUS_WORDS: Readonly<Record<Policy['status'], { readonly word: string; readonly tone?: Tone }>> = {
  quoted: { word: 'Quoted', tone: 'info' },
  applied: { word: 'Applied', tone: 'info' },
  active: { word: 'Active', tone: 'good' },
  lapsed: { word: 'Lapsed', tone: 'warn' },
  cancelled: { word: 'Cancelled' },
};

interface PeriodWords {
  /** In a list to choose from. */
  readonly label: string;
  /** Behind an amount. */
  readonly behind: string;
}

export const PERIOD_WORDS: Readonly<Record<Policy['premium_period'], PeriodWords>> = {
  month: { label: 'Monthly', behind: 'a month' },
  quarter: { label: 'Quarterly', behind: 'a quarter' },
  half_year: { label: 'Half-yearly', behind: 'half a year' },
  year: { label: 'Yearly', behind: 'a year' },
  once: { label: 'Once', behind: 'once' },
};

/** `Final expense, pays $25,000.00, FE0012345` */
export const aboutWords = ({ type, face_amount_cents: face, policy_number }: Policy): string =>
  [POLICY_TYPE_WORDS[type], face === null ? '' : `pays ${dollars(face)}`, policy_number].filter(Boolean).join(', ');

const choices = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

export const POLICY_FIELDS: readonly FieldOf<keyof PolicyFields>[] = [
  { name: 'carrier', label: 'Carrier', kind: 'text', maxLength: 120 },
  { name: 'plan_name', label: 'Plan', kind: 'text', maxLength: 160 },
  { name: 'type', label: 'Type', kind: 'choice', options: choices(POLICY_TYPE_WORDS) },
  {
    name: 'status',
    label: 'Status',
    kind: 'choice',
    options: Object.entries(STATUS_WORDS).map(([value, { word }]) => ({ value, label: word })),
  },
  { name: 'policy_number', label: 'Policy number', kind: 'text', maxLength: 60 },
  { name: 'beneficiary', label: 'Beneficiary', kind: 'text', maxLength: 200 },
  { name: 'premium_cents', label: 'Premium in dollars', kind: 'money', maxLength: 16 },
  {
    name: 'premium_period',
    label: 'Paid',
    kind: 'choice',
    options: Object.entries(PERIOD_WORDS).map(([value, { label }]) => ({ value, label })),
  },
  { name: 'face_amount_cents', label: 'Face amount in dollars', kind: 'money', maxLength: 16 },
  { name: 'effective_on', label: 'In force from', kind: 'date' },
  { name: 'expires_on', label: 'Ends on', kind: 'date' },
  { name: 'notes', label: 'Notes', kind: 'area', whole: true, maxLength: 4_000 },
];

/** What an empty form starts with. */
export const NEW_POLICY = { type: 'medicare_advantage', status: 'active', premium_period: 'month' } as const;
