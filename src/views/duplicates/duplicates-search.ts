import * as z from 'zod/mini';
import { type RawSearch, readSearch } from '../_base/routes/read-search.ts';

export interface DuplicatesSearch {
  readonly verdict?: 'same' | 'likely';
  readonly page?: number;
}

export const duplicatesSearch = (raw: RawSearch): DuplicatesSearch =>
  readSearch({ verdict: z.enum(['same', 'likely']), page: z.int().check(z.minimum(1)) }, raw);
