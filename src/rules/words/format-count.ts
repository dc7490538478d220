/**
 * Formats 12,431. Handwritten: a page's first Intl number format costs 20 ms, and every list shows a count immediately.
 */
export const formatCount = (count: number): string => String(Math.round(count)).replace(/\B(?=(\d{3})+$)/gu, ',');

/** "1 row", "12,431 rows". */
export const formatCounted = (count: number, one: string, many: string): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

/** "1 contact", "12,431 contacts". */
export const formatContacts = (count: number): string => formatCounted(count, 'contact', 'contacts');
