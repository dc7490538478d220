import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type CorpusResult, readCorpusFile } from './read-corpus.ts';

const FOLDER = join(import.meta.dirname, 'corpus');
const expected = JSON.parse(readFileSync(join(FOLDER, 'expected.json')).toString()) as Record<
  string,
  Partial<CorpusResult>
>;
const names = readdirSync(FOLDER).filter((name) => name !== 'expected.json');

test('every file of the corpus has its result', () =>
  expect(names.toSorted()).toEqual(Object.keys(expected).toSorted()));

describe('a file of the corpus', () => {
  test.each(names)('%s', async (name) => {
    const wanted = expected[name] ?? {};
    const read = await readCorpusFile(readFileSync(join(FOLDER, name)));

    expect(Object.fromEntries(Object.entries(read).filter(([key]) => key in wanted))).toEqual(wanted);
  });
});
