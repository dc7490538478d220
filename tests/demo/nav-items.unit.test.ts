import { expect, test } from 'vitest';
import { brandOf } from '#brands/brand.ts';
import { permissionsOf } from '#rules/access/permissions.ts';
import type { FeatureFacts } from '#rules/access/features.ts';
import { pagesFor } from '#rules/access/pages.ts';

function isThere(environment: FeatureFacts['environment'], role: 'admin' | 'manager'): boolean {
  const features: FeatureFacts = {
    brand: brandOf(''),
    environment,
    roles: [role],
    walletEnabled: false,
    maxPlus: null,
    isNamed: false,
    overrides: {},
  };
  return pagesFor({ permissions: permissionsOf([[role]]), features }).some(({ path }) => path === '/admin/demo');
}

test("the test console is in the admins' rail, in the demo world", () => {
  const places = (['development', 'demo', 'stage', 'production'] as const).map((environment) => [
    environment,
    isThere(environment, 'admin'),
    isThere(environment, 'manager'),
  ]);

  expect(places).toEqual([
    ['development', true, false],
    ['demo', true, false],
    ['stage', false, false],
    ['production', false, false],
  ]);
});
