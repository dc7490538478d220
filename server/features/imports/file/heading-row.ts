import { foldHeader } from '#rules/imports/column-mapping.ts';
import type { RowRules } from '../rows/row-values.ts';

const TOTAL = /^((grand |sub)?totals?( (records|contacts|leads|rows|count))?|(record|row) count)\s*[:=]?\s*[\d,.]*$/i;
const MARK =
  /^(end of (report|file|list|data)|page \d+( of \d+)?$|copyright|confidential|generated (by|on|at)|report (generated|run)|\* ?\* ?\*)/i;

/** A sum below the list: what is called a total, and otherwise numbers alone. */
export const isTotal = (first: string, cells: readonly string[]) =>
  /^\s*[gstr]/i.test(first) &&
  TOTAL.test(first.trim()) &&
  cells.every((cell) => cell === first || /^[\s\d,.$%]*$/.test(cell));

/** A total, a page mark, or the header once more. */
export function isHeading(first: string, cells: readonly string[], rules: RowRules): boolean {
  const filled = cells.filter((cell) => cell.trim() !== '');
  if (filled.length <= 2 && (TOTAL.test(first.trim()) || MARK.test(first.trim()))) return true;
  if (isTotal(first, cells)) return true;
  const mapped = rules.fields.filter(({ index }) => (cells[index] ?? '').trim() !== '');
  return (
    mapped.length > 1 &&
    mapped.every(({ index, field, label }) => {
      const cell = foldHeader(cells[index] ?? '');
      return cell === foldHeader(label ?? field);
    })
  );
}
