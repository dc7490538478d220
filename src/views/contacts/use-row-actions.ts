import { useMemo } from 'react';
import type { ContactRow } from '#contract/contacts.contract.ts';
import { contactsStore } from '../../store/contacts.store.ts';

/** Moving and selecting among the rows that are shown. */
export function useRowActions(rows: readonly ContactRow[], cursor: number | null) {
  return useMemo(() => {
    const at = rows.findIndex((row) => row.id === cursor);
    const reveal = (id: number) =>
      document.querySelector(`[data-contact="${id}"]`)?.scrollIntoView({ block: 'nearest' });
    return {
      current: rows[at],
      move: (by: 1 | -1) => {
        const next = rows[Math.min(Math.max(at + by, 0), rows.length - 1)];
        if (!next) return;
        contactsStore.trigger.moved({ id: next.id });
        reveal(next.id);
      },
      select: (row: ContactRow, through: boolean) => {
        if (!through || at === -1) return contactsStore.trigger.toggled({ id: row.id });
        const to = rows.indexOf(row);
        const ids = rows.slice(Math.min(at, to), Math.max(at, to) + 1).map(({ id }) => id);
        contactsStore.trigger.added({ ids });
        contactsStore.trigger.moved({ id: row.id });
      },
      selectPage: (every: boolean) => {
        const ids = rows.map(({ id }) => id);
        return every ? contactsStore.trigger.added({ ids }) : contactsStore.trigger.removed({ ids });
      },
    };
  }, [rows, cursor]);
}
