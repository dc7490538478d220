import { describe, expect, test } from 'vitest';
import { ROLES, type Role } from '#contract/access.contract.ts';
import { LOGIN_TYPES, type LoginType } from '#contract/users.contract.ts';
import { rolesOf } from '#rules/access/account-type.ts';
import { type ActingLevel, type ActingReach, loginTypesOf, markerOf, mayActFor, rankOf } from '#rules/access/acting.ts';

const EVERYWHERE: ActingReach = { sameAccount: true, sameBusinessUnit: true, below: true, assigned: true };
const NOWHERE: ActingReach = { sameAccount: false, sameBusinessUnit: false, below: false, assigned: false };

let ids = 0;
const level = (type: Role, reach: Partial<ActingReach> = EVERYWHERE): ActingLevel => {
  ids += 1;
  return { userId: ids, roles: rolesOf(type), ...NOWHERE, ...reach };
};

const ask = (levels: readonly ActingLevel[], target: Role, loginType: LoginType, active = true) =>
  mayActFor({ levels, target: { userId: 0, roles: rolesOf(target), active }, loginType });

const outcome = (...asked: Parameters<typeof ask>) => {
  const answer = ask(...asked);
  return answer.allowed ? 'allowed' : answer.obstacle;
};

const AGENTS: readonly Role[] = ['telemarketer', 'agent', 'basic', 'pool_holder'];
const BELOW_MANAGER: readonly Role[] = ['district_manager', 'field_manager', ...AGENTS];
const BELOW_BU_ADMIN: readonly Role[] = ['regional_manager', 'manager', ...BELOW_MANAGER];
const BELOW_RM: readonly Role[] = ['bu_admin', ...BELOW_BU_ADMIN];
const BELOW_SUB_ADMIN: readonly Role[] = ['relationship_manager', ...BELOW_RM];

/** Handwritten: targets of each role when all users are in reach; absent means none. */
const ALLOWED: Readonly<Record<LoginType, Readonly<Partial<Record<Role, readonly Role[]>>>>> = {
  login_as: {
    admin: ['sub_admin', ...BELOW_SUB_ADMIN],
    sub_admin: BELOW_SUB_ADMIN,
    bu_admin: BELOW_BU_ADMIN,
    manager: BELOW_MANAGER,
  },
  impersonate: {
    admin: ['sub_admin', ...BELOW_SUB_ADMIN],
    sub_admin: BELOW_SUB_ADMIN,
    relationship_manager: BELOW_RM,
  },
};

describe.each(LOGIN_TYPES)('%s', (loginType) => {
  test.each(ROLES)('%s acts for exactly those below', (actor) => {
    const allowed = ROLES.filter((target) => ask([level(actor)], target, loginType).allowed);

    expect(allowed.toSorted()).toEqual([...(ALLOWED[loginType][actor] ?? [])].toSorted());
  });

  test.each(ROLES)('%s acts through another for nobody for whom either may not act', (bottom) => {
    const wrong = ROLES.flatMap((top) =>
      ROLES.filter((target) => {
        const both = [bottom, top].every((role) => ALLOWED[loginType][role]?.includes(target) ?? false);
        return ask([level(bottom), level(top)], target, loginType).allowed !== both;
      }),
    );

    expect(wrong).toEqual([]);
  });
});

describe('reach', () => {
  const KINDS = ['sameAccount', 'sameBusinessUnit', 'below', 'assigned'] as const;
  const waysOf = (actor: Role, loginType: LoginType) =>
    KINDS.filter((kind) => ask([level(actor, { [kind]: true })], 'agent', loginType).allowed);

  test.each<[Role, LoginType, readonly string[]]>([
    ['admin', 'login_as', ['sameAccount', 'assigned']],
    ['admin', 'impersonate', ['sameAccount', 'assigned']],
    ['sub_admin', 'login_as', ['sameAccount', 'assigned']],
    ['bu_admin', 'login_as', ['sameBusinessUnit']],
    ['manager', 'login_as', ['below']],
    ['relationship_manager', 'impersonate', ['assigned']],
  ])('of %s by %s is given by %j', (actor, loginType, kinds) => {
    expect(waysOf(actor, loginType)).toEqual(kinds);
  });

  test('must be there for everybody in the stack', () => {
    const stack = [level('admin'), level('manager', { sameAccount: true })];

    expect(outcome(stack, 'agent', 'login_as')).toBe('reach');
  });

  test('and rank must come from one and the same role', () => {
    const both: ActingLevel = { userId: 7, roles: ['manager', 'bu_admin'], ...NOWHERE, below: true };

    expect(outcome([both], 'regional_manager', 'login_as')).toBe('rank');
    expect(outcome([{ ...both, sameBusinessUnit: true }], 'regional_manager', 'login_as')).toBe('allowed');
  });
});

describe('nobody acts', () => {
  test('more than two deep', () => {
    expect(outcome([level('admin'), level('bu_admin'), level('manager')], 'agent', 'login_as')).toBe('depth');
  });

  test('without a stack, as an API key has none', () => {
    expect(outcome([], 'agent', 'login_as')).toBe('loginType');
  });

  test('for somebody who stands in the stack already', () => {
    const target = { userId: 5, roles: ['agent'] as const, active: true };
    const levels = [{ ...level('admin'), userId: 5 }, level('manager')];

    expect(mayActFor({ levels, target, loginType: 'login_as' })).toEqual({
      allowed: false,
      obstacle: 'self',
      reason: "You can't log in as yourself.",
    });
  });

  test('for a deactivated person', () => {
    expect(outcome([level('admin')], 'agent', 'login_as', false)).toBe('inactive');
  });

  test('and learns nothing of people out of reach', () => {
    expect([true, false].map((active) => outcome([level('manager', {})], 'admin', 'login_as', active))).toEqual([
      'reach',
      'reach',
    ]);
  });
});

test('a sub_admin ranks below an admin, and the highest of several roles counts', () => {
  expect([rankOf(['admin']), rankOf(['sub_admin', 'admin']), rankOf(['agent', 'manager']), rankOf([])]).toEqual([
    100, 90, 50, 0,
  ]);
});

test('each role has its ways of acting', () => {
  expect(Object.fromEntries(ROLES.map((role) => [role, loginTypesOf(rolesOf(role))]))).toEqual({
    admin: ['login_as', 'impersonate'],
    sub_admin: ['login_as', 'impersonate'],
    bu_admin: ['login_as'],
    manager: ['login_as'],
    regional_manager: [],
    district_manager: [],
    field_manager: [],
    telemarketer: [],
    agent: [],
    basic: [],
    pool_holder: [],
    relationship_manager: ['impersonate'],
  });
});

test('each way has its marker', () => {
  const markers = ROLES.flatMap((role) =>
    LOGIN_TYPES.map((type) => [role, type, markerOf(rolesOf(role), type)] as const).filter(([, , marker]) => marker),
  );

  expect(markers).toEqual([
    ['admin', 'login_as', 'logged_as_admin'],
    ['admin', 'impersonate', 'impersonating'],
    ['sub_admin', 'login_as', 'logged_as_admin'],
    ['sub_admin', 'impersonate', 'impersonating'],
    ['bu_admin', 'login_as', 'logged_as_bu_admin'],
    ['manager', 'login_as', 'logged_as_manager'],
    ['relationship_manager', 'impersonate', 'impersonating_as_rm'],
  ]);
});
