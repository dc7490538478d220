import { expect, test } from 'vitest';
import { byDay } from '../../src/views/timeline/days.ts';

const ZONE = 'America/New_York';
const NOW = '2026-11-21T15:00:00Z';

test('entries stand under their day, as the zone has it', () => {
  const at = ['2026-11-21T14:00:00Z', '2026-11-21T04:30:00Z', '2026-11-20T15:00:00Z', '2026-11-17T20:40:00Z'];

  expect(
    byDay(
      at.map((instant) => ({ at: instant })),
      ZONE,
      NOW,
    ),
  ).toEqual([
    { label: 'Today', entries: [{ at: at[0] }] },
    { label: 'Yesterday', entries: [{ at: at[1] }, { at: at[2] }] },
    { label: 'Tuesday, 11/17/2026', entries: [{ at: at[3] }] },
  ]);
});
