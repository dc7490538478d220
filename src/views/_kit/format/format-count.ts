/**
 * Formats 12,431. Written by hand: the first Intl number format of a page costs 20 ms, and every list shows a count at
 * once.
 */
export const formatCount = (count: number): string => String(Math.round(count)).replace(/\B(?=(\d{3})+$)/gu, ',');

/** "1 row", "12,431 rows". */
export const formatCounted = (count: number, one: string, many: string): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

/** "1 contact", "12,431 contacts". */
export const formatContacts = (count: number): string => formatCounted(count, 'contact', 'contacts');

/** "1–50 of 214"; "None" for an empty list. */
export const formatRange = (from: number, to: number, total: number): string =>
  total === 0 ? 'None' : `${formatCount(from)}–${formatCount(to)} of ${formatCount(total)}`;

/** 0.15 % */
export const formatShare = (part: number, whole: number): string =>
  whole === 0 ? '0%' : `${Number(((part / whole) * 100).toFixed(2))}%`;

/** "84 rows/s"; below one a second it says "under 1 row/s". */
export const formatRate = (perSecond: number): string =>
  perSecond < 1 ? 'under 1 row/s' : `${formatCount(perSecond)} ${Math.round(perSecond) === 1 ? 'row' : 'rows'}/s`;
