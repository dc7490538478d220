/** A cell that a spreadsheet would run, or that already carries a mark. Full-width variants count (promise P11). */
const MARKED_START = /^[=+\-@\t\r\n＝＋－＠']/;

/** Puts `'` before a cell that starts a formula or with `'`, so that no spreadsheet runs it. */
export const markFormula = (cell: string) => (MARKED_START.test(cell) ? `'${cell}` : cell);

/** Takes exactly one such mark away, so that export then import is the identity. */
export const unmarkFormula = (cell: string) =>
  cell.charCodeAt(0) === 39 && MARKED_START.test(cell.slice(1)) ? cell.slice(1) : cell;
