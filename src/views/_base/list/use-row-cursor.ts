import { useEffect, useMemo, useState } from 'react';

/** The row with the keyboard cursor; `move(null)` removes it. The focus goes to the row's link, so Enter opens it. */
export function useRowCursor(rows: readonly { readonly id: number }[]) {
  const [cursor, setCursor] = useState<number | null>(null);
  const ids = rows.map(({ id }) => id).join(' ');
  const move = useMemo(() => {
    const order = ids === '' ? [] : ids.split(' ').map(Number);
    return (by: 1 | -1 | null) =>
      setCursor((now) => {
        if (by === null) return null;
        const at = now === null ? -1 : order.indexOf(now);
        const next = at === -1 ? (by === 1 ? 0 : order.length - 1) : Math.min(order.length - 1, Math.max(0, at + by));
        return order[next] ?? null;
      });
  }, [ids]);
  useEffect(() => document.querySelector<HTMLElement>(`[data-row="${cursor}"] a`)?.focus(), [cursor]);
  return { cursor: rows.some(({ id }) => id === cursor) ? cursor : null, move, setCursor };
}
