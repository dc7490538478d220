import { dollars } from '#rules/billing/money.ts';
import { POLICY_TYPE_WORDS } from '#rules/insurance/policy-words.ts';
import { formatPlainDate } from '../_kit/format/format-when.ts';
import { PERIOD_WORDS, STATUS_WORDS } from '../records/policy-words.ts';
import { KIND_WORDS } from '../records/security-words.ts';

const LABELS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  type: POLICY_TYPE_WORDS,
  status: Object.fromEntries(Object.entries(STATUS_WORDS).map(([status, { word }]) => [status, word])),
  premium_period: Object.fromEntries(Object.entries(PERIOD_WORDS).map(([period, { label }]) => [period, label])),
  kind: KIND_WORDS,
  qualified: { true: 'Qualified', false: 'Not qualified' },
};

/** A stored value of a policy or security as the user reads it: "$25.00", "01/01/2027", "Active". */
export function recordValue(field: string, value: string): string {
  if (value === '') return 'none';
  if (field.endsWith('_cents')) return dollars(Number(value));
  if (field.endsWith('_on')) return formatPlainDate(value);
  return LABELS[field]?.[value] ?? value;
}
