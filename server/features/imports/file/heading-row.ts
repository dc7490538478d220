import { foldHeader } from '#rules/imports/column-mapping.ts';
import type { RowRules } from '../cells/row-values.ts';

const TOTAL =
  /^(((grand |sub)?totals?( (records|contacts|leads|rows|count))?|(record|row)? ?count)\s*[:=]?\s*[\d,.]*|[\d,.]+ (records?|contacts?|leads?|rows?|results?)( (found|total|selected|exported|listed))?\.?)$/i;
const MARK =
  /^(\W*end of (the |this )?(report|file|list|data|records|document|export)\W*$|page:? ?\d+(\s*(of|\/)\s*\d+)?$|\d+ (of|\/) \d+$|showing \d|copyright|\(c\) |©|confidential|(generated|printed|exported|prepared|downloaded) (by|on|at|for|from)\b|report (generated|run|date|printed)|as of \d|disclaimer|\*\s?\*\s?\*|[-=_]{3,})/i;

/** Longest text that can be a mark. Ours: a cell may have a megabyte, and these patterns look at it more than once. */
const MARK_MAX = 200;

const isOne = (pattern: RegExp, text: string) => text.length <= MARK_MAX && pattern.test(text);

/** A sum below the list: what is called a total, and otherwise numbers alone. */
export const isTotal = (first: string, cells: readonly string[]) =>
  /^\s*[gstr]/i.test(first) &&
  isOne(TOTAL, first.trim()) &&
  cells.every((cell) => cell === first || /^[\s\d,.$%]*$/.test(cell));

/** A total or a page mark alone in its row. */
export const isFooter = (first: string, cells: readonly string[]) =>
  cells.filter((cell) => cell.trim() !== '').length <= 2 && (isOne(TOTAL, first.trim()) || isOne(MARK, first.trim()));

/** A total, a page mark, or the header once more. */
export function isHeading(first: string, cells: readonly string[], rules: RowRules): boolean {
  if (isFooter(first, cells) || isTotal(first, cells)) return true;
  const mapped = rules.fields.filter(({ index }) => (cells[index] ?? '').trim() !== '');
  return (
    mapped.length > 1 &&
    mapped.every(({ index, field, label }) => {
      const cell = foldHeader(cells[index] ?? '');
      return cell === foldHeader(label ?? field);
    })
  );
}
