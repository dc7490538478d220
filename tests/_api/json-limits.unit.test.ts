import { describe, expect, test } from 'vitest';
import { excessOf } from '../../server/http/json-limits.ts';

const LIMITS = { bytes: 1_000, depth: 3, entries: 5 };

describe('the limits of JSON', () => {
  test.each([
    ['a text', '"a"'],
    ['the deepest form', '{"a":[{"b":1}]}'],
    ['as many entries as allowed', '[1,2,3,4,5]'],
    ['brackets and commas inside a text', '{"a":"[[[[{{{{,,,,,,,"}'],
    ['a quote inside a text', String.raw`{"a":"\"[[[[,,,,,,\\"}`],
    ['no JSON', 'a, b'],
    ['an unfinished text', String.raw`["\\\"`],
    ['siblings', '[[],[]]'],
  ])('allow %s', (_, text) => expect(excessOf(text, LIMITS)).toBeNull());

  test.each([
    ['one level more', '{"a":[{"b":[]}]}', 'depth'],
    ['brackets that never close', '['.repeat(100), 'depth'],
    ['one element more', '[1,2,3,4,5,6]', 'entries'],
    ['one key more', '{"a":0,"b":0,"c":0,"d":0,"e":0,"f":0}', 'entries'],
    ['entries at several levels', '[[1,2],[3,4]]', 'entries'],
    ['levels behind a text that ends with a backslash', String.raw`["\\",[[[]]]]`, 'depth'],
  ])('refuse %s', (_, text, excess) => expect(excessOf(text, LIMITS)).toBe(excess));
});
