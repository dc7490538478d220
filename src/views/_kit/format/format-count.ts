import { formatCount } from '#rules/words/format-count.ts';

export { formatContacts, formatCount, formatCounted } from '#rules/words/format-count.ts';

/** "1–50 of 214"; "None" for an empty list. */
export const formatRange = (from: number, to: number, total: number): string =>
  total === 0 ? 'None' : `${formatCount(from)}–${formatCount(to)} of ${formatCount(total)}`;

/** 0.15% */
export const formatShare = (part: number, whole: number): string =>
  whole === 0 ? '0%' : `${Number(((part / whole) * 100).toFixed(2))}%`;

/** "84 rows/s"; below one a second, "under 1 row/s". */
export const formatRate = (perSecond: number): string =>
  perSecond < 1 ? 'under 1 row/s' : `${formatCount(perSecond)} ${Math.round(perSecond) === 1 ? 'row' : 'rows'}/s`;
