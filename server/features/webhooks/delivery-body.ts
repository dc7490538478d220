import type { DueDelivery } from './webhooks.sql.ts';

/** The body of a delivery: the same bytes at each attempt. */
export const bodyOf = ({ kind, at, data }: Pick<DueDelivery, 'kind' | 'at' | 'data'>): string =>
  JSON.stringify({ type: kind, timestamp: at.toISOString(), data });
