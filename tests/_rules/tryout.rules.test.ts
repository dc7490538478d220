import { expect, test } from 'vitest';
import { isTryout } from '#rules/access/tryout.ts';

test('demo and development are only for trying out, stage and production are for use', () => {
  expect((['development', 'demo', 'stage', 'production'] as const).map((appEnv) => isTryout(appEnv))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
