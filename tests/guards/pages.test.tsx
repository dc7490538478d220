import { expect, test } from 'vitest';
import { labelOf, PAGES, pathsOf } from '#rules/access/pages.ts';
import { PAGE_ICONS } from '../../src/views/_app/nav-items.ts';
import { createAppRouter } from '../../src/views/_app/router.tsx';

test('the router has exactly the pages of the table', async () => {
  const router = createAppRouter(
    async () => ({ kind: 'allowed' }),
    () => null,
  );

  await router.options.context.addRoutes();

  expect(Object.keys(router.routesByPath).toSorted()).toEqual(Object.keys(PAGES).toSorted());
});

test('pages of the rail have an icon, a name and a letter of their own', () => {
  const inRail = pathsOf(({ goto }) => goto !== undefined);

  expect(inRail.length).toBeGreaterThan(10);
  expect(inRail.filter((path) => PAGE_ICONS[path] === undefined)).toEqual([]);
  expect(inRail.filter((path) => labelOf(path) === '')).toEqual([]);
  expect(new Set(inRail.map((path) => PAGES[path].goto)).size).toBe(inRail.length);
});
