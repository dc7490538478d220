import type { ImportCheck } from '#contract/imports.contract.ts';
import type { UnreadCell } from '../cells/row-values.ts';

type Found = NonNullable<ImportCheck['unread']>;

/** Counts rows that are imported without some of their cells, and these cells by reason. */
export class UnreadCount {
  #rows: number;
  readonly #reasons: Map<string, Found['by_reason'][number]>;

  constructor(known?: Found) {
    this.#rows = known?.rows ?? 0;
    this.#reasons = new Map(known?.by_reason.map((each) => [`${each.reason}|${each.field}`, each]));
  }

  /** Counts the unread cells of a row, or takes them out with `times` -1. */
  add(unread: readonly UnreadCell[], times: 1 | -1 = 1): void {
    if (unread.length > 0) this.#rows += times;
    for (const { reason, field } of unread) {
      const key = `${reason}|${field}`;
      this.#reasons.set(key, { reason, field, cells: (this.#reasons.get(key)?.cells ?? 0) + times });
    }
  }

  found(): { unread?: Found } {
    const by_reason = [...this.#reasons.values()]
      .filter(({ cells }) => cells > 0)
      .toSorted((a, b) => b.cells - a.cells);
    return this.#rows > 0 ? { unread: { rows: this.#rows, by_reason } } : {};
  }
}
