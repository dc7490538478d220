import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PAGES, pathsOf } from '#rules/access/pages.ts';
import { PLACES } from './places.ts';

const VIEWS = join(import.meta.dirname, '../../src/views');
const places = Object.values(PLACES);

/** The parts of the kit that float; what renders one of them is a dialog of its own. */
const FLOATING = /<(Dialog|AlertDialog|Popover|Menu|dialog)\b/gu;
const PARTS = ['_kit/overlays/Dialog', '_kit/overlays/AlertDialog', '_kit/overlays/Popover', '_kit/overlays/Menu'];

/** Sources under src/views by how many dialogs, questions, popovers and menus they render. */
const floating = readdirSync(VIEWS, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx'))
  .map(
    (file) => [file.replace('.tsx', ''), readFileSync(join(VIEWS, file), 'utf8').match(FLOATING)?.length ?? 0] as const,
  )
  .filter(([source, count]) => count > 0 && !PARTS.includes(source));

test('every page has a place to be looked at', () => {
  const pages = pathsOf(({ isEmpty }) => isEmpty !== true);
  const seen = new Set(places.map(({ route }) => route));

  expect(pages.length).toBeGreaterThan(20);
  expect(pages.filter((path) => !seen.has(path))).toEqual([]);
});

test('every dialog, question, popover and menu has a place to be looked at', () => {
  const placesOf = (source: string) => places.filter(({ floats }) => floats.includes(source)).length;

  expect(floating.length).toBeGreaterThan(20);
  expect(floating.filter(([source, count]) => placesOf(source) < count)).toEqual([]);
});

test('no place names a page or a source that is gone', () => {
  const known = new Set([...Object.keys(PAGES), ...floating.map(([source]) => source)]);
  const named = places.flatMap(({ route, floats }) => [...(route === null ? [] : [route]), ...floats]);

  expect(named.filter((name) => !known.has(name))).toEqual([]);
});
