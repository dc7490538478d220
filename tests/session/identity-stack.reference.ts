import { PERMISSIONS, type Permission, type Role } from '#contract/access.contract.ts';
import {
  ACTING_MAX_DEPTH,
  ACTING_MAX_MIN,
  ADMIN_SESSION_MAX_H,
  SESSION_IDLE_MIN,
  SESSION_MAX_H,
} from '#contract/session.contract.ts';
import type { LoginType } from '#contract/users.contract.ts';
import { PERMISSIONS_OF } from '#rules/access/permissions.ts';

export interface Somebody {
  type: Role;
  active: boolean;
  readonly account: number;
  unit: number;
  above: Somebody | null;
  readonly assigned: Set<number>;
}

export interface Level {
  readonly who: Somebody;
  /** `null`: who signed in. */
  readonly by: LoginType | null;
  readonly ends: number;
}

export interface Stack {
  readonly levels: Level[];
  seen: number;
  over: boolean;
}

const RANK: readonly (readonly Role[])[] = [
  ['agent', 'telemarketer', 'basic', 'pool_holder'],
  ['field_manager'],
  ['district_manager'],
  ['manager'],
  ['regional_manager'],
  ['bu_admin'],
  ['relationship_manager'],
  ['sub_admin'],
  ['admin'],
];
const rank = ({ type }: Somebody) => RANK.findIndex((types) => types.includes(type));

export const isBelow = (who: Somebody, top: Somebody): boolean =>
  who.above !== null && (who.above === top || isBelow(who.above, top));

/** True when one user may act as another, according to promise P6. */
export function mayStep(actor: Somebody, target: Somebody, by: LoginType | null): boolean {
  if (actor === target || rank(actor) <= rank(target)) return false;
  const assigned = actor.assigned.has(target.account);
  if (actor.type === 'admin' || actor.type === 'sub_admin') return actor.account === target.account || assigned;
  if (by === 'impersonate') return actor.type === 'relationship_manager' && assigned;
  return actor.type === 'bu_admin' ? actor.unit === target.unit : actor.type === 'manager' && isBelow(target, actor);
}

const MINUTE = 60_000;

export const signIn = (who: Somebody, at: number): Stack => {
  const hours = who.type === 'admin' || who.type === 'sub_admin' ? ADMIN_SESSION_MAX_H : SESSION_MAX_H;
  return { levels: [{ who, by: null, ends: at + hours * 60 * MINUTE }], seen: at, over: false };
};

export const isLive = ({ levels, seen, over }: Stack, at: number): boolean =>
  !over && at - seen < SESSION_IDLE_MIN * MINUTE && levels.every(({ ends }) => at < ends);

/** Answers whether the step was taken. */
export function step(stack: Stack, target: Somebody, by: LoginType, at: number): boolean {
  const { levels } = stack;
  const open =
    levels.length <= ACTING_MAX_DEPTH && target.active && levels.every(({ who }) => mayStep(who, target, by));
  if (!open) return false;
  levels.push({ who: target, by, ends: Math.min(at + ACTING_MAX_MIN * MINUTE, levels.at(-1)?.ends ?? 0) });
  stack.seen = at;
  return true;
}

/** Returns true when a session was below. */
export function leave(stack: Stack, at: number): boolean {
  if (stack.levels.length === 1) return false;
  stack.levels.pop();
  stack.seen = at;
  return true;
}

/** Everything that affects a user's rights has changed: stacks that contain them end. */
export const revoke = (stacks: readonly Stack[], who: Somebody) =>
  endWhere(stacks, ({ levels }) => levels.some((level) => level.who === who));

/** A user was moved: stacks end in which they, or anyone below them, are acted as. */
export const moved = (stacks: readonly Stack[], who: Somebody) =>
  endWhere(stacks, ({ levels }) => levels.slice(1).some((level) => level.who === who || isBelow(level.who, who)));

export const changedUnit = (stacks: readonly Stack[], who: Somebody) =>
  endWhere(stacks, ({ levels }) => levels.slice(0, -1).some((level) => level.who === who));

export const unassigned = (stacks: readonly Stack[], who: Somebody, account: number) =>
  endWhere(stacks, ({ levels }) =>
    levels.some(
      (level, at) => at > 0 && level.who.account === account && levels.slice(0, at).some((l) => l.who === who),
    ),
  );

function endWhere(stacks: readonly Stack[], hit: (stack: Stack) => boolean): void {
  for (const stack of stacks) if (hit(stack)) stack.over = true;
}

export const rightsOf = ({ levels }: Pick<Stack, 'levels'>): Permission[] =>
  PERMISSIONS.filter((right) => levels.every(({ who }) => PERMISSIONS_OF[who.type].includes(right)));

/**
 * A live stack contains no one whom a user below couldn't act as right now: reach never exceeds the signed-in user's.
 */
export const isInReach = ({ levels }: Stack): boolean =>
  levels.every(({ who, by }, at) => levels.slice(0, at).every((below) => mayStep(below.who, who, by)));
