import { describe, expect, test } from 'vitest';
import { HELD_MAX } from '../../src/realtime/stream-order.ts';
import { catchUp, fact, NOTIFICATIONS, openLine, positioned } from './line.ts';

const subscribe = { command: 'subscribe', identifier: NOTIFICATIONS };
const unsubscribe = { command: 'unsubscribe', identifier: NOTIFICATIONS };

/** A line on which offset 5 is the last that was delivered. */
function follow() {
  const line = openLine();
  const { heard } = line.listen();
  line.connect();
  line.confirm();
  line.message(positioned(4));
  line.message(fact(5));
  heard.length = 0;
  line.sent.length = 0;
  return { ...line, heard };
}

/** The same line after a cut and a new connection. */
function followAgain() {
  const line = follow();
  line.gateway.lineIs('lost');
  line.connect();
  line.confirm();
  line.sent.length = 0;
  return line;
}

describe('a page in use', () => {
  const inUse = { command: 'message', identifier: NOTIFICATIONS, data: '{"action":"in_use"}' };

  test('is reported on the notifications', () => {
    const { gateway, sent } = follow();

    gateway.inUse();

    expect(sent).toEqual([inUse]);
  });

  test("isn't reported without a connection, or to a channel without subscribers", () => {
    const { gateway, connect, sent } = openLine();
    gateway.inUse();
    connect();
    gateway.inUse();

    expect(sent).toEqual([]);
  });
});

describe('subscriptions', () => {
  test('are shared by their listeners and left with the last one', () => {
    const { connect, listen, sent } = openLine();
    connect();

    const first = listen();
    const second = listen();
    first.stop();
    expect(sent).toEqual([subscribe]);

    second.stop();
    expect(sent).toEqual([subscribe, unsubscribe]);
  });

  test('wait for the welcome', () => {
    const { gateway, listen, receive, sent } = openLine();
    listen();
    gateway.opened((command) => sent.push(command));
    expect(sent).toEqual([]);

    receive({ type: 'welcome' });

    expect(sent).toEqual([subscribe]);
  });

  test('resume with a new connection', () => {
    const { sent, gateway, connect } = follow();

    gateway.lineIs('lost');
    connect();

    expect(sent).toEqual([subscribe]);
  });

  test('are one for parameters in any order', () => {
    const { connect, listen, sent } = openLine();
    connect();

    listen({ a: 1, b: 2 });
    listen({ b: 2, a: 1 });

    expect(sent.length).toBe(1);
  });

  test('end with the person', () => {
    const { gateway, listen, connect, sent } = openLine();
    listen();
    gateway.reset();

    connect();

    expect(sent).toEqual([]);
  });
});

describe('order', () => {
  test('begins at the first reported position', () => {
    const { connect, listen, message } = openLine();
    connect();
    const { heard } = listen();

    message(fact(3));
    message(fact(4));
    expect(heard).toEqual([]);
    message(positioned(3));

    expect(heard).toEqual([positioned(3), fact(4)]);
  });

  test('drops what came before', () => {
    const { heard, message } = follow();

    message(fact(5));
    message(fact(4));

    expect(heard).toEqual([]);
  });

  test('holds what comes after a hole and asks for the hole once', () => {
    const { heard, message, sent } = follow();

    message(fact(7));
    message(fact(8));
    expect(heard).toEqual([]);
    expect(sent).toEqual([catchUp(5)]);

    message(fact(6));
    expect(heard).toEqual([fact(6), fact(7), fact(8)]);
  });

  test('keeps streams of one subscription apart', () => {
    const { heard, message } = follow();
    message(positioned(10, 'e1', 'live:1003'));

    message(fact(11, 'e1', 'live:1003'));
    message(fact(6));

    expect(heard).toEqual([positioned(10, 'e1', 'live:1003'), fact(11, 'e1', 'live:1003'), fact(6)]);
  });

  test('lets a body outside any stream through', () => {
    const { heard, message } = follow();

    message({ type: 'hello' });

    expect(heard).toEqual([{ type: 'hello' }]);
  });
});

describe('after a gap', () => {
  test('asks nothing when nothing was missed', () => {
    const { heard, message, sent } = followAgain();

    message(positioned(5));

    expect([heard, sent]).toEqual([[], []]);
  });

  test('asks for what was missed and delivers it in order', () => {
    const { heard, message, sent } = followAgain();

    message(positioned(7));
    expect(sent).toEqual([catchUp(5)]);
    for (const offset of [6, 7]) message(fact(offset));

    expect(heard).toEqual([fact(6), fact(7)]);
  });

  test('waits for the position before it believes in a hole', () => {
    const { message, sent } = followAgain();

    message(fact(8));

    expect(sent).toEqual([]);
  });

  test('passes on that the server can no longer fill it', () => {
    const { heard, message } = followAgain();
    message(positioned(90));

    message({ ...positioned(90), type: 'stream.lost' });
    message(fact(91));

    expect(heard).toEqual([{ ...positioned(90), type: 'stream.lost' }, fact(91)]);
  });

  test('keeps catching up as long as there are missed events', () => {
    const { heard, message } = followAgain();

    for (const offset of [6, 7, 8, 9, 10, 11]) {
      message(positioned(11));
      message(fact(offset));
    }

    expect(heard).toEqual([6, 7, 8, 9, 10, 11].map((offset) => fact(offset)));
  });

  test('takes a late word of the loss for nothing once it has gone on', () => {
    const { heard, message } = followAgain();
    message({ ...positioned(90), type: 'stream.lost' });
    message(fact(91));

    message({ ...positioned(90), type: 'stream.lost' });
    message(fact(91));

    expect(heard).toEqual([{ ...positioned(90), type: 'stream.lost' }, fact(91)]);
  });

  test('before the first position forgets what it holds', () => {
    const { connect, gateway, listen, message } = openLine();
    connect();
    const { heard } = listen();
    message(fact(4));
    gateway.lineIs('lost');
    connect();

    message(positioned(3));

    expect(heard).toEqual([positioned(3)]);
  });

  test('counts a new epoch as lost', () => {
    const { heard, message } = followAgain();

    message(positioned(2, 'e2'));
    message(fact(3, 'e2'));
    message(fact(6, 'e1'));

    expect(heard).toEqual([{ ...positioned(2, 'e2'), type: 'stream.lost' }, fact(3, 'e2')]);
  });

  test('drops what waited in the old epoch', () => {
    const { heard, message } = followAgain();
    message(fact(8));

    message(positioned(7, 'e2'));

    expect(heard).toEqual([{ ...positioned(7, 'e2'), type: 'stream.lost' }]);
  });

  test('gives up on a hole that three answers have not filled', () => {
    const { heard, message, sent } = followAgain();

    for (let answer = 0; answer < 4; answer += 1) message(positioned(8));

    expect(sent).toEqual([catchUp(5), catchUp(5), catchUp(5)]);
    expect(heard).toEqual([{ ...positioned(8), type: 'stream.lost' }]);
  });
});

describe('a hole behind which too much waits', () => {
  test('counts as lost', () => {
    const { heard, message } = follow();

    for (let offset = 7; offset <= 7 + HELD_MAX; offset += 1) message(fact(offset));
    message(fact(8 + HELD_MAX));

    expect(heard).toEqual([{ ...positioned(7 + HELD_MAX), type: 'stream.lost' }, fact(8 + HELD_MAX)]);
  });
});

describe('freshness', () => {
  test('is live once connected', () => {
    const { connect, freshness, listen } = openLine();
    listen();
    const states = freshness();

    connect();

    expect(states).toEqual([{ state: 'connecting' }, { state: 'live' }]);
  });

  test('is stale from the loss on, catching up after it, then live', () => {
    const { confirm, connect, freshness, gateway, message, scheduler } = follow();
    const states = freshness();
    scheduler.frame = 2_000;
    gateway.lineIs('lost');
    scheduler.frame = 5_000;
    gateway.lineIs('lost');

    connect();
    confirm();
    message(positioned(6));
    message(fact(6));

    expect(states).toEqual([
      { state: 'live' },
      { state: 'stale', since: 2_000 },
      { state: 'catchingUp' },
      { state: 'live' },
    ]);
  });

  test('updates the time of each loss', () => {
    const { confirm, connect, freshness, gateway, message, scheduler } = follow();
    const states = freshness();
    for (const at of [2_000, 9_000]) {
      scheduler.frame = at;
      gateway.lineIs('lost');
      connect();
      confirm();
      message(positioned(5));
    }

    expect(states.filter((freshness) => (freshness as { state: string }).state === 'stale')).toEqual([
      { state: 'stale', since: 2_000 },
      { state: 'stale', since: 9_000 },
    ]);
  });

  test("doesn't flicker for a page that resubscribes", () => {
    const { freshness, listen } = follow();
    const states = freshness();

    listen({ import_id: 3 });

    expect(states).toEqual([{ state: 'live' }]);
  });

  test('does not wait for a refused subscription', () => {
    const { connect, confirm, freshness, gateway, listen, message, receive } = follow();
    const identifier = JSON.stringify({ channel: 'NotificationsChannel', import_id: 3 });
    listen({ import_id: 3 });
    gateway.lineIs('lost');
    connect();
    confirm();
    message(positioned(5));

    receive({ type: 'reject_subscription', identifier });

    expect(freshness()).toEqual([{ state: 'live' }]);
  });
});
