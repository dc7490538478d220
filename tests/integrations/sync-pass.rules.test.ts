import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changedFields, type EventContent, isSameContent, mergeContent } from '#rules/integrations/event-content.ts';
import {
  endOf,
  firstStep,
  MOST_ROUNDS,
  nextStep,
  type SyncEnd,
  type SyncEvent,
  type SyncPass,
  waitAfter,
} from '#rules/integrations/sync-pass.machine.ts';

type Met = SyncEvent['type'];

const walk = (...met: Met[]): SyncPass =>
  met.reduce(
    (pass, type) => nextStep(pass, type === 'sync.quota' ? { type, retryAfterMs: 90_000 } : { type }),
    firstStep({ failures: 2, everyMs: 600_000 }),
  );

describe('a pass', () => {
  test.each<[string, Met[], SyncPass['value']]>([
    ['signs in, reads, writes series, then the rest', ['sync.done', 'sync.done', 'sync.done'], 'writingParts'],
    ['ends when all is written', Array<Met>(4).fill('sync.done'), 'synced'],
    ['reads again what the rest has met', ['sync.done', 'sync.done', 'sync.done', 'sync.changed'], 'reading'],
    ['renews a token once', ['sync.done', 'sync.tokenExpired', ...Array<Met>(4).fill('sync.done')], 'synced'],
    [
      'needs its owner when the next token is refused, too',
      ['sync.done', 'sync.tokenExpired', 'sync.done', 'sync.tokenExpired'],
      'needsOwner',
    ],
    ['needs its owner when the grant ends at the renewal', ['sync.tokenExpired', 'sync.grantGone'], 'needsOwner'],
    ['starts over after a forgotten cursor', ['sync.done', 'sync.cursorGone'], 'startingOver'],
    ['reads all after that', ['sync.done', 'sync.cursorGone', 'sync.done'], 'reading'],
    ['reads again what a write has met', ['sync.done', 'sync.done', 'sync.changed'], 'reading'],
    [
      'leaves to the next pass what keeps changing',
      ['sync.done', ...Array.from({ length: MOST_ROUNDS + 1 }, () => ['sync.done', 'sync.changed'] as const).flat()],
      'synced',
    ],
    ['stays ended', ['sync.refused', 'sync.done'], 'refused'],
  ])('%s', (_name, met, step) => expect(walk(...met).value).toBe(step));

  test.each<[Met[], SyncEnd]>([
    [Array<Met>(4).fill('sync.done'), { problem: null, failures: 0, dueInMs: 600_000 }],
    [['sync.quota'], { problem: 'quota', failures: 3, dueInMs: 90_000 }],
    [['sync.away'], { problem: 'away', failures: 3, dueInMs: 240_000 }],
    [['sync.refused'], { problem: 'refused', failures: 3, dueInMs: 240_000 }],
    [['sync.grantGone'], { problem: 'sign_in', failures: 3, dueInMs: null }],
  ])('that meets %s ends so', (met, end) => expect(endOf(walk(...met))).toEqual(end));

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
