import type * as z from 'zod/mini';
import { listBroadcasts } from '#contract/broadcasts.contract.ts';
import { type RawSearch, readSearch } from '../_base/routes/read-search.ts';

export type BroadcastsSearch = Partial<z.output<typeof listBroadcasts.query>>;

export const broadcastsSearch = (raw: RawSearch): BroadcastsSearch => readSearch(listBroadcasts.query.shape, raw);
