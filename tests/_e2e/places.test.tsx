import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createAppRouter } from '../../src/views/_app/router.tsx';
import { PLACES } from './places.ts';

const VIEWS = join(import.meta.dirname, '../../src/views');
const places = Object.values(PLACES);

/** Routes that only lead on: nothing stays there to be seen. */
const LEADS_ON = ['/', '/_app', '/account'];

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

test('every route has a place to be looked at', () => {
  const router = createAppRouter(
    async () => ({ kind: 'allowed' }),
    () => null,
  );
  const routes = Object.keys(router.routesByPath).filter((path) => !LEADS_ON.includes(path));
  const seen = new Set(places.map(({ route }) => route));

  expect(routes.length).toBeGreaterThan(20);
  expect(routes.filter((path) => !seen.has(path))).toEqual([]);
});

test('every dialog, question, popover and menu has a place to be looked at', () => {
  const placesOf = (source: string) => places.filter(({ floats }) => floats.includes(source)).length;

  expect(floating.length).toBeGreaterThan(20);
  expect(floating.filter(([source, count]) => placesOf(source) < count)).toEqual([]);
});

test('no place names a route or a source that is gone', () => {
  const router = createAppRouter(
    async () => ({ kind: 'allowed' }),
    () => null,
  );
  const known = new Set([...Object.keys(router.routesByPath), ...floating.map(([source]) => source)]);
  const named = places.flatMap(({ route, floats }) => [...(route === null ? [] : [route]), ...floats]);

  expect(named.filter((name) => !known.has(name))).toEqual([]);
});
