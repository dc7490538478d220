import { describe, expect, test } from 'vitest';
import { mapColumn, mappingFault } from '../../src/machines/imports/mapping.ts';
import { nextStep } from '../../src/machines/imports/next-step.ts';
import { refusalOf } from '../../src/machines/imports/refusal.ts';
import { addsUp } from '../../src/machines/imports/sum-check.ts';
import { reasonWords } from '../../src/views/imports/rows/reason-words.ts';
import { scaleTop } from '../../src/views/live/throughput-line.ts';
import { timeLeftMs } from '../../src/machines/imports/time-left.ts';

describe('time left', () => {
  test('follows the pace of the last seconds', () => {
    expect(timeLeftMs({ total_rows: 12_431, done_rows: 8_412, rate: 84, active_ms: 1 })).toBe(47_846);
  });

  test('follows the pace of all the work while the last seconds say nothing', () => {
    expect(timeLeftMs({ total_rows: 300, done_rows: 100, rate: 0, active_ms: 10_000 })).toBe(20_000);
  });

  test('is unknown before the first chunk and before the check', () => {
    expect(timeLeftMs({ total_rows: 300, done_rows: 0, rate: 0, active_ms: 0 })).toBeNull();
    expect(timeLeftMs({ total_rows: null, done_rows: 0, rate: 5, active_ms: 9 })).toBeNull();
  });

  test('is nothing at the end', () => {
    expect(timeLeftMs({ total_rows: 300, done_rows: 300, rate: 0, active_ms: 0 })).toBe(0);
  });
});

test('the sum tells a row without an outcome', () => {
  const counts = { created: 1, updated: 2, skipped: 3, problems: 4 };

  expect(addsUp({ counts, done_rows: 10 })).toBe(true);
  expect(addsUp({ counts, done_rows: 11 })).toBe(false);
});

test('the next step before a file is the upload', () => {
  expect([nextStep(null), nextStep('draft'), nextStep('checked'), nextStep('paused')]).toEqual([
    'upload',
    'match',
    'check',
    'import',
  ]);
});

describe('a mapping', () => {
  test('leaves a column out', () => {
    expect(mapColumn({ '0': 'phone', '1': 'email' }, 0, null)).toEqual({ '1': 'email' });
  });

  test('that matches nothing has a fault', () => {
    expect(mappingFault({})).toEqual({ kind: 'nothingMatched' });
  });

  test('with a way to reach somebody has none', () => {
    expect(mappingFault({ '4': 'email' })).toBeNull();
  });
});

test('what is no ApiError counts as a server out of reach', () => {
  expect(refusalOf(undefined)).toEqual({
    text: "Can't reach the server. Your work is safe. Try again.",
    missing: false,
    again: false,
    requestId: null,
  });
});

describe('reasons in words', () => {
  test.each([
    ['new', '', 'New contact'],
    ['fields_changed', 'phone,city,zip_code', 'Phone, city and ZIP code changed'],
    ['fields_changed', '', 'Fields changed'],
    ['same_as_earlier_row', '2061', 'Same as row 2,061'],
    ['text_too_long', 'notes', 'Notes is too long'],
    ['value_unknown', 'state', 'Unknown state'],
    ['value_unknown', 'zip_code', 'Unknown ZIP code'],
    ['phone_unreadable', 'phone', 'Invalid phone'],
  ] as const)('%s %s', (reason, detail, words) => {
    expect(reasonWords(reason, detail)).toBe(words);
  });
});

test('the scale of the line ends at a round number above its highest point', () => {
  const points = (rows_per_second: number) => [{ at: '2026-11-19T19:05:00Z', rows_per_second }];

  expect([0, 84, 211, 7_000].map((rate) => scaleTop(points(rate)))).toEqual([3, 120, 240, 12_000]);
});
