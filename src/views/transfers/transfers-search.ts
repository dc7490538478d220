import type * as z from 'zod/mini';
import { listTransferAttempts } from '#contract/transfers.contract.ts';
import { type RawSearch, readSearch } from '../_base/routes/read-search.ts';

export type TransfersSearch = Partial<z.output<typeof listTransferAttempts.query>>;

export const transfersSearch = (raw: RawSearch): TransfersSearch => readSearch(listTransferAttempts.query.shape, raw);
