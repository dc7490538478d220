import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Decision } from '#contract/compliance.contract.ts';
import { type Forecast, forecast } from '#rules/sequences/forecast.ts';
import { begun, eventOf, follow, planOf, type SequenceState } from '#rules/sequences/sequence.ts';

const HOUR = 3_600_000;
const START = Date.parse('2026-03-04T18:00:00Z');
const part = { recurrence: 'none', subject: '', body: 'Hi', format: 'text' } as const;

const decision = (at: Date, allowed: boolean, next: number | null): Decision => ({
  channel: 'text',
  purpose: 'automated',
  at: at.toISOString(),
  allowed,
  reason: allowed ? 'consented' : next === null ? 'withdrawn' : 'outside_hours',
  rule: null,
  evidence: { entry: null, clocks: [], places: [] },
  next_at: next === null ? null : new Date(next).toISOString(),
});

/** By the hour: nights are closed, and from one hour on they have opted out. */
const askWith =
  (optOut: number) =>
  (at: Date): Decision => {
    const hour = Math.floor((at.getTime() - START) / HOUR);
    if (hour >= optOut) return decision(at, false, null);
    const isNight = at.getUTCHours() < 14;
    return isNight ? decision(at, false, new Date(at).setUTCHours(14, 0, 0, 0)) : decision(at, true, null);
  };

/** The engine: it looks every so often, and dies between some looks without keeping what it did. */
function live(steps: number, looks: readonly { gap: number; dies: boolean }[], ask: (at: Date) => Decision) {
  const plan = planOf(
    { name: '', channel: 'sms', recurrence: 'none', parts: Array.from({ length: steps }, () => part) },
    false,
    'America/Chicago',
  );
  let kept: SequenceState = begun(START);
  let now = START;
  const sent: number[] = [];
  for (const { gap, dies } of looks) {
    now += gap * HOUR;
    let state = follow(plan, kept, { type: 'clock', now });
    if (state.stage === 'due') state = follow(plan, state, eventOf(plan, ask(new Date(now))));
    const isSent = state.stage === 'sending';
    if (isSent) state = follow(plan, state, { type: 'sent', now });
    if (dies) continue;
    if (isSent) sent.push(kept.step);
    kept = state;
  }
  return { plan, sent, kept, now };
}

const looks = fc.array(fc.record({ gap: fc.integer({ min: 0, max: 30 }), dies: fc.boolean() }), { maxLength: 60 });

test('whatever the clock does and wherever a process dies, each step is sent once, in order, and none after an opt-out', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), looks, fc.integer({ min: 0, max: 400 }), (steps, given, optOut) => {
      const { sent, kept } = live(steps, given, askWith(optOut));
      expect(sent).toEqual(Array.from({ length: sent.length }, (_, index) => index));
      expect(sent.length).toBeLessThanOrEqual(steps);
      if (kept.stage === 'done') expect(sent).toHaveLength(steps);
      if (kept.stage === 'ended') expect(kept.at).toBeNull();
      expect(['waiting', 'held', 'done', 'ended']).toContain(kept.stage);
    }),
    { seed: 20_260_304, numRuns: 500 },
  );
});

test('looked at every hour, what was forecast is what happens', () => {
  const hourly = Array.from({ length: 24 * 12 }, () => ({ gap: 1, dies: false }));
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 250 }), (steps, optOut) => {
      const ask = askWith(optOut);
      const { plan, sent, now } = live(steps, [{ gap: 0, dies: false }, ...hourly], ask);
      const seen: Forecast[] = forecast(plan, begun(START), { from: START, until: now }, ask);
      expect(seen.filter(({ outcome }) => outcome === 'sends').map(({ step }) => step)).toEqual(sent);
    }),
    { seed: 20_260_304, numRuns: 200 },
  );
});
