import type { ChatBroadcast } from '#contract/chat.contract.ts';
import { withAccount } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import { chatStream, emitEvents } from '../../../events.ts';
import type { Identity } from '../../../identity.ts';

/** An answer as far as it is made. */
export interface Writing {
  /** In words; empty: it writes. */
  readonly doing: string;
  readonly content: string;
}

/** Milliseconds between two events at least. Ours: as fast as one reads, and few rows. */
export const WRITING_MS = 250;

/** Reports the progress of an answer to the waiting user. */
export interface Teller {
  /** Returns immediately; text left out until the next event is sent with it. */
  readonly tell: (writing: Writing) => void;
  /** Sends nothing more once resolved. */
  readonly close: () => Promise<void>;
}

const isSame = (one: Writing, other: Writing | null): boolean =>
  one.doing === other?.doing && one.content === other.content;

/** Skips progress that can't be sent: the reply itself arrives anyway. */
export function createWriting(deps: Deps, identity: Identity, sessionId: number): Teller {
  let waiting: Writing | null = null;
  let told: Writing | null = null;
  let timer: NodeJS.Timeout | null = null;
  let sending: Promise<void> = Promise.resolve();
  let closed = false;

  async function send(before: Promise<void>, { doing, content }: Writing): Promise<void> {
    await before;
    const body: ChatBroadcast = { type: 'chat.writing', session_id: sessionId, doing, content };
    await withAccount(deps.pool, identity, (tx) =>
      emitEvents(tx, identity.accountId, [{ stream: chatStream(identity), body }]),
    ).catch((error: unknown) => deps.log.debug({ err: error }, 'how far an answer is could not be told'));
  }

  function flush(): void {
    timer = null;
    const next = waiting;
    if (closed || next === null) return;
    waiting = null;
    told = next;
    sending = send(sending, next);
    timer = setTimeout(flush, WRITING_MS);
  }

  return {
    tell: (writing) => {
      // Held-back words don't remove text that was already shown.
      if (closed || (writing.doing === '' && writing.content === '')) return;
      if (isSame(writing, waiting ?? told)) return;
      waiting = writing;
      if (timer === null) flush();
    },
    close: async () => {
      closed = true;
      if (timer !== null) clearTimeout(timer);
      await sending;
    },
  };
}
