import type { Policy } from '#contract/records/policies.contract.ts';
import type { ContactFilter, ContactsScopeInput } from '#contract/contacts/scope.contract.ts';
import { formatCount } from '../words/format-count.ts';
import { DAY_FIELDS, isEmptyOp } from './filter-ops.ts';
import { POLICY_TYPE_WORDS } from '../insurance/policy-words.ts';
import { formatPlainDate } from '../time/plain-date.ts';

/** The groups of the list in words. */
export const GROUP_WORDS = {
  mine: 'Mine',
  downline: 'Downline',
  all: 'All',
  deleted: 'Deleted',
  all_agents: 'Mine and downline',
  workflow: 'In a workflow',
} as const;

const FIELD_WORDS: Record<ContactFilter['field'], string> = {
  first_name: 'first name',
  last_name: 'last name',
  phone: 'phone',
  email: 'e-mail',
  city: 'city',
  state: 'state',
  zip_code: 'ZIP code',
  county: 'living in',
  tag: 'tagged',
  type: 'type',
  category: 'category',
  dob: 'born',
  age: 'age',
  birth_month: 'birthday in',
  created_at: 'added',
  last_touch_at: 'last touched',
  last_call_at: 'last called',
  follow_up_on: 'follow-up',
  import_id: 'from import',
  status: 'status',
  agentflow_status: 'agentflow status',
  group: 'group',
  pool: 'pool',
  owner: 'owner',
  source: 'source',
  api_vendor: 'lead vendor',
  company: 'company',
  gender: 'gender',
  language: 'language',
  email_status: 'e-mail check',
  policy_carrier: 'policy carrier',
  policy_type: 'policy',
  policy_status: 'policy status',
  policy_premium: 'monthly premium',
  policy_effective_on: 'policy effective',
  policy_expires_on: 'policy ends',
  consent: 'consent',
  opt_out: 'opted out',
  note: 'note',
  prescription: 'takes',
};

const OP_WORDS: Record<NonNullable<ContactFilter['op']>, string> = {
  is: '',
  not: 'not',
  contains: 'with',
  starts_with: 'starting with',
  before: 'before',
  after: 'after',
  not_since: 'not since',
  over: 'over',
  under: 'under',
  empty: 'is empty',
  not_empty: 'is not empty',
};

export const fieldWord = (field: ContactFilter['field']) => FIELD_WORDS[field];

/** Fields whose choices stand in a filter by their ids. */
export const NAMED_FIELDS = [
  'tag',
  'status',
  'agentflow_status',
  'group',
  'pool',
  'owner',
  'api_vendor',
  'import_id',
] as const;
export type NamedField = (typeof NAMED_FIELDS)[number];

export const isNamedField = (field: ContactFilter['field']): field is NamedField =>
  NAMED_FIELDS.some((named) => named === field);

/** The name of a choice by its id; `undefined` while unknown. */
export type ScopeNames = (id: string, field: NamedField) => string | undefined;
const UNNAMED: ScopeNames = () => undefined;

const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/;

export const MONTH_WORDS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

const EMPTY_WORDS: Readonly<Partial<Record<ContactFilter['field'], readonly [none: string, some: string]>>> = {
  policy_type: ['none', 'any'],
  consent: ['none on file', 'on file'],
  opt_out: ['of nothing', 'of anything'],
  note: ['none', 'any'],
  prescription: ['no prescriptions', 'any prescriptions'],
};

/** Channels of the filters on consent and opt-outs. */
export const CONSENT_CHANNEL_WORDS: Readonly<Record<string, string>> = { call: 'calls', text: 'texts', mail: 'e-mail' };

/** Fields whose comparisons have words of their own. */
const COMPARED: Readonly<Partial<Record<ContactFilter['field'], Readonly<Record<string, string>>>>> = {
  prescription: { not: 'no' },
  consent: { is: 'for', not: 'not for' },
  opt_out: { is: 'of', not: 'not of' },
};

/** Comparison of a filter with its value: `TX`, `not hot`, `before 01/01/1962`. */
export function valueWords({ field, op = 'is', value }: ContactFilter, nameOf: ScopeNames = UNNAMED): string {
  if (isEmptyOp(op)) {
    const [none, some] = EMPTY_WORDS[field] ?? [OP_WORDS.empty, OP_WORDS.not_empty];
    return op === 'empty' ? none : some;
  }
  const word = (written: string) => {
    // An import without a known name has a number that people see elsewhere too.
    if (isNamedField(field)) return nameOf(written, field) ?? (field === 'import_id' ? written : '…');
    if (field === 'birth_month') return MONTH_WORDS[Number(written) - 1] ?? written;
    if (field === 'policy_type') return POLICY_TYPE_WORDS[written as Policy['type']] ?? written;
    if (field === 'policy_premium') return `$${written}`;
    if (field === 'consent' || field === 'opt_out') return CONSENT_CHANNEL_WORDS[written] ?? written;
    return DAY_FIELDS.includes(field) && ISO_DAY.test(written) ? formatPlainDate(written) : written;
  };
  const compared = COMPARED[field]?.[op] ?? OP_WORDS[op];
  return [compared, [value].flat().map(word).join(' or ')].filter(Boolean).join(' ');
}

/** A filter as words: `state TX`, `tagged hot`, `born before 01/01/1962`. */
export const filterWords = (filter: ContactFilter, nameOf: ScopeNames): string =>
  `${FIELD_WORDS[filter.field]} ${valueWords(filter, nameOf)}`;

/** `possible duplicates with the same last name and address`. */
export function duplicateWords({ duplicate }: Pick<ContactsScopeInput, 'duplicate'>): string[] {
  if (!duplicate?.is_duplicate) return [];
  const shared = [
    ...(duplicate.first_name ? ['first name'] : []),
    ...(duplicate.last_name ? ['last name'] : []),
    ...(duplicate.address ? ['address'] : []),
  ];
  return [`possible duplicates${shared.length > 0 ? ` with the same ${shared.join(' and ')}` : ''}`];
}

/** Parts of a scope that are neither its group nor a filter, each with its words: `type client`. */
export function narrowingParts(scope: ContactsScopeInput) {
  const { type, category, representer_type: title } = scope;
  return [
    ...(type ? [{ part: 'type' as const, words: `type ${type}` }] : []),
    ...(category ? [{ part: 'category' as const, words: `category ${category}` }] : []),
    ...(title ? [{ part: 'representer_type' as const, words: `owner a ${title.replace(/_/g, ' ')}` }] : []),
  ];
}

/** Label of a scope without its count: `Mine, state TX, tagged hot, matching "lopez"`. */
export function scopeSentence(scope: ContactsScopeInput, nameOf: ScopeNames = UNNAMED): string {
  const first = scope.select_n ? `First ${formatCount(scope.select_n)} of: ` : '';
  const group = first + (scope.all_downline ? GROUP_WORDS.all_agents : GROUP_WORDS[scope.contact_group ?? 'mine']);
  const filters = (scope.search ?? []).map((filter) => filterWords(filter, nameOf));
  const parts = narrowingParts(scope).map(({ words }) => words);
  const duplicate = duplicateWords(scope);
  const query = scope.q ? [`matching “${scope.q}”${scope.forgiving ? ' or close to it' : ''}`] : [];
  return [group, ...filters, ...parts, ...duplicate, ...query].join(', ');
}

/** True when something narrows the group itself. */
export const isNarrowed = (scope: ContactsScopeInput) =>
  Boolean(scope.q) ||
  (scope.search ?? []).length > 0 ||
  Boolean(scope.type) ||
  Boolean(scope.category) ||
  Boolean(scope.representer_type) ||
  scope.duplicate?.is_duplicate === true ||
  scope.select_n !== undefined;

const hasValue = ({ op, value }: ContactFilter) =>
  isEmptyOp(op) || (Array.isArray(value) ? value.length > 0 : value.trim() !== '');

/** Drops filters without a value before a scope is sent (core §5). */
export function withoutEmptyFilters(scope: ContactsScopeInput): ContactsScopeInput {
  return scope.search ? { ...scope, search: scope.search.filter(hasValue) } : scope;
}
