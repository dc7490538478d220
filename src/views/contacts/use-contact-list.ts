import { useState } from 'react';
import { type ContactsScopeInput, listContacts } from '#contract/contacts.contract.ts';
import { withoutEmptyFilters } from '#rules/scope-sentence.ts';
import type { ContactsSearch } from '../_app/search-params.ts';
import { useResource } from '../_app/use-resource.ts';

/** Rows of one page. Ours: fills a large window and keeps the next page one call away. */
export const PAGE_ROWS = 50;

/** One page of the scope in the URL, and its totals as a call of their own, so that no row waits for a count. */
export function useContactList(
  search: ContactsSearch,
  setSearch: (next: ContactsSearch, how?: 'push' | 'replace') => void,
) {
  const scope: ContactsScopeInput = withoutEmptyFilters(search);
  const { page = 1, cursor: _cursor, ...whole } = scope;
  const list = useResource(listContacts, { body: { contacts_scope: { ...scope, limit: PAGE_ROWS } } });
  const totals = useResource(listContacts, {
    body: { contacts_scope: { ...whole, limit: 1, for_contact_group_all: true } },
  });

  const isOld = useIsOld(list.data, JSON.stringify(scope));
  const isOldTotal = useIsOld(totals.data, JSON.stringify(whole));

  // Rows of an earlier scope may stand while the next ones load, never for a scope that could not be loaded.
  const rows = isOld && list.error !== null ? [] : (list.data?.data ?? []);
  const next = list.data?.meta.next_cursor ?? null;
  const previous = list.data?.meta.previous_cursor ?? null;
  const turn = (cursor: string | null, by: 1 | -1) =>
    cursor === null
      ? undefined
      : () => setSearch(page + by <= 1 ? withoutPage(search) : { ...search, cursor, page: page + by });

  return {
    rows,
    scope: whole,
    pending: list.pending,
    refreshing: list.refreshing,
    error: list.error,
    reload: list.reload,
    total: isOldTotal ? null : (totals.data?.meta.total_count ?? null),
    groups: totals.data?.meta.groups ?? null,
    from: (page - 1) * PAGE_ROWS + 1,
    onNext: turn(next, 1),
    onPrevious: page > 1 ? turn(previous, -1) : undefined,
  };
}

/** Whether what is shown answers an earlier scope: data keeps the scope that it arrived under. */
function useIsOld(data: object | null, scope: string): boolean {
  const [owner, setOwner] = useState({ data, scope });
  if (data === owner.data) return data !== null && scope !== owner.scope;
  setOwner({ data, scope });
  return false;
}

/** A scope from its first page, where every change of the scope itself starts. */
export function withoutPage(search: ContactsSearch): ContactsSearch {
  const { page: _page, cursor: _cursor, ...rest } = search;
  return rest;
}

/** Which contacts are meant: a scope without its page and its order. */
export function scopeOf(search: ContactsSearch): ContactsSearch {
  const { order: _order, order_field: _field, ...rest } = withoutPage(withoutEmptyFilters(search));
  return rest;
}
