import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type RowKeys, rowKeys } from '../../src/views/contacts/list/row-keys.ts';

const NONE: RowKeys = new Map();
const keysOf = (keys: RowKeys) => [...keys.values()];

test('the first rows have keys by their place', () => {
  expect([...rowKeys([7, 9, 4], NONE)]).toEqual([
    [7, 0],
    [9, 1],
    [4, 2],
  ]);
});

test('another page takes the keys of this one, place by place', () => {
  const page = rowKeys([7, 9, 4], NONE);

  expect(keysOf(rowKeys([1, 2, 3], page))).toEqual([0, 1, 2]);
});

test("a staying row keeps its key, and a new one takes no other's", () => {
  const page = rowKeys([7, 9, 4], NONE);

  expect([...rowKeys([5, 7, 4], page)]).toEqual([
    [5, 3],
    [7, 0],
    [4, 2],
  ]);
});

test('through all changes, keys are unique and staying rows keep theirs', () => {
  const page = fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { maxLength: 20 });
  fc.assert(
    fc.property(fc.array(page, { minLength: 2, maxLength: 6 }), (pages) => {
      let before = NONE;
      for (const ids of pages) {
        const now = rowKeys(ids, before);
        expect(new Set(now.values()).size).toBe(ids.length);
        for (const id of ids) if (before.has(id)) expect(now.get(id)).toBe(before.get(id));
        before = now;
      }
    }),
  );
});
