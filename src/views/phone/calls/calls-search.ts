import * as z from 'zod/mini';
import type { CallResult } from '#contract/phone/call.contract.ts';
import { type RawSearch, readSearch } from '../../_base/routes/read-search.ts';

// Not the contract's: that one comes with the phone, and this file with the first script.
const OUTCOMES = [
  'completed',
  'missed',
  'no_answer',
  'busy',
  'rejected',
  'cancelled',
  'unavailable',
  'failed',
] as const;

export interface CallsSearch {
  readonly q?: string;
  readonly direction?: 'inbound' | 'outbound';
  readonly outcome?: CallResult;
  readonly whose?: 'downline';
  readonly page?: number;
}

export const callsSearch = (raw: RawSearch): CallsSearch =>
  readSearch(
    {
      q: z.string().check(z.minLength(1), z.maxLength(100)),
      direction: z.enum(['inbound', 'outbound']),
      outcome: z.enum(OUTCOMES satisfies readonly CallResult[]),
      whose: z.literal('downline'),
      page: z.int().check(z.minimum(1)),
    },
    raw,
  );
