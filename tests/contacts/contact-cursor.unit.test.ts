import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCursor, writeCursor } from '../../server/features/contacts/list/contact-cursor.ts';

const START = { before: 0, close: false };
const ORDER = { order_field: 'last_name', order: 'asc' } as const;

test('a cursor reads as it was written and fits the contract, however long the key', () => {
  const cursors = fc.record({
    backward: fc.boolean(),
    id: fc.integer({ min: 1, max: 2 ** 50 }),
    key: fc.string({ unit: 'binary', maxLength: 205 }),
    page: fc.integer({ min: 1, max: 1e9 }),
    before: fc.integer({ min: 0, max: 1e9 }),
    close: fc.boolean(),
  });

  fc.assert(
    fc.property(cursors, (cursor) => {
      const text = writeCursor(ORDER, cursor);
      const read = readCursor(ORDER, text);

      expect(text.length).toBeLessThanOrEqual(600);
      expect([cursor.key, null]).toContain(read.key);
      expect({ ...read, key: cursor.key }).toEqual(cursor);
    }),
  );
});

test('a short key stays in the cursor', () => {
  const cursor = { backward: false, id: 7, key: 'trevino\u0001ana', page: 2, ...START };

  expect(readCursor(ORDER, writeCursor(ORDER, cursor))).toEqual(cursor);
});

test.each([{ order_field: 'city', order: 'asc' } as const, { order_field: 'last_name', order: 'desc' } as const])(
  'a cursor of another order than %o is refused',
  (other) => {
    const text = writeCursor(ORDER, { backward: false, id: 7, key: 'a', page: 2, ...START });

    expect(() => readCursor(other, text)).toThrow('has expired');
  },
);

test.each(['abc', '2026-02-31 10:00:00+00', '2026-11-21 10:00:00', "2026-11-21 10:00:00+00'"])(
  'a cursor whose instant is “%s” is refused',
  (key) => {
    const order = { order_field: 'created_at', order: 'asc' } as const;
    const text = writeCursor(order, { backward: false, id: 7, key, page: 2, ...START });

    expect(() => readCursor(order, text)).toThrow('has expired');
  },
);

test.each(['-infinity', '2026-11-21 10:00:00+00', '2026-11-21 10:00:00.123456+00'])(
  'a cursor whose instant is “%s” is read',
  (key) => {
    const order = { order_field: 'last_touch_at', order: 'desc' } as const;
    const cursor = { backward: false, id: 7, key, page: 2, ...START };

    expect(readCursor(order, writeCursor(order, cursor))).toEqual(cursor);
  },
);
