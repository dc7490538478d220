import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changedFields, type EventContent, isSameContent, mergeContent } from '#rules/integrations/event-content.ts';
import {
  ENDS,
  FIRST_STEP,
  MOST_RESTARTS,
  MOST_ROUNDS,
  nextStep,
  SYNC_STEPS,
  type SyncOutcome,
  type SyncPass,
  waitAfter,
} from '#rules/integrations/sync-pass.ts';

const OUTCOMES: readonly SyncOutcome[] = [
  { met: 'done' },
  { met: 'cursor_gone' },
  { met: 'changed' },
  { met: 'token_expired' },
  { met: 'grant_gone' },
  { met: 'quota', retryAfterMs: 5_000 },
  { met: 'away' },
  { met: 'refused' },
];

const walk = (...met: SyncOutcome['met'][]): SyncPass =>
  met.reduce<SyncPass>(
    (pass, one) => nextStep(pass, OUTCOMES.find((outcome) => outcome.met === one) ?? { met: 'done' }),
    FIRST_STEP,
  );

describe('a pass', () => {
  test.each<[string, SyncOutcome['met'][], SyncPass['step']]>([
    ['signs in, reads, writes', ['done', 'done', 'done'], 'synced'],
    ['renews a token once', ['done', 'token_expired', 'done', 'done', 'done'], 'synced'],
    [
      'needs its owner when the next token is refused, too',
      ['done', 'token_expired', 'done', 'token_expired'],
      'needs_you',
    ],
    ['needs its owner without a grant', ['grant_gone'], 'needs_you'],
    ['needs its owner when the grant ends at the renewal', ['done', 'token_expired', 'grant_gone'], 'needs_you'],
    ['reads all after a forgotten cursor', ['done', 'cursor_gone'], 'reading_all'],
    ['goes on reading after that', ['done', 'cursor_gone', 'done'], 'reading'],
    ['reads again what a write has met', ['done', 'done', 'changed'], 'reading'],
    ['waits for a quota', ['done', 'quota'], 'waiting'],
    ['waits for an answer', ['done', 'away'], 'waiting'],
    ['ends with a refusal', ['done', 'refused'], 'refused'],
  ])('%s', (_name, met, step) => expect(walk(...met).step).toBe(step));

  test('ends after any outcomes, and stays ended', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...OUTCOMES), { minLength: 200, maxLength: 400 }), (all) => {
        let pass = FIRST_STEP;
        for (const outcome of all) {
          const next = nextStep(pass, outcome);
          expect(SYNC_STEPS).toContain(next.step);
          if (ENDS.includes(pass.step)) expect(next).toBe(pass);
          expect(next.rounds).toBeLessThanOrEqual(MOST_ROUNDS);
          expect(next.restarts).toBeLessThanOrEqual(MOST_RESTARTS);
          pass = next;
        }
      }),
    );
  });

  test('every step is reached, and from every step an end is', () => {
    const seen = new Map<string, SyncPass>();
    const open = [FIRST_STEP];
    for (let pass = open.pop(); pass !== undefined; pass = open.pop()) {
      const key = JSON.stringify(pass);
      if (seen.has(key)) continue;
      seen.set(key, pass);
      for (const outcome of OUTCOMES) open.push(nextStep(pass, outcome));
    }
    expect(new Set([...seen.values()].map(({ step }) => step))).toEqual(new Set(SYNC_STEPS));
    for (const pass of seen.values()) {
      let at = pass;
      for (let step = 0; step < 6; step += 1) at = nextStep(at, { met: 'done' });
      expect(ENDS).toContain(at.step);
    }
  });

  test('waits as long as the provider asks, else longer each time up to an hour', () => {
    expect([waitAfter(0, null), waitAfter(1, null), waitAfter(20, null)]).toEqual([60_000, 120_000, 3_600_000]);
    expect([waitAfter(5, 90_000), waitAfter(5, 0)]).toEqual([90_000, 1_000]);
  });
});

const content = fc.record({
  title: fc.constantFrom('a', 'b', 'c'),
  place: fc.constantFrom('', 'x'),
  notes: fc.constantFrom('', 'n'),
  when: fc.record({
    all_day: fc.constant(false),
    start_local: fc.constantFrom('2027-03-01T09:00', '2027-03-01T10:00', '2027-03-02T09:00'),
    end_local: fc.constant('2027-03-03T10:00'),
    zone: fc.constant('America/New_York'),
    rule: fc.constantFrom('', 'FREQ=WEEKLY'),
    repeat_until: fc.constant(null),
    excluded: fc.constant([]),
  }),
}) as fc.Arbitrary<EventContent>;

const at = fc.integer({ min: 0, max: 3 }).map((hour) => new Date(hour * 3_600_000));

describe('two changes of an event', () => {
  test('are joined: what one side alone has changed is kept, and what is lost is told', () => {
    fc.assert(
      fc.property(content, content, content, at, at, (base, mine, theirs, mineAt, theirsAt) => {
        const { content: merged, lost } = mergeContent(
          base,
          { content: mine, at: mineAt },
          { content: theirs, at: theirsAt },
        );
        const [ours, others] = [changedFields(base, mine), changedFields(base, theirs)];
        const kept = mineAt > theirsAt ? mine : theirs;
        for (const field of changedFields(base, merged)) expect([...ours, ...others]).toContain(field);
        for (const field of ours) if (!others.includes(field)) expect(merged[field]).toEqual(mine[field]);
        for (const field of others) if (!ours.includes(field)) expect(merged[field]).toEqual(theirs[field]);
        for (const field of lost?.fields ?? []) expect(merged[field]).toEqual(kept[field]);
        if (lost === null) for (const field of ours) expect(changedFields(merged, mine)).not.toContain(field);
      }),
    );
  });

  test('that are the same are no conflict, and one that is none changes nothing', () => {
    fc.assert(
      fc.property(content, content, at, at, (base, one, a, b) => {
        const same = mergeContent(base, { content: one, at: a }, { content: one, at: b });
        expect([isSameContent(same.content, one), same.lost]).toEqual([true, null]);
        const alone = mergeContent(base, { content: one, at: a }, { content: base, at: b });
        expect([isSameContent(alone.content, one), alone.lost]).toEqual([true, null]);
      }),
    );
  });

  test('a whole day is a date in every zone', () => {
    const day = {
      all_day: true,
      start_local: '2027-03-01T00:00',
      end_local: '2027-03-02T00:00',
      rule: '',
      repeat_until: null,
      excluded: [],
    };
    const words = { title: 'a', place: '', notes: '' };
    const [a, b] = ['UTC', 'America/Chicago'].map((zone) => ({ ...words, when: { ...day, zone } }));
    expect(a !== undefined && b !== undefined && isSameContent(a, b)).toBe(true);
  });
});
