import type { Role } from '#contract/access.contract.ts';
import { ACTING_MAX_DEPTH, type Marker } from '#contract/session.contract.ts';
import type { LoginType } from '#contract/users.contract.ts';
import { rolesOf } from './account-type.ts';

/** Rank of each role. Our choice, by how far it sees and what it decides. */
const RANKS: Readonly<Record<Role, number>> = {
  admin: 100,
  sub_admin: 90,
  relationship_manager: 80,
  bu_admin: 70,
  regional_manager: 60,
  manager: 50,
  district_manager: 40,
  field_manager: 30,
  agent: 10,
  telemarketer: 10,
  basic: 10,
  pool_holder: 10,
};

/** Relation of the user to the person they want to log in as. */
export interface ActingReach {
  readonly sameAccount: boolean;
  readonly sameBusinessUnit: boolean;
  /** The person is in their downline. */
  readonly below: boolean;
  /** The account of the person is one that they are assigned to. */
  readonly assigned: boolean;
}

export interface ActingLevel extends ActingReach {
  readonly userId: number;
  readonly roles: readonly Role[];
}

export interface ActingTarget {
  readonly userId: number;
  readonly roles: readonly Role[];
  readonly active: boolean;
}

export interface ActingQuestion {
  /** The identity stack, who signed in first. */
  readonly levels: readonly ActingLevel[];
  readonly target: ActingTarget;
  readonly loginType: LoginType;
}

/** Obstacle; `reach` also hides from the caller whether the person exists. */
export type ActingObstacle = 'depth' | 'self' | 'loginType' | 'reach' | 'inactive' | 'rank';

export type ActingAnswer =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly obstacle: ActingObstacle; readonly reason: string };

type Reaches = (reach: ActingReach) => boolean;

const inAccount: Reaches = ({ sameAccount, assigned }) => sameAccount || assigned;

/** Roles that may log in as others, in which way and as whom. */
const ACTORS: Readonly<Record<LoginType, Readonly<Partial<Record<Role, Reaches>>>>> = {
  login_as: {
    admin: inAccount,
    sub_admin: inAccount,
    bu_admin: ({ sameBusinessUnit }) => sameBusinessUnit,
    manager: ({ below }) => below,
  },
  impersonate: {
    admin: inAccount,
    sub_admin: inAccount,
    relationship_manager: ({ assigned }) => assigned,
  },
};

const MARKERS_OF: Readonly<Record<LoginType, Readonly<Partial<Record<Role, Marker>>>>> = {
  login_as: {
    admin: 'logged_as_admin',
    sub_admin: 'logged_as_admin',
    bu_admin: 'logged_as_bu_admin',
    manager: 'logged_as_manager',
  },
  impersonate: {
    admin: 'impersonating',
    sub_admin: 'impersonating',
    relationship_manager: 'impersonating_as_rm',
  },
};

const REASONS: Readonly<Record<ActingObstacle, string>> = {
  depth: `You're already ${ACTING_MAX_DEPTH} log-ins deep. Exit one first.`,
  self: "You can't log in as yourself.",
  loginType: "Your role can't log in as other users this way.",
  reach: "You don't have permission to log in as this user.",
  inactive: 'This user is deactivated.',
  rank: 'You can only log in as users with a lower role than yours.',
};

/** The user's own roles: roles included in an account type don't affect rank. */
const ownRoles = (roles: readonly Role[]): Role[] => {
  const implied = new Set(roles.flatMap((role) => rolesOf(role).filter((other) => other !== role)));
  return roles.filter((role) => !implied.has(role));
};

/** The highest rank among the roles; a sub_admin counts as that, not as the admin who comes along. */
export const rankOf = (roles: readonly Role[]): number => Math.max(0, ...ownRoles(roles).map((role) => RANKS[role]));

const actorRoles = (roles: readonly Role[], loginType: LoginType): Role[] =>
  ownRoles(roles)
    .filter((role) => ACTORS[loginType][role] !== undefined)
    .toSorted((a, b) => RANKS[b] - RANKS[a]);

/** Ways in which these roles act for others at all. */
export const loginTypesOf = (roles: readonly Role[]): LoginType[] =>
  (['login_as', 'impersonate'] as const).filter((type) => actorRoles(roles, type).length > 0);

/** Kind of this step. `null` when these roles can't act this way. */
export function markerOf(roles: readonly Role[], loginType: LoginType): Marker | null {
  const [role] = actorRoles(roles, loginType);
  return role === undefined ? null : (MARKERS_OF[loginType][role] ?? null);
}

const no = (obstacle: ActingObstacle): ActingAnswer => ({ allowed: false, obstacle, reason: REASONS[obstacle] });

/**
 * Returns whether a stack may take another step: everyone in it must be allowed to take it themselves, so that no step
 * leads to more than the signed-in user may do (promise P6). A single role must allow it, reach the person and outrank
 * them.
 */
export function mayActFor({ levels, target, loginType }: ActingQuestion): ActingAnswer {
  if (levels.length === 0) return no('loginType');
  if (levels.length > ACTING_MAX_DEPTH) return no('depth');
  if (levels.some(({ userId }) => userId === target.userId)) return no('self');
  const able = levels.map((level) => ({ level, roles: actorRoles(level.roles, loginType) }));
  if (able.some(({ roles }) => roles.length === 0)) return no('loginType');
  const reaching = able.map(({ level, roles }) => roles.filter((role) => ACTORS[loginType][role]?.(level)));
  if (reaching.some((roles) => roles.length === 0)) return no('reach');
  if (!target.active) return no('inactive');
  const rank = rankOf(target.roles);
  return reaching.every((roles) => roles.some((role) => RANKS[role] > rank)) ? { allowed: true } : no('rank');
}
