import { expect, test } from 'vitest';
import {
  begun,
  follow,
  planOf,
  type SequenceEvent,
  type SequenceState,
  type Stage,
} from '#rules/sequences/sequence.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.parse('2026-03-04T18:00:00Z');
const part = { recurrence: 'none', subject: '', body: 'Hi', format: 'text' } as const;
const content = { name: '', channel: 'sms', recurrence: 'none', parts: [part, part] } as const;

/** Everything that can happen at a time: the clock, an answer, a send, an end. */
const eventsAt = (now: number): SequenceEvent[] => [
  { type: 'pinned' },
  { type: 'clock', now },
  { type: 'allowed' },
  { type: 'later', until: now + HOUR, note: 'Night.' },
  { type: 'sent', now },
  { type: 'end', reason: 'stopped', note: 'Stopped.' },
];

/** What each stage may become by one event, reviewed. */
const NEXT: Readonly<Record<Stage, readonly Stage[]>> = {
  waiting: ['due', 'ended'],
  due: ['sending', 'held', 'ended'],
  sending: ['waiting', 'done', 'ended'],
  held: ['due', 'ended'],
  done: [],
  ended: [],
};

test.each([false, true])('is walked through every stage and way between them (of a day: %s)', (isOfDay) => {
  const plan = planOf({ ...content, parts: [...content.parts] }, isOfDay, 'America/Chicago');
  const seen = new Map<string, SequenceState>();
  const ways = new Set<string>();
  const waiting: SequenceState[] = [begun(START)];
  for (let state = waiting.pop(); state !== undefined; state = waiting.pop()) {
    const key = JSON.stringify(state);
    if (seen.has(key)) continue;
    seen.set(key, state);
    for (const now of [START, START + DAY, START + 2 * DAY, START + 40 * DAY]) {
      for (const event of eventsAt(now)) {
        const next = follow(plan, state, event);
        if (next.stage !== state.stage) ways.add(`${state.stage} ${next.stage}`);
        expect(next.at === null).toBe(next.stage === 'done' || next.stage === 'ended');
        expect(next.step - state.step).toBe(state.stage === 'sending' && event.type === 'sent' ? 1 : 0);
        expect((next.reason === '') === (next.stage !== 'ended')).toBe(true);
        if (next.step <= plan.steps.length) waiting.push(next);
      }
    }
  }

  const expected = Object.entries(NEXT).flatMap(([from, to]) => to.map((stage) => `${from} ${stage}`));
  expect([...ways].toSorted()).toEqual(expected.toSorted());
  expect(seen.size).toBeGreaterThan(20);
});
