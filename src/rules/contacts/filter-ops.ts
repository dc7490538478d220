import type { ContactFilter } from '#contract/contacts/scope.contract.ts';

type Field = ContactFilter['field'];
type Op = NonNullable<ContactFilter['op']>;

const EMPTY = ['empty', 'not_empty'] as const;
const TEXT = ['is', 'not', 'contains', 'starts_with', ...EMPTY] as const;
const CHOICE = ['is', 'not'] as const;
const MAYBE = [...CHOICE, ...EMPTY] as const;
const DAY = ['is', 'not', 'before', 'after'] as const;
const MAYBE_DAY = [...DAY, ...EMPTY] as const;
const EXACT_DAY = ['is', 'before', 'after'] as const;
const AMOUNT = ['over', 'under'] as const;
const AGE = ['is', ...AMOUNT, ...EMPTY] as const;
const LAST_DAY = [...DAY, 'not_since', ...EMPTY] as const;

/** Operators of each contact field; without `op` it is `is`. */
export const FILTER_OPS_OF: Readonly<Record<Field, readonly Op[]>> = {
  first_name: TEXT,
  last_name: TEXT,
  phone: TEXT,
  email: TEXT,
  city: TEXT,
  state: TEXT,
  zip_code: TEXT,
  county: CHOICE,
  category: TEXT,
  source: TEXT,
  api_vendor: MAYBE,
  company: TEXT,
  tag: MAYBE,
  type: CHOICE,
  import_id: MAYBE,
  status: MAYBE,
  agentflow_status: MAYBE,
  group: MAYBE,
  pool: MAYBE,
  owner: CHOICE,
  gender: MAYBE,
  language: MAYBE,
  email_status: CHOICE,
  dob: MAYBE_DAY,
  age: AGE,
  birth_month: MAYBE,
  created_at: DAY,
  last_touch_at: LAST_DAY,
  last_call_at: LAST_DAY,
  follow_up_on: MAYBE_DAY,
  policy_carrier: ['contains', 'not'],
  policy_type: MAYBE,
  policy_status: CHOICE,
  policy_premium: AMOUNT,
  policy_effective_on: EXACT_DAY,
  policy_expires_on: EXACT_DAY,
  consent: MAYBE,
  opt_out: MAYBE,
  note: ['contains', ...EMPTY],
  prescription: MAYBE,
};

/** Fields that are compared with a day. */
export const DAY_FIELDS: readonly Field[] = [
  'dob',
  'created_at',
  'last_touch_at',
  'last_call_at',
  'follow_up_on',
  'policy_effective_on',
  'policy_expires_on',
];

/** Operators without a value. */
export const isEmptyOp = (op: Op | undefined): boolean => op === 'empty' || op === 'not_empty';
