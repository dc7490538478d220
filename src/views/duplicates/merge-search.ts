import * as z from 'zod/mini';
import { type RawSearch, readSearch } from '../_base/routes/read-search.ts';

/** The contacts that become one, by their ids. */
export const mergeSearch = (raw: RawSearch): { ids?: string } =>
  readSearch({ ids: z.string().check(z.regex(/^\d+(,\d+)*$/u)) }, raw);
