import { expect, test } from 'vitest';
import type { CheckRow } from '../../server/features/imports/rows/import-rows.sql.ts';
import { CheckRoom } from '../../server/features/imports/run/check-room.ts';

/** Keeps rows of one cell, and returns how many it has then. */
function keep(room: CheckRoom, count: number, isRefused: boolean, cell = 'x'): number {
  for (let index = 0; index < count; index += 1) room.keep({ cells: [cell] } as unknown as CheckRow, isRefused);
  return room.rows.length;
}

test('a check lists 10,000 rows', () => expect(keep(new CheckRoom(), 10_001, true)).toBe(10_000));

test('rows with an unread cell leave half of the room to rows that are refused', () => {
  const room = new CheckRoom();
  expect(keep(room, 10_001, false)).toBe(5_000);
  expect(keep(room, 3, true)).toBe(5_003);
});

test('long cells fill the room, too', () => {
  const room = new CheckRoom();
  const cell = 'x'.repeat(1024 * 1024);
  expect(keep(room, 20, false, cell)).toBe(9);
  expect(keep(room, 20, true, cell)).toBe(17);
});
