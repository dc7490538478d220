import { useSelector } from '@xstate/store-react';
import { useMemo } from 'react';
import { listContacts } from '#contract/contacts/contact-list.contract.ts';
import type { ContactsScopeInput } from '#contract/contacts/scope.contract.ts';
import { withoutEmptyFilters } from '#rules/contacts/scope-sentence.ts';
import { type ContactColumn, contactsStore } from '../../../store/contacts.store.ts';
import type { ContactsSearch } from '../contacts-search.ts';
import { useResource } from '../../_base/use-resource.ts';
import { extrasOf } from './extras-of.ts';
import { pagerText } from './ScopeCount.tsx';

/** Rows of one page. Ours: fills a large window and keeps the next page one call away. */
export const PAGE_ROWS = 50;

/** With few exact matches of a search, what is close to it follows. */
const forgivingly = (scope: ContactsScopeInput): ContactsScopeInput =>
  scope.q ? { ...scope, forgiving: true } : scope;

/** The call for one page of this scope, with what these columns show. */
export const pageCall = (search: ContactsSearch, columns: readonly ContactColumn[]) => {
  const extras = extrasOf(columns);
  return {
    body: {
      contacts_scope: { ...forgivingly(withoutEmptyFilters(search)), limit: PAGE_ROWS },
      with_total: false,
      ...(extras.length > 0 && { with: extras }),
    },
  };
};

/** The call that counts this scope. */
export const countCall = (scope: ContactsScopeInput) => ({
  body: { contacts_scope: { ...forgivingly(withoutEmptyFilters(scope)), limit: 1 } },
});

/** One page of the scope in the URL, and its totals as a call of their own, so that no row waits for a count. */
export function useContactList(
  search: ContactsSearch,
  setSearch: (next: ContactsSearch, how?: 'push' | 'replace') => void,
) {
  const scope: ContactsScopeInput = withoutEmptyFilters(search);
  const { page = 1, cursor: _cursor, ...whole } = scope;
  const columns = useSelector(contactsStore, (state) => state.context.columns);
  const list = useResource(listContacts, pageCall(search, columns));
  const totals = useResource(listContacts, {
    body: { contacts_scope: { ...forgivingly(whole), limit: 1, for_contact_group_all: true } },
  });

  // Rows of an earlier scope may stand while the next ones load, never for a scope that could not be loaded.
  const rows = list.isEarlier && list.error !== null ? [] : (list.data?.data ?? []);
  const next = list.data?.meta.next_cursor ?? null;
  const previous = list.data?.meta.previous_cursor ?? null;
  const turn = (cursor: string | null, by: 1 | -1) =>
    cursor === null
      ? undefined
      : () => setSearch(page + by <= 1 ? withoutPage(search) : { ...search, cursor, page: page + by });

  const from = (page - 1) * PAGE_ROWS + 1;
  const total = totals.isEarlier ? null : (totals.data?.meta.total_count ?? null);
  const text = pagerText(from, rows.length, total);
  const isForgiving = list.data?.meta.forgiving ?? false;
  const scopeKey = JSON.stringify(whole);
  // oxlint-disable-next-line react/exhaustive-deps -- `whole` is new each time, what it says is not
  const shownScope = useMemo(() => ({ ...whole, forgiving: isForgiving }), [scopeKey, isForgiving]);

  return {
    rows,
    /** Actions apply to what is displayed: including close matches when they are displayed. */
    scope: shownScope,
    /** Rows of the list before these. */
    before: from - 1,
    pending: list.pending,
    refreshing: list.refreshing,
    error: list.error,
    reload: list.reload,
    total,
    groups: totals.data?.meta.groups ?? null,
    text,
    /** The same of this scope and page. `null`: not known yet. */
    found: list.isEarlier || total === null ? null : text,
    onNext: turn(next, 1),
    onPrevious: page > 1 ? turn(previous, -1) : undefined,
  };
}

/** A scope from its first page, where every change of the scope itself starts. */
export function withoutPage(search: ContactsSearch): ContactsSearch {
  const { page: _page, cursor: _cursor, ...rest } = search;
  return rest;
}

/** Contacts that are meant: a scope without page and order. */
export function scopeOf(search: ContactsSearch): ContactsSearch {
  const { order: _order, order_field: _field, ...rest } = withoutPage(withoutEmptyFilters(search));
  return rest;
}
