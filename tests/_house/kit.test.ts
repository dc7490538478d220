import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

const KIT = join(import.meta.dirname, '../../src/views/_kit');
const GALLERY = join(KIT, 'gallery');

const sources = readdirSync(KIT, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.tsx'))
  .map((name) => join(KIT, name));

const namedIn = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/'(\.[^']+\.tsx)'/gu)].map(([, path = '']) =>
    normalize(join(dirname(file), path)),
  );

/** Parts on the page of the kit, alone or as a part of others. */
function shown(): Set<string> {
  const found = new Set(sources.filter((file) => dirname(file) === GALLERY));
  for (const file of found) for (const named of namedIn(file)) found.add(named);
  return found;
}

test('the page of the kit shows every component', () => {
  const onPage = shown();
  expect(sources.length).toBeGreaterThan(40);
  expect(sources.filter((file) => !onPage.has(file)).map((file) => basename(file))).toEqual([]);
});
