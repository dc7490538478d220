import type * as z from 'zod/mini';
import { listUsers } from '#contract/users.contract.ts';
import { type RawSearch, readSearch } from '../_base/routes/read-search.ts';

export type UsersSearch = Partial<z.output<typeof listUsers.query>>;

export const usersSearch = (raw: RawSearch): UsersSearch => readSearch(listUsers.query.shape, raw);
