import { randomUUID } from 'node:crypto';
import type { PlanKind } from '#contract/plans/plan.contract.ts';
import type { Actor, MatrixWorld, Relation } from './matrix-world.ts';
import { personOf, type Thing, UNKNOWN } from './things.ts';

type Make = (world: MatrixWorld, actor: Actor, relation: Relation) => Promise<Thing>;

/** A plan that costs nothing, so that no card is needed. */
export const plan =
  (kind: PlanKind): Make =>
  async (world, actor, relation) => {
    if (relation === 'unknown') return UNKNOWN;
    const { accountId } = personOf(actor, relation);
    const id = await world.one(
      'insert into usage_plans (account_id, kind, name, price_cents, allocation) values ($1, $2, $3, 0, 100)',
      [accountId, kind, randomUUID()],
    );
    return { id, row: { table: 'usage_plans', id } };
  };

/** One that has ended: there is at most one live one a person. */
export const subscription =
  (kind: PlanKind): Make =>
  async (world, actor, relation) => {
    if (relation === 'unknown') return UNKNOWN;
    const { id: userId, accountId } = personOf(actor, relation);
    const id = await world.one(
      `insert into plan_subscriptions (account_id, kind, order_type, user_id, status, ended_at)
       values ($1, $2, 'manager_pay', $3, 'ended', now())`,
      [accountId, kind, userId],
    );
    return { id, row: { table: 'plan_subscriptions', id } };
  };

/** The live one of a person, which is made once. */
async function liveOf(world: MatrixWorld, kind: PlanKind, userId: number, accountId: number): Promise<number> {
  const { owner } = world.it;
  await owner.query(
    `insert into plan_subscriptions (account_id, kind, order_type, user_id) values ($1, $2, 'manager_pay', $3) on conflict do nothing`,
    [accountId, kind, userId],
  );
  const { rows } = await owner.query<{ id: number }>(
    `select id from plan_subscriptions where kind = $1 and order_type = 'manager_pay' and user_id = $2 and status = 'active'`,
    [kind, userId],
  );
  return Number(rows[0]?.id);
}

export const license =
  (kind: PlanKind): Make =>
  async (world, actor, relation) => {
    if (relation === 'unknown') return UNKNOWN;
    const { id: userId, accountId } = personOf(actor, relation);
    const id = await world.one('insert into plan_licenses (account_id, kind, subscription_id) values ($1, $2, $3)', [
      accountId,
      kind,
      await liveOf(world, kind, userId, accountId),
    ]);
    return { id, row: { table: 'plan_licenses', id } };
  };

export const order =
  (kind: PlanKind): Make =>
  async (world, actor, relation) => {
    if (relation === 'unknown') return UNKNOWN;
    const { id: userId, accountId } = personOf(actor, relation);
    const id = await world.one(
      `insert into plan_orders (account_id, kind, subscription_id, payer_id, action, status, description, quantity, amount_cents, created_at)
       values ($1, $2, $3, $4, 'start', 'paid', 'Plan', 1, 0, now())`,
      [accountId, kind, await liveOf(world, kind, userId, accountId), userId],
    );
    return { id, row: { table: 'plan_orders', id } };
  };
