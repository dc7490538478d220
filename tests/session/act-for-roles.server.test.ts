import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROLES, type Role } from '#contract/access.contract.ts';
import { LOGIN_TYPES, type LoginType } from '#contract/users.contract.ts';
import { loadConfig } from '../../server/config.ts';
import { actFor } from '../../server/features/session/identity-stack.service.ts';
import { Refusal } from '../../server/errors.ts';
import { openDatabase, type TestDatabase } from '../_db/database.ts';
import { type Member, type Staff, staffOf } from './staff.ts';

let database: TestDatabase;
let staff: Staff;
const now = () => new Date();
const log = pino({ level: 'silent' });
const config = loadConfig({ APP_ENV: 'development' });

/** All users are as low as possible: of this account and unit, below each actor, in an assigned account. */
let targets: Record<Role, Member>;
let tokens: Record<Role, string>;
let elsewhere: Record<Role, Member>;

beforeAll(async () => {
  database = await openDatabase();
  staff = staffOf(database.pool, { pool: database.appPool, now, log });
  const place = await staff.agency();
  const far = await staff.agency();
  let above: Member | null = null;
  const actors: [Role, Member][] = [];
  for (const role of ROLES) {
    above = await staff.hire(role, place, above);
    await staff.assign(above, place.accountId);
    actors.push([role, above]);
  }
  const hireAll = async (unit: typeof place, over: Member | null) => {
    const hired = await Promise.all(ROLES.map(async (role) => [role, await staff.hire(role, unit, over)] as const));
    return Object.fromEntries(hired) as Record<Role, Member>;
  };
  targets = await hireAll(place, above);
  elsewhere = await hireAll(far, null);
  const signedIn = await Promise.all(actors.map(async ([role, actor]) => [role, await staff.signIn(actor)] as const));
  tokens = Object.fromEntries(signedIn) as Record<Role, string>;
});
afterAll(() => database.close());

const AGENTS: readonly Role[] = ['telemarketer', 'agent', 'basic', 'pool_holder'];
const BELOW_MANAGER: readonly Role[] = ['district_manager', 'field_manager', ...AGENTS];
const BELOW_BU_ADMIN: readonly Role[] = ['regional_manager', 'manager', ...BELOW_MANAGER];
const BELOW_RM: readonly Role[] = ['bu_admin', ...BELOW_BU_ADMIN];
const BELOW_SUB_ADMIN: readonly Role[] = ['relationship_manager', ...BELOW_RM];

/** Handwritten, from promise P6; absent means none. */
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

/** Answers how it went, and takes the step back. */
async function tryStep(actor: Role, target: Member, loginType: LoginType): Promise<string> {
  const deps = { pool: database.appPool, now, config };
  const identity = await staff.identity(tokens[actor]);
  try {
    const step = { loginType, reason: 'a look at the book' };
    const { marker, user } = await actFor(deps, identity, target.id, step, 'test');
    await database.pool.query('update sessions set ended_at = now() where user_id = $1', [target.id]);
    tokens[actor] = await staff.signIn({ ...target, id: identity.userId, accountId: identity.accountId });
    return `${marker} ${user.id === target.id}`;
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

const MARKERS: Partial<Record<Role, string>> = {
  admin: 'logged_as_admin',
  sub_admin: 'logged_as_admin',
  bu_admin: 'logged_as_bu_admin',
  manager: 'logged_as_manager',
};
const markerOf = (actor: Role, loginType: LoginType) => {
  if (loginType === 'login_as') return MARKERS[actor];
  return actor === 'relationship_manager' ? 'impersonating_as_rm' : 'impersonating';
};

describe.each(LOGIN_TYPES)('%s', (loginType) => {
  test.each(ROLES)('by %s leads to exactly the roles below, with its marker', async (actor) => {
    const outcomes: Record<string, string> = {};
    for (const role of ROLES) outcomes[role] = await tryStep(actor, targets[role], loginType);

    const allowed = ALLOWED[loginType][actor] ?? [];
    const marker = markerOf(actor, loginType);
    expect(outcomes).toEqual(
      Object.fromEntries(ROLES.map((role) => [role, allowed.includes(role) ? `${marker} true` : 'access_denied'])),
    );
  });

  test.each(ROLES)('by %s never leads to another account, and tells nothing of it', async (actor) => {
    const outcomes = new Set<string>();
    for (const role of ROLES) outcomes.add(await tryStep(actor, elsewhere[role], loginType));

    expect([...outcomes]).toEqual([ALLOWED[loginType][actor] === undefined ? 'access_denied' : 'not_found']);
  });
});
