import { expect, test } from 'vitest';
import { CLOSED_PATHS, OPEN_PATHS } from '#rules/access/app-path.ts';
import { createAppRouter } from '../../src/views/_app/router.tsx';

test('every page of the router is either open to an answer or closed', () => {
  const { routesByPath } = createAppRouter(
    () => ({ allowed: true }) as never,
    () => null,
  );

  expect(Object.keys(routesByPath).toSorted()).toEqual([...OPEN_PATHS, ...CLOSED_PATHS].toSorted());
});
