import * as z from 'zod/mini';
import { type RawSearch, readSearch } from '../_base/routes/read-search.ts';

export interface MessagesSearch {
  /** One of `CONVERSATION_FILTERS`, which come with the page and not with the first script; absent or another: open. */
  readonly filter?: string;
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
      filter: z.string(),
      whose: z.literal('all'),
      q: z.string().check(z.minLength(1), z.maxLength(100)),
      conversation: id,
      contact: id,
    },
    raw,
  );
