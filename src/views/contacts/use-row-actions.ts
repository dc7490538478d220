import { useMemo } from 'react';
import type { ContactRow } from '#contract/contacts.contract.ts';
import { contactsStore } from '../../store/contacts.store.ts';

/** Moving and selecting among the rows that are shown; the cursor is asked for when it matters, so keys may follow fast. */
export function useRowActions(rows: readonly ContactRow[]) {
  return useMemo(() => {
    const at = () => rows.findIndex((row) => row.id === contactsStore.getSnapshot().context.cursor);
    const reveal = (id: number) => document.querySelector<HTMLElement>(`[data-contact="${id}"] a`)?.focus();
    return {
      current: () => rows[at()],
      move: (by: 1 | -1) => {
        const next = rows[at() + by];
        if (!next) return;
        contactsStore.trigger.moved({ id: next.id });
        reveal(next.id);
      },
      select: (row: ContactRow, through: boolean) => {
        const from = at();
        if (!through || from === -1) return contactsStore.trigger.toggled({ id: row.id });
        const to = rows.indexOf(row);
        const ids = rows.slice(Math.min(from, to), Math.max(from, to) + 1).map(({ id }) => id);
        contactsStore.trigger.added({ ids });
        contactsStore.trigger.moved({ id: row.id });
      },
      selectPage: (every: boolean) => {
        const ids = rows.map(({ id }) => id);
        return every ? contactsStore.trigger.added({ ids }) : contactsStore.trigger.removed({ ids });
      },
    };
  }, [rows]);
}
