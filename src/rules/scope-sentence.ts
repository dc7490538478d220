import type { ContactFilter, ContactsScopeInput } from '#contract/contacts.contract.ts';

const GROUPS = { mine: 'Mine', downline: 'Downline', all: 'All', deleted: 'Deleted' } as const;

const FIELD_WORDS: Record<ContactFilter['field'], string> = {
  first_name: 'first name',
  last_name: 'last name',
  phone: 'phone',
  email: 'e-mail',
  city: 'city',
  state: 'state',
  zip_code: 'ZIP code',
  tag: 'tagged',
  type: 'type',
  category: 'category',
  dob: 'born',
  created_at: 'added',
  import_id: 'from import',
};

const OP_WORDS = {
  is: '',
  not: 'not',
  contains: 'with',
  starts_with: 'starting with',
  before: 'before',
  after: 'after',
} as const;

export const fieldWord = (field: ContactFilter['field']) => FIELD_WORDS[field];

const valueOf = (filter: ContactFilter) => (Array.isArray(filter.value) ? filter.value.join(' or ') : filter.value);

/** A filter as words: `state TX`, `tagged hot`, `born before 1962-01-01`. */
export const filterWords = (filter: ContactFilter): string =>
  [FIELD_WORDS[filter.field], OP_WORDS[filter.op ?? 'is'], valueOf(filter)].filter(Boolean).join(' ');

/** Which contacts are meant, in words and without the count: `Mine, state TX, tagged hot, matching "lopez"`. */
export function scopeSentence(scope: ContactsScopeInput): string {
  const group = scope.all_downline ? 'Mine and downline' : GROUPS[scope.contact_group ?? 'mine'];
  const filters = (scope.search ?? []).map(filterWords);
  const type = scope.type ? [`type ${scope.type}`] : [];
  const query = scope.q ? [`matching “${scope.q}”`] : [];
  return [group, ...filters, ...type, ...query].join(', ');
}

/** True when something narrows the group itself. */
export const isNarrowed = (scope: ContactsScopeInput) =>
  Boolean(scope.q) || (scope.search ?? []).length > 0 || Boolean(scope.type) || Boolean(scope.category);

/** Drops filters without a value before a scope is sent (core §5). */
export function withoutEmptyFilters(scope: ContactsScopeInput): ContactsScopeInput {
  if (!scope.search) return scope;
  const search = scope.search.filter(({ value }) => (Array.isArray(value) ? value.length > 0 : value.trim() !== ''));
  return { ...scope, search };
}
