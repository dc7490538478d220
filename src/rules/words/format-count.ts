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
