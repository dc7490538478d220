import * as z from 'zod/mini';
import { signups } from '#contract/signups.contract.ts';
import { type RawSearch, readSearch } from '../_base/routes/read-search.ts';

const { q, order, order_field, page, status, medicare } = signups.list.query.shape;
const SHAPE = { q, order, order_field, page, status, medicare, signup: z.optional(z.int().check(z.positive())) };

/** The list in the address, and in `signup` the one that is open; absent parts have defaults. */
export type SignupsSearch = Partial<z.output<z.ZodMiniObject<typeof SHAPE>>>;

export const signupsSearch = (raw: RawSearch): SignupsSearch => readSearch(SHAPE, raw);
