import type { ContactFilter, ContactsScopeInput } from '#contract/contacts.contract.ts';
import { formatPlainDate } from './plain-date.ts';

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

/** A tag stands in a filter by its id; `undefined`: the name is not known (yet). */
export type TagNames = (id: string) => string | undefined;
const UNNAMED: TagNames = () => undefined;

const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/;

/** How a filter compares and with what: `TX`, `not hot`, `before 01/01/1962`. */
export function valueWords({ field, op = 'is', value }: ContactFilter, tagName: TagNames = UNNAMED): string {
  const word = (written: string) => {
    if (field === 'tag') return tagName(written) ?? '…';
    return (field === 'dob' || field === 'created_at') && ISO_DAY.test(written) ? formatPlainDate(written) : written;
  };
  return [OP_WORDS[op], [value].flat().map(word).join(' or ')].filter(Boolean).join(' ');
}

/** A filter as words: `state TX`, `tagged hot`, `born before 01/01/1962`. */
const filterWords = (filter: ContactFilter, tagName: TagNames): string =>
  `${FIELD_WORDS[filter.field]} ${valueWords(filter, tagName)}`;

/** Which contacts are meant, in words and without the count: `Mine, state TX, tagged hot, matching "lopez"`. */
export function scopeSentence(scope: ContactsScopeInput, tagName: TagNames = UNNAMED): string {
  const group = scope.all_downline ? 'Mine and downline' : GROUPS[scope.contact_group ?? 'mine'];
  const filters = (scope.search ?? []).map((filter) => filterWords(filter, tagName));
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
