/** How a column's cells are written; of what cannot be read so, the text stands there. */
export type SheetKind = 'text' | 'date' | 'number';

export interface SheetColumn {
  readonly header: string;
  readonly kind: SheetKind;
}

/** Rows a few hundred at a time: their cells as text, a day as `YYYY-MM-DD`, `null` for none. */
export type SheetRows = AsyncIterable<readonly (readonly (string | null)[])[]>;
