/** Cell writers by column; a value they can't write stays text. */
export type SheetKind = 'text' | 'date' | 'number' | 'decimal';

export interface SheetColumn {
  readonly header: string;
  readonly kind: SheetKind;
}

/** Rows a few hundred at a time: their cells as text, a day as `YYYY-MM-DD`, `null` for none. */
export type SheetRows = AsyncIterable<readonly (readonly (string | null)[])[]>;
