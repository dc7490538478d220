import type { ContactsScope } from '#contract/contacts/scope.contract.ts';
import { contactsSearch, type ContactsSearch } from '../contacts/contacts-search.ts';

/** A saved scope as the address of the list has it: without what is the default, page and count. */
export function searchOfScope(scope: ContactsScope): ContactsSearch {
  const {
    page: _page,
    limit: _limit,
    cursor: _cursor,
    for_contact_group_all: _groups,
    ...rest
  } = contactsSearch({
    ...scope,
  });
  return rest;
}

const sorted = (search: ContactsSearch): string =>
  JSON.stringify(Object.entries(search).toSorted(([a], [b]) => a.localeCompare(b)));

/** Returns whether two list addresses mean the same contacts in the same order. */
export const isSameView = (a: ContactsSearch, b: ContactsSearch): boolean => sorted(a) === sorted(b);
