import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Command } from '../../src/realtime/frames.ts';
import { fact, NOTIFICATIONS, openLine, positioned } from './line.ts';

/** Events on the line, one step at a time. */
type Step =
  /** The server writes an event. */
  | { readonly is: 'published' }
  /** Delivers the n-th frame in transit next: any order is possible. */
  | { readonly is: 'arrived'; readonly nth: number }
  /** A frame arrives and stays on its way as well. */
  | { readonly is: 'doubled'; readonly nth: number }
  /** Everything on its way is gone. */
  | { readonly is: 'cut' };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Step>({ is: 'published' }) },
  { weight: 8, arbitrary: fc.record({ is: fc.constant('arrived' as const), nth: fc.nat(6) }) },
  { weight: 2, arbitrary: fc.record({ is: fc.constant('doubled' as const), nth: fc.nat(6) }) },
  { weight: 1, arbitrary: fc.constant<Step>({ is: 'cut' }) },
);

/** A server with one stream, whose frames arrive as the steps say. */
function openServer() {
  const line = openLine();
  const { heard } = line.listen();
  let head = 0;
  const onTheWay: unknown[] = [];

  const answer = (command: Command) => {
    if (command.command === 'subscribe') onTheWay.push('confirm', positioned(head));
    if (command.command !== 'message') return;
    const { since } = JSON.parse(command.data) as { since: [{ offset: number }] };
    for (let offset = since[0].offset + 1; offset <= head; offset += 1) onTheWay.push(fact(offset));
    onTheWay.push(positioned(head));
  };
  const connect = () => {
    line.gateway.lineIs('connecting');
    line.gateway.opened(answer);
    line.receive({ type: 'welcome' });
    line.gateway.lineIs('connected');
  };
  const arrive = (frame: unknown) =>
    frame === 'confirm'
      ? line.receive({ type: 'confirm_subscription', identifier: NOTIFICATIONS })
      : line.message(frame);
  const take = (nth: number) => onTheWay.splice(nth % onTheWay.length, 1)[0];

  const cut = () => {
    onTheWay.length = 0;
    line.gateway.lineIs('lost');
    connect();
  };
  const run = (steps: readonly Step[]) => {
    for (const one of steps) {
      if (one.is === 'published') {
        head += 1;
        onTheWay.push(fact(head));
      } else if (one.is === 'cut') cut();
      else if (onTheWay.length > 0) arrive(one.is === 'arrived' ? take(one.nth) : onTheWay[one.nth % onTheWay.length]);
    }
  };
  const flush = () => {
    while (onTheWay.length > 0) arrive(take(0));
  };
  connect();
  return { run, flush, cut, heard, freshness: line.freshness, head: () => head };
}

const offsets = (heard: readonly unknown[]) =>
  heard
    .filter((body) => (body as { type: string }).type === 'contacts.changed')
    .map((body) => (body as { offset: number }).offset);

/** A line as a socket is: frames come in their order, until it is cut. */
const ordered = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Step>({ is: 'published' }) },
  { weight: 8, arbitrary: fc.constant<Step>({ is: 'arrived', nth: 0 }) },
  { weight: 1, arbitrary: fc.constant<Step>({ is: 'cut' }) },
);

/** Offsets that were heard or given up by a `stream.lost`, in their order. */
function accountedFor(heard: readonly unknown[]): number[] {
  const seen: number[] = [];
  for (const body of heard as readonly { type: string; offset: number }[]) {
    if (body.type === 'contacts.changed') seen.push(body.offset);
    if (body.type === 'stream.lost')
      for (let next = (seen.at(-1) ?? 0) + 1; next <= body.offset; next += 1) seen.push(next);
  }
  return seen;
}

const upTo = (head: number) => Array.from({ length: head }, (_, index) => index + 1);

describe('whatever happens to the line', () => {
  test('every message arrives exactly once and in order, over any cut of a socket', () => {
    fc.assert(
      fc.property(fc.array(ordered, { maxLength: 120 }), (steps) => {
        const server = openServer();
        server.flush();

        server.run(steps);
        server.cut();
        server.flush();

        expect(offsets(server.heard)).toEqual(upTo(server.head()));
        expect(server.freshness()).toEqual([{ state: 'live' }]);
      }),
      { numRuns: 500 },
    );
  });

  test('no message is missed in silence, even where frames overtake each other or come twice', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
        const server = openServer();
        server.flush();

        server.run(steps);
        server.cut();
        server.flush();

        expect(accountedFor(server.heard)).toEqual(upTo(server.head()));
        expect(server.freshness()).toEqual([{ state: 'live' }]);
      }),
      { numRuns: 500 },
    );
  });

  test('nothing is out of order while it happens', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
        const server = openServer();

        server.run(steps);

        const heard = offsets(server.heard);
        expect(heard).toEqual([...new Set(heard)].toSorted((a, b) => a - b));
      }),
      { numRuns: 500 },
    );
  });
});
