import { describe, expect, test } from 'vitest';
import { ROLES } from '#contract/access.contract.ts';
import { accountTypeOf, flagsOf, rolesOf } from '#rules/access/account-type.ts';

describe('an account type', () => {
  test('sub_admin sets the flags of sub_admin and admin, pool_holder of pool_holder and basic, any other its own', () => {
    expect(Object.fromEntries(ROLES.map((type) => [type, rolesOf(type)]))).toEqual({
      ...Object.fromEntries(ROLES.map((type) => [type, [type]])),
      sub_admin: ['sub_admin', 'admin'],
      pool_holder: ['pool_holder', 'basic'],
    });
  });

  test.each(ROLES)('%s is read back from the roles that it sets', (type) => {
    expect(accountTypeOf(rolesOf(type))).toBe(type);
    expect(accountTypeOf(rolesOf(type).toReversed())).toBe(type);
  });
});

test.each([
  [['sub_admin'], { admin: true, basic: false, manager: false, bu_admin: false }],
  [['pool_holder'], { admin: false, basic: true, manager: false, bu_admin: false }],
  [['manager'], { admin: false, basic: false, manager: true, bu_admin: false }],
] as const)('%s has the flags that the specification gates by', (roles, flags) => {
  expect(flagsOf(roles)).toEqual(flags);
});
