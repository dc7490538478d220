import * as z from 'zod/mini';
import { soaRequests } from '#contract/soa.contract.ts';
import { type RawSearch, readSearch } from '../_base/routes/read-search.ts';

const { q, order, order_field, page, status, contact_id } = soaRequests.list.query.shape;
const PositiveId = z.int().check(z.positive());
const SHAPE = {
  q,
  order,
  order_field,
  page,
  status,
  contact_id,
  soa: z.optional(z.union([PositiveId, z.literal('new')])),
  contact: z.optional(PositiveId),
  replaces: z.optional(PositiveId),
};

/**
 * The list in the address, and in `soa` the one that is open, or `new`: with `contact`, and instead of `replaces`. Absent
 * parts have defaults.
 */
export type SoaSearch = Partial<z.output<z.ZodMiniObject<typeof SHAPE>>>;

export const soaSearch = (raw: RawSearch): SoaSearch => readSearch(SHAPE, raw);

export const soaHref = (search: SoaSearch): string =>
  `/soa-requests?${new URLSearchParams(Object.entries(search).map(([name, value]) => [name, String(value)]))}`;
