/** New cells of a row by column index. */
export type Fix = Readonly<Record<string, string>>;

/** By the number of the row. */
export type Fixes = ReadonlyMap<number, Fix>;

/** Cells with corrections applied; a shortened row grows to the last corrected cell. */
export function withFix(cells: readonly string[], fix: Fix | undefined): readonly string[] {
  if (fix === undefined) return cells;
  const fixed = [...cells];
  for (const [index, text] of Object.entries(fix)) {
    while (fixed.length < Number(index)) fixed.push('');
    fixed[Number(index)] = text;
  }
  return fixed;
}
