import { expect, test } from 'vitest';
import { labelOf, PAGES, pathsOf } from '#rules/access/pages.ts';
import { createAppRouter } from '../../src/views/_app/router.tsx';

const { routesByPath } = createAppRouter(
  async () => ({ kind: 'allowed' }),
  () => null,
);

test('the router has exactly the pages of the table', () => {
  expect(Object.keys(routesByPath).toSorted()).toEqual(Object.keys(PAGES).toSorted());
});

test('pages of the rail have an icon, a name and a letter of their own', () => {
  const inRail = pathsOf(({ goto }) => goto !== undefined);

  expect(inRail.length).toBeGreaterThan(10);
  expect(inRail.filter((path) => routesByPath[path]?.options.staticData?.icon === undefined)).toEqual([]);
  expect(inRail.filter((path) => labelOf(path) === '')).toEqual([]);
  expect(new Set(inRail.map((path) => PAGES[path].goto)).size).toBe(inRail.length);
});
