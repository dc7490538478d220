import type { CheckRow } from '../rows/import-rows.sql.ts';

/** Maximum number of problem rows kept by a check. Source: migration 0003. */
const MAX_ROWS = 10_000;

/** Maximum characters of problem rows kept for display. Ours. */
const MAX_CHARS = 16 * 1024 * 1024;

/** The rows that a check lists, as far as there is room. */
export class CheckRoom {
  readonly rows: CheckRow[] = [];
  #chars = 0;

  /** Half of the room is for rows that are refused: thousands with an unread cell must not crowd them out. */
  keep(row: CheckRow, isRefused: boolean): void {
    const share = isRefused ? 1 : 0.5;
    if (this.rows.length >= MAX_ROWS * share || this.#chars > MAX_CHARS * share) return;
    for (const cell of row.cells) this.#chars += cell.length;
    this.rows.push(row);
  }
}
