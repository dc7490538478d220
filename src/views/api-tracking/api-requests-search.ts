import * as z from 'zod/mini';
import { KEY_ORDER, listApiRequests, REQUEST_TABS } from '#contract/api-tracking.contract.ts';
import { DELIVERY_SEARCH } from '../webhooks/webhooks-search.ts';
import { LEAD_SEARCH, SCORE_SEARCH } from '../vendor-leads/vendor-leads-search.ts';
import { type RawSearch, readSearch } from '../_base/routes/read-search.ts';

const { page, filter_by, filter_value } = listApiRequests.query.shape;
const SHAPE = {
  tab: z._default(z.enum([...REQUEST_TABS, 'keys', 'leads', 'vendors', 'webhooks', 'deliveries']), 'all'),
  ...DELIVERY_SEARCH,
  ...LEAD_SEARCH,
  ...SCORE_SEARCH,
  page,
  key_by: z.optional(z.enum(KEY_ORDER)),
  filter_by,
  filter_value,
};

export type ApiRequestsSearch = Partial<z.output<z.ZodMiniObject<typeof SHAPE>>>;

/** The page in the address; absent parts have defaults. */
export const apiRequestsSearch = (raw: RawSearch): ApiRequestsSearch => readSearch(SHAPE, raw);
