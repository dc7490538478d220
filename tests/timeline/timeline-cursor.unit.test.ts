import { expect, test } from 'vitest';
import { readPlace, writePlace } from '../../server/features/timeline/timeline-cursor.ts';

const PLACE = { at: '2026-01-05T15:04:00.123456Z', source: 8, id: 42 };

test('a place reads as it was written', () => {
  expect(readPlace(writePlace(PLACE))).toEqual(PLACE);
});

const wire = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

test.each([
  ['no text of ours', 'nothing'],
  ['a day that is none', wire(['2026-02-31T15:04:00.123456Z', 8, 42])],
  ['a time without microseconds', wire(['2026-01-05T15:04:00Z', 8, 42])],
  ['SQL', wire(["now()'", 8, 42])],
  ['a source that overflows', wire(['2026-01-05T15:04:00.123456Z', 2 ** 31, 42])],
  ['a negative source', wire(['2026-01-05T15:04:00.123456Z', -1, 42])],
  ['an id that is none', wire(['2026-01-05T15:04:00.123456Z', 8, 0])],
])('%s is refused', (_what, text) => {
  expect(() => readPlace(text)).toThrow('This timeline position has expired.');
});
