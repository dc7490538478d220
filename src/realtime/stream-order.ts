import type { Position } from '#contract/_cable.contract.ts';
import { createHeldMessages } from './held-messages.ts';

/** Maximum messages held while an earlier one is missing; beyond that, reloading is cheaper. Our choice. */
export const HELD_MAX = 1_000;
/**
 * Catch-up requests without progress after which a gap counts as unfillable. Our choice: the server answers each
 * immediately.
 */
export const CATCH_UP_TRIES = 3;

interface Ports {
  readonly deliver: (body: unknown) => void;
  readonly ask: (since: Position) => void;
}

export interface StreamOrder {
  readonly receive: (position: Position, body: unknown) => void;
  /** The connection is lost: only the server's head can tell whether a message is missing. */
  readonly cut: () => void;
  readonly behind: () => boolean;
}

/**
 * Orders the messages of one stream: each once, without gaps. They wait until the first head is known; a gap triggers a
 * catch-up; a gap that the server can't fill is emitted as `stream.lost`.
 */
export function createStreamOrder(stream: string, { deliver, ask }: Ports): StreamOrder {
  let epoch: string | null = null;
  let delivered = 0;
  let head = 0;
  let unsure = true;
  let tries = 0;
  const held = createHeldMessages();
  const retired = new Set<string>();

  const isMissing = () => head > delivered;

  const drain = () => {
    for (const body of held.takeRun(delivered)) {
      delivered += 1;
      tries = 0;
      deliver(body);
    }
  };

  const begin = (position: Position) => {
    if (epoch !== null && epoch !== position.epoch) retired.add(epoch);
    epoch = position.epoch;
    delivered = position.offset;
    held.keepAfter(position);
    head = held.highest(delivered);
    unsure = false;
    tries = 0;
    drain();
    if (isMissing()) askAgain();
  };

  const loseUntil = (position: Position) => {
    if (epoch === position.epoch && position.offset <= delivered) return;
    deliver({ type: 'stream.lost', ...position });
    begin(position);
  };

  const askAgain = () => {
    if (epoch === null) return;
    if (tries >= CATCH_UP_TRIES) return loseUntil({ stream, epoch, offset: head });
    tries += 1;
    ask({ stream, epoch, offset: delivered });
  };

  const positioned = (position: Position, body: unknown) => {
    if (epoch === null) {
      deliver(body);
      return begin(position);
    }
    if (epoch !== position.epoch) return loseUntil(position);
    head = Math.max(head, position.offset);
    unsure = false;
    if (isMissing()) askAgain();
  };

  const message = (position: Position, body: unknown) => {
    if (epoch === null) return held.put(position, body);
    if (epoch !== position.epoch) loseUntil({ ...position, offset: position.offset - 1 });
    if (position.offset <= delivered) return;
    const wasWhole = !isMissing();
    held.put(position, body);
    head = Math.max(head, position.offset);
    drain();
    if (held.size() > HELD_MAX) loseUntil({ ...position, offset: head });
    else if (wasWhole && isMissing() && !unsure) askAgain();
  };

  return {
    receive: (position, body) => {
      if (retired.has(position.epoch)) return;
      const { type } = body as { type?: unknown };
      if (type === 'stream.positioned') positioned(position, body);
      else if (type === 'stream.lost') loseUntil(position);
      else message(position, body);
    },
    cut: () => {
      if (epoch === null) held.clear();
      unsure = true;
      tries = 0;
    },
    behind: () => unsure || isMissing(),
  };
}
