/** A row of a list that users put in order. */
export interface Placed {
  readonly id: number;
  readonly position: number;
}

/** Returns the position of a new row at the end. */
export const placeAfter = (rows: readonly Placed[]): number =>
  rows.reduce((place, { position }) => Math.max(place, position + 1), 0);

/** Returns the positions to write so that a row moves by one place; none beyond either end. */
export function movedPositions(
  rows: readonly Placed[],
  id: number,
  by: -1 | 1,
): readonly [id: number, position: number][] {
  const from = rows.findIndex((row) => row.id === id);
  const moved = rows[from];
  const other = rows[from + by];
  if (moved === undefined || other === undefined) return [];
  const order = rows.with(from, other).with(from + by, moved);
  return order.flatMap((row, place) => (row.position === place ? [] : [[row.id, place]]));
}
