import { Subject } from 'rxjs';
import type { Position } from '#contract/_cable.contract.ts';
import { createStreamOrder, type StreamOrder } from './stream-order.ts';
import type { Command } from './frames.ts';

/** One identifier on the line: who listens to it and how far each of its streams has been delivered. */
export interface Subscription {
  readonly bodies$: Subject<unknown>;
  listeners: number;
  /** True while messages are missing, or may be. */
  readonly behind: () => boolean;
  /** The connection is lost: the next message may leave a gap. */
  readonly lost: () => void;
  readonly confirmed: () => void;
  readonly received: (body: unknown) => void;
}

export function createSubscription(identifier: string, send: (command: Command) => void): Subscription {
  const bodies$ = new Subject<unknown>();
  const orders = new Map<string, StreamOrder>();
  // A first subscription has nothing to catch up with.
  let unconfirmed = false;

  const askSince = (since: Position) =>
    send({ command: 'message', identifier, data: JSON.stringify({ action: 'catch_up', since: [since] }) });

  const orderOf = (stream: string): StreamOrder => {
    const known = orders.get(stream);
    if (known) return known;
    const order = createStreamOrder(stream, { deliver: (body) => bodies$.next(body), ask: askSince });
    orders.set(stream, order);
    return order;
  };

  return {
    bodies$,
    listeners: 0,
    behind: () => unconfirmed || [...orders.values()].some((order) => order.behind()),
    lost: () => {
      unconfirmed = true;
      for (const order of orders.values()) order.cut();
    },
    confirmed: () => {
      unconfirmed = false;
    },
    received: (body) => {
      const position = positionOf(body);
      if (position === null) bodies$.next(body);
      else orderOf(position.stream).receive(position, body);
    },
  };
}

/** `null` for a body outside any stream. */
function positionOf(body: unknown): Position | null {
  if (typeof body !== 'object' || body === null) return null;
  const { stream, epoch, offset } = body as Record<string, unknown>;
  return typeof stream === 'string' && typeof epoch === 'string' && typeof offset === 'number'
    ? { stream, epoch, offset }
    : null;
}
