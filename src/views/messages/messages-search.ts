import * as z from 'zod/mini';
import type { ConversationFilter } from '#contract/messages/text.contract.ts';
import { type RawSearch, readSearch } from '../_base/routes/read-search.ts';

// Not the contract's: that one comes with the page, and this file with the first script.
const FILTERS = ['unread', 'waiting', 'scheduled', 'failed', 'review', 'opted_out', 'closed'] as const;

export interface MessagesSearch {
  /** Absent: open. */
  readonly filter?: Exclude<ConversationFilter, 'open'>;
  readonly whose?: 'all';
  readonly q?: string;
  /** The thread that is open: one of both. */
  readonly conversation?: number;
  readonly contact?: number;
}

const id = z.int().check(z.positive());

export const messagesSearch = (raw: RawSearch): MessagesSearch =>
  readSearch(
    {
      filter: z.enum(FILTERS satisfies readonly ConversationFilter[]),
      whose: z.literal('all'),
      q: z.string().check(z.minLength(1), z.maxLength(100)),
      conversation: id,
      contact: id,
    },
    raw,
  );
