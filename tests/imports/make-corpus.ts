// Writes tests/imports/corpus from what each file is to come to: node tests/imports/make-corpus.ts
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CASES } from './corpus-cases.ts';

const FOLDER = join(import.meta.dirname, 'corpus');
rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER);
const expected: Record<string, unknown> = {};
for (const { name, content, result } of await CASES()) {
  writeFileSync(join(FOLDER, name), content);
  expected[name] = result;
}
writeFileSync(join(FOLDER, 'expected.json'), `${JSON.stringify(expected, null, 2)}\n`);
