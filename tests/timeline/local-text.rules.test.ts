import { expect, test } from 'vitest';
import { instantOfLocal, localText } from '#rules/time/local-text.ts';

const CHICAGO = 'America/Chicago';

test('an instant and the text of a date and time field are each other, by the clocks of the zone', () => {
  const at = Date.parse('2026-03-08T13:05:00Z');

  expect([localText(CHICAGO, at), instantOfLocal(CHICAGO, localText(CHICAGO, at))]).toEqual(['2026-03-08T08:05', at]);
});

test.each(['', '2026-03-08', '2026-13-08T08:05', 'T08:05'])('%j is no time', (text) => {
  expect(instantOfLocal(CHICAGO, text)).toBeNull();
});
