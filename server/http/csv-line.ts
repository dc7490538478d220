import { markFormula, unmarkFormula } from '#rules/imports/formula-mark.ts';

/** Cells as a line of CSV that an import reads back as they are. */
export const csvLine = (cells: readonly string[]) =>
  // The import removes one marker.
  lineOf(cells.map((cell) => (unmarkFormula(cell) === cell ? cell : `'${cell}`)));

/** Cells as a line of CSV that a spreadsheet shows and never runs (promise P11); an import reads them back as well. */
export const exportLine = (cells: readonly string[]) => lineOf(cells.map(markFormula));

const lineOf = (cells: readonly string[]) => `${cells.map(quoted).join(',')}\n`;

const quoted = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
