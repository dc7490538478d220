import { useSelector } from '@xstate/store-react';
import { useMemo } from 'react';
import type { SelectionInput } from '#contract/bulk.contract.ts';
import type { ContactRow } from '#contract/contacts/contact-list.contract.ts';
import type { ContactsScopeInput } from '#contract/contacts/scope.contract.ts';
import { contactsStore, type WholeSelection } from '../../../store/contacts.store.ts';

interface Shown {
  readonly rows: readonly ContactRow[];
  /** Rows of the list before these. */
  readonly before: number;
  /** `null`: not known yet. */
  readonly total: number | null;
  readonly scope: ContactsScopeInput;
}

/** Returns whether a row, by its index in the list from 0, is within a selection of the scope. */
function reaches({ n, fromEnd }: WholeSelection, place: number, total: number | null): boolean {
  if (n === null) return true;
  return fromEnd ? total !== null && place >= total - n : place < n;
}

/** The selection: which displayed rows, the total, and its form in requests. */
export function useSelection({ rows, before, total, scope }: Shown) {
  const { selected, whole } = useSelector(contactsStore, ({ context }) => context);
  return useMemo(() => {
    const places = new Map(rows.map(({ id }, index) => [id, before + index]));
    const isSelectable = ({ id }: ContactRow) => whole === null || reaches(whole, places.get(id) ?? 0, total);
    const shown =
      whole === null
        ? selected
        : rows.filter((row) => isSelectable(row) && !whole.without.includes(row.id)).map(({ id }) => id);
    const selection: SelectionInput = whole === null ? { ids: [...selected] } : inScope(scope, whole);
    const count = whole === null ? selected.length : Math.max(0, whole.count - whole.without.length);
    return { shown, count, whole, selection, isSelectable };
  }, [rows, before, total, scope, selected, whole]);
}

export type Selection = ReturnType<typeof useSelection>;

const inScope = (scope: ContactsScopeInput, { n, fromEnd, without }: WholeSelection): SelectionInput => ({
  contacts_scope: scope,
  ...(n !== null && { select_n: n }),
  ...(fromEnd && { from_end: true }),
  ...(without.length > 0 && { without_ids: [...without] }),
});
