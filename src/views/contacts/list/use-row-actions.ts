import { useMemo } from 'react';
import type { ContactRow } from '#contract/contacts/contact-list.contract.ts';
import { contactsStore } from '../../../store/contacts.store.ts';

const EVERY = () => true;

/**
 * Moving and selecting among the displayed rows; the cursor is read when it is needed, so that keys can be pressed
 * quickly. Rows that `isSelectable` rejects are outside a selection that they cannot extend.
 */
export function useRowActions(rows: readonly ContactRow[], isSelectable: (row: ContactRow) => boolean = EVERY) {
  return useMemo(() => {
    const known = () => contactsStore.getSnapshot().context;
    const indexOf = (id: number | null) => rows.findIndex((row) => row.id === id);
    const at = () => indexOf(known().cursor);
    const idsOf = (some: readonly ContactRow[]) => some.filter(isSelectable).map(({ id }) => id);
    const run = (from: number, to: number) => idsOf(rows.slice(Math.min(from, to), Math.max(from, to) + 1));
    const reveal = (id: number) => document.querySelector<HTMLElement>(`[data-contact="${id}"] a`)?.focus();
    return {
      current: () => rows[at()],
      move: (by: 1 | -1) => {
        const next = rows[at() + by];
        if (!next) return;
        contactsStore.trigger.moved({ id: next.id });
        reveal(next.id);
      },
      call: (id: number) => document.querySelector<HTMLElement>(`[data-contact="${id}"] .dial-number`)?.click(),
      select: (row: ContactRow, through: boolean) => {
        const from = through ? indexOf(known().anchor ?? known().cursor) : -1;
        if (from === -1) {
          if (isSelectable(row)) contactsStore.trigger.toggled({ id: row.id });
          return;
        }
        contactsStore.trigger.added({ ids: run(from, rows.indexOf(row)) });
        contactsStore.trigger.moved({ id: row.id });
      },
      selectPage: (every: boolean) => {
        const ids = idsOf(rows);
        return every ? contactsStore.trigger.added({ ids }) : contactsStore.trigger.removed({ ids });
      },
    };
  }, [rows, isSelectable]);
}
