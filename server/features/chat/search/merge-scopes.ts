import type { ContactFilter, ContactsScopeInput } from '#contract/contacts/scope.contract.ts';
import { DAY_FIELDS } from '#rules/contacts/filter-ops.ts';

/** Effect of a later message on the search: narrower, wider, or replaced. */
export type Mode = 'narrow' | 'widen' | 'replace';

type Filters = readonly ContactFilter[];

/** Fields in which a contact can have several values. */
const SEVERAL: readonly ContactFilter['field'][] = ['tag'];

const listed = (value: ContactFilter['value']): readonly string[] => [value].flat();
const valueOf = (values: readonly string[]): ContactFilter['value'] =>
  values.length === 1 ? (values[0] ?? '') : [...values];
const isOneOf = ({ op = 'is' }: ContactFilter): boolean => op === 'is';

/** Merges the current scope with a later message. */
export function mergeScopes(before: ContactsScopeInput, more: ContactsScopeInput, mode: Mode): ContactsScopeInput {
  const { search: added = [], ...settings } = more;
  const kept =
    settings.contact_group === undefined || added.some(({ field }) => field === 'owner')
      ? before.search
      : (before.search ?? []).filter(({ field }) => field !== 'owner');
  let search: Filters = kept ?? [];
  // Both ends of a span replace the field's earlier filters together.
  for (const field of new Set(added.map((filter) => filter.field))) {
    search = withField(
      search,
      added.filter((filter) => filter.field === field),
      mode,
    );
  }
  const types =
    mode === 'widen' && before.type && settings.type && before.type !== settings.type
      ? [before.type, settings.type]
      : null;
  const merged = {
    ...before,
    ...settings,
    search: [...search, ...(types ? [{ field: 'type' as const, value: types }] : [])],
  };
  if (types) delete merged.type;
  return merged;
}

function withField(search: Filters, added: Filters, mode: Mode): Filters {
  const [first] = added;
  if (first === undefined) return search;
  const { field } = first;
  if (DAY_FIELDS.includes(field)) return withDays(search, added, mode);
  if (added.length === 1 && first.op === 'not') return without(search, first);
  const standing = search.find((filter) => filter.field === field && isOneOf(filter));
  if (!standing || !isOneOf(first)) {
    return [
      ...search.filter((filter) => filter.field !== field || (isOneOf(filter) && SEVERAL.includes(field))),
      ...added,
    ];
  }
  if (SEVERAL.includes(field) && mode !== 'replace') return [...search, ...added];
  const values =
    mode === 'widen' ? [...new Set([...listed(standing.value), ...listed(first.value)])] : listed(first.value);
  return search.map((filter) => (filter === standing ? { field, value: valueOf(values) } : filter));
}

/** A negated value is removed if it was requested, otherwise excluded. */
function without(search: Filters, denied: ContactFilter): Filters {
  const gone = listed(denied.value);
  const standing = search.find(
    (filter) =>
      filter.field === denied.field && isOneOf(filter) && listed(filter.value).some((value) => gone.includes(value)),
  );
  if (standing === undefined) return [...search, denied];
  const left = listed(standing.value).filter((value) => !gone.includes(value));
  return search.flatMap((filter) =>
    filter !== standing ? [filter] : left.length > 0 ? [{ ...filter, value: valueOf(left) }] : [],
  );
}

/** A bound replaces the same bound; a range, or an empty result, replaces all bounds. */
function withDays(search: Filters, added: Filters, mode: Mode): Filters {
  const [first] = added;
  if (first === undefined) return search;
  const others = search.filter(({ field }) => field !== first.field);
  if (mode === 'replace' || added.length > 1) return [...others, ...added];
  const bounds = search.filter(
    ({ field, op }) => field === first.field && (op === 'after' || op === 'before') && op !== first.op,
  );
  const isBound = first.op === 'after' || first.op === 'before';
  const both = [...bounds, first].toSorted((a, b) => (a.op ?? '').localeCompare(b.op ?? ''));
  const [after, before] = both;
  const isSpan = isBound && both.length === 2 && String(after?.value) < String(before?.value);
  return [...others, ...(isSpan ? both : added)];
}

/** The scope without its conditions on these fields. */
export function withoutFields(scope: ContactsScopeInput, fields: readonly string[]): ContactsScopeInput {
  const entries = Object.entries(scope).filter(([key]) => !fields.includes(key));
  const search = (scope.search ?? []).filter(({ field }) => !fields.includes(field));
  return { ...Object.fromEntries(entries), search };
}
