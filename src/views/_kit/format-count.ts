const WHOLE = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const PERCENT = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 2 });

/** 12,431 */
export const formatCount = (count: number): string => WHOLE.format(count);

/** "1 row", "12,431 rows". */
export const formatCounted = (count: number, one: string, many: string): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

/** "1–50 of 214"; "None" for an empty list. */
export const formatRange = (from: number, to: number, total: number): string =>
  total === 0 ? 'None' : `${formatCount(from)}–${formatCount(to)} of ${formatCount(total)}`;

/** 0.15 % */
export const formatShare = (part: number, whole: number): string =>
  whole === 0 ? '0 %' : PERCENT.format(part / whole).replace('%', ' %');

/** "84 rows/s"; below one a second it says "under 1 row/s". */
export const formatRate = (perSecond: number): string =>
  perSecond < 1 ? 'under 1 row/s' : `${formatCount(perSecond)} ${Math.round(perSecond) === 1 ? 'row' : 'rows'}/s`;
