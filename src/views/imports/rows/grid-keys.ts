/** A cell of the grid: rows of the page and columns of the file, from 0. */
export interface Place {
  readonly row: number;
  readonly column: number;
}

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Destination of a key in the grid. `null`: not a grid key, or no destination. */
export function gridKey(key: string, { row, column }: Place, size: { rows: number; columns: number }): Place | null {
  if (key === 'Home') return { row, column: 0 };
  if (key === 'End') return { row, column: size.columns - 1 };
  const step = STEPS[key];
  if (step === undefined) return null;
  const next = { row: row + step[0], column: column + step[1] };
  const isInside = next.row >= 0 && next.row < size.rows && next.column >= 0 && next.column < size.columns;
  return isInside ? next : null;
}
