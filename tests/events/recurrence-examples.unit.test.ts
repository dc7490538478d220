import { describe, expect, test } from 'vitest';
import { readRule } from '#rules/events/recurrence-rule.ts';
import { occurrencesIn } from '../../server/features/events/recurrence.ts';
import examples from './recurrence-examples.json' with { type: 'json' };

/**
 * Examples of RFC 5545, section 3.8.5.3, but those by the hour, and rules of the test suite of python-dateutil; both with
 * what dateutil 2.9 answers. BYWEEKNO alone is left out: dateutil takes all of the week, the RFC the weekday of the start. Each has its first day, rule, last day, and the first days, or how many, the first and the last.
 */
type Example = readonly [start: string, rule: string, until: string | null, days: readonly (string | number)[]];

const YEARS = [Date.parse('1996-01-01T00:00Z'), Date.parse('2041-01-01T00:00Z')] as const;
/** Days that an endless rule has in the examples. */
const SHOWN = 12;

function daysOf([start, rule, until]: Example): (string | number)[] {
  const schedule = {
    all_day: false,
    start_local: `${start}T09:00`,
    end_local: `${start}T10:00`,
    zone: 'America/New_York',
    rule: readRule(rule) ?? '',
    repeat_until: until,
    excluded: [],
  };
  const found = occurrencesIn(schedule, ...YEARS).map(({ start_local: at }) => at.slice(0, 10));
  if (until === null && !rule.includes('COUNT')) return found.slice(0, SHOWN);
  return found.length > SHOWN ? [found.length, found[0] ?? '', found.at(-1) ?? ''] : found;
}

describe.each(Object.entries(examples) as unknown as [string, Example[]][])('%s', (_, all) =>
  test.each(all)('from %s: %s until %s', (...example) => expect(daysOf(example)).toEqual(example[3])),
);
