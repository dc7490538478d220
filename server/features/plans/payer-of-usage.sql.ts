import type { PlanKind } from '#contract/plans/plan.contract.ts';
import type { Tx } from '../../db/tx.ts';

/** An active subscription that may cover what someone uses. */
export interface Covering {
  readonly id: number;
  /** Units a month: of the license, where a manager pays; `null`: without a limit. */
  readonly allocation: number | null;
  /** False: the license isn't paid. */
  readonly paid: boolean;
}

export interface PayerOfUsage {
  readonly company: Covering | null;
  readonly manager: Covering | null;
  readonly self: Covering | null;
}

const ACTIVE = `s.kind = $1 and s.status in ('active', 'past_due')`;

/** The active subscriptions of a person. The company's comes first, then the manager's, then the own (core §4). */
export async function findPayerOfUsage(tx: Tx, kind: PlanKind, userId: number): Promise<PayerOfUsage> {
  const [row] = await tx.raw<PayerOfUsage>(
    `select
       (select jsonb_build_object('id', s.id, 'allocation', s.allocation, 'paid', true) from plan_subscriptions s
         where ${ACTIVE} and s.order_type = 'company' limit 1) as company,
       (select jsonb_build_object('id', s.id, 'allocation', l.allocation, 'paid', l.paid)
         from plan_licenses l join plan_subscriptions s on s.id = l.subscription_id
         where l.user_id = $2 and ${ACTIVE} and s.order_type = 'manager_pay' limit 1) as manager,
       (select jsonb_build_object('id', s.id, 'allocation', s.allocation, 'paid', true) from plan_subscriptions s
         where ${ACTIVE} and s.order_type = 'self_pay' and s.user_id = $2 limit 1) as self`,
    [kind, userId],
  );
  return row ?? { company: null, manager: null, self: null };
}

/** The dialer is switched on for them, and no minutes are counted. */
export const isDialerEnabled = async (tx: Tx, userId: number): Promise<boolean> =>
  (await tx.raw('select from users where id = $1 and dialer_enabled', [userId])).length > 0;
