import { describe, expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { EMAIL_REDIRECT_MS, REDIRECT_MS } from '#contract/chat.contract.ts';
import { type Departure, departureMachine } from '../../src/machines/chat/departure.machine.ts';

const TO: Departure = {
  kind: 'redirect',
  message: 'message 2',
  href: '/contacts',
  search: null,
  email: null,
  waitMs: REDIRECT_MS,
};

function depart(some: Partial<Departure> = {}) {
  const clock = new SimulatedClock();
  const opened: Departure[] = [];
  const machine = departureMachine.provide({ actions: { openPage: (_, to) => void opened.push(to) } });
  const actor = createActor(machine, { clock, input: { ...TO, ...some } }).start();
  return { clock, opened, actor, left: () => actor.getSnapshot().context.secondsLeft };
}

describe('a page that opens by itself', () => {
  test('counts whole seconds and opens once, after three of them', () => {
    const { clock, opened, actor, left } = depart();
    const seen = [left()];
    for (const ms of [999, 1, 1_000, 999]) {
      clock.increment(ms);
      seen.push(left());
    }
    expect([seen, opened]).toEqual([[3, 3, 2, 1, 1], []]);

    clock.increment(1);
    clock.increment(REDIRECT_MS);

    expect(opened).toEqual([TO]);
    expect(actor.getSnapshot().output).toEqual({ outcome: 'opened', message: 'message 2' });
  });

  test('opens after two seconds when it is of an e-mail', () => {
    const { clock, opened } = depart({ kind: 'email_template', waitMs: EMAIL_REDIRECT_MS });
    clock.increment(1_000);
    clock.increment(999);
    expect(opened.length).toBe(0);

    clock.increment(1);

    expect(opened.length).toBe(1);
  });

  test('opens immediately on request', () => {
    const { opened, actor } = depart();

    actor.send({ type: 'leaving.go' });

    expect(opened).toEqual([TO]);
  });

  test('never opens once it is cancelled', () => {
    const { clock, opened, actor } = depart();
    for (const ms of [1_000, 1_000, 999]) clock.increment(ms);

    actor.send({ type: 'leaving.cancel' });
    clock.increment(10_000);

    expect([opened, actor.getSnapshot().output?.outcome]).toEqual([[], 'cancelled']);
  });
});

test('a requested page opens immediately', () => {
  expect(depart({ kind: 'page', message: null, waitMs: 0 }).opened.length).toBe(1);
});

test.each([[REDIRECT_MS], [0]])('a path outside the app never opens, after %d ms', (waitMs) => {
  const { clock, opened, actor } = depart({ href: 'https://evil.example/contacts', waitMs });

  clock.increment(10_000);

  expect([opened, actor.getSnapshot().output]).toEqual([[], { outcome: 'refused', message: 'message 2' }]);
});
