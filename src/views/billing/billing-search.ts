import * as z from 'zod/mini';
import { type RawSearch, readSearch } from '../_base/routes/read-search.ts';

/** The plan that is reviewed, or was before its card. */
export const billingSearch = (raw: RawSearch): { plan?: number } => readSearch({ plan: z.int() }, raw);
