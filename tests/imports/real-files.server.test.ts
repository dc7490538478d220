import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FilesDesk, openFilesDesk } from './real-files-desk.ts';

const FOLDER = join(import.meta.dirname, 'files');
const read = (name: string) => readFileSync(join(FOLDER, name));
const names = readdirSync(FOLDER).filter((name) => !name.endsWith('.json'));

let desk: FilesDesk;
beforeAll(async () => {
  desk = await openFilesDesk();
});
afterAll(() => desk.close());

test('there are twenty files', () => expect(names).toHaveLength(20));

describe('a file from the real world', () => {
  test.each(names)('%s comes in as expected', async (name) => {
    const outcome = await desk.bring(name, read(name));

    expect(outcome).toEqual(JSON.parse(read(name.replace(/\.\w+$/, '.expected.json')).toString()));
  });
});
