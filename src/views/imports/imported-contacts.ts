import type { ContactsScopeInput } from '#contract/contacts/scope.contract.ts';
import type { ImportAttempt } from '#contract/imports.contract.ts';

/** Contacts that an import created, under any owner. */
export const createdBy = (id: number): ContactsScopeInput => ({
  contact_group: 'all',
  search: [{ field: 'import_id', op: 'is', value: String(id) }],
});

/** Address of the list of them. */
export const createdByHref = (id: number): string => {
  const { contact_group: group, search } = createdBy(id);
  return `/contacts?contact_group=${group}&search=${encodeURIComponent(JSON.stringify(search))}`;
};

/** True when an import has left contacts behind that the list shows. */
export const hasCreated = ({ status, counts, undo }: Pick<ImportAttempt, 'status' | 'counts' | 'undo'>): boolean =>
  (status === 'done' || status === 'cancelled' || status === 'failed') && undo === null && counts.created > 0;
