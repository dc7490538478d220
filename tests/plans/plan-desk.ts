import {
  dialerPlans,
  dialerSubscriptions,
  type PlanEndpoints,
  smsPlans,
  smsSubscriptions,
} from '#contract/plans.contract.ts';
import type { OrderType, PlanKind } from '#contract/plans/plan.contract.ts';
import type { Client } from '../_api/app.ts';
import { type BillingDesk, emptyBilling, freshKey, openBilling } from '../billing/billing-desk.ts';

export const CALLS: Readonly<Record<PlanKind, PlanEndpoints>> = { sms: smsSubscriptions, dialer: dialerSubscriptions };
export const PLANS = { sms: smsPlans, dialer: dialerPlans } as const;

export { connect, freshKey, mailsOf } from '../billing/billing-desk.ts';

/** The plans of an empty desk: cents, units and whether they are for a company. */
const SOLD = {
  Small: [1_500, 300, false],
  Large: [4_500, 900, false],
  Unlimited: [6_000, null, false],
  Agency: [14_900, 15_000, true],
} as const;
export type PlanName = keyof typeof SOLD;

export interface PlanDesk extends BillingDesk {
  readonly planId: (kind: PlanKind, name: PlanName) => number;
}

export async function openPlans(): Promise<PlanDesk> {
  const desk = await openBilling();
  const ids = new Map<string, number>();
  for (const kind of ['sms', 'dialer'] as const) {
    for (const [name, [cents, allocation, enterprise]] of Object.entries(SOLD)) {
      const { rows } = await desk.owner.query<{ id: number }>(
        `insert into usage_plans (account_id, kind, name, price_cents, allocation, enterprise) values ($1, $2, $3, $4, $5, $6) returning id`,
        [desk.world.accountId, kind, name, cents, allocation, enterprise],
      );
      ids.set(`${kind} ${name}`, rows[0]?.id ?? 0);
    }
  }
  return Object.assign(desk, { planId: (kind: PlanKind, name: PlanName) => ids.get(`${kind} ${name}`) ?? 0 });
}

export async function emptyPlans(desk: PlanDesk): Promise<void> {
  await emptyBilling(desk);
  await desk.owner.query(`update users set paid_user = true, dialer_enabled = false;
    truncate plan_subscriptions, plan_licenses, plan_orders, usage_facts, calls, conversations, events,
      ledger_accounts, ledger_transfers, ledger_entries, ledger_holds cascade`);
}

interface Wanted {
  readonly kind?: PlanKind;
  readonly plan?: PlanName;
  readonly type?: OrderType;
  readonly quantity?: number;
  readonly expected?: number;
  readonly key?: string;
}

export const previewOf = async (
  desk: PlanDesk,
  client: Client,
  { kind = 'dialer', plan = 'Small', quantity = 1 }: Wanted = {},
) => (await client.call(CALLS[kind].preview, { body: { plan_id: desk.planId(kind, plan), quantity } })).body.data;

/** Subscribes for the price that the preview shows, unless another one is expected. */
export async function subscribe(desk: PlanDesk, client: Client, wanted: Wanted = {}) {
  const { kind = 'dialer', plan = 'Small', type = 'self_pay', quantity = 1, key = freshKey() } = wanted;
  const expected_cents = wanted.expected ?? (await previewOf(desk, client, wanted)).due_now_cents;
  return client.call(CALLS[kind].create, {
    body: { plan_id: desk.planId(kind, plan), order_type: type, quantity, expected_cents },
    idempotencyKey: key,
  });
}

export const ordersOf = async (client: Client, kind: PlanKind = 'dialer') =>
  (await client.call(CALLS[kind].listOrders)).body.data;

export const idOf = (client: Client): number => client.person?.id ?? 0;

/** Micro-dollars of the ledger by kind of its accounts. */
export async function booksOf({ owner }: PlanDesk): Promise<Record<string, number>> {
  const { rows } = await owner.query<{ place: string; balance: number }>(
    `select kind || case when usage = '' then '' else ' ' || usage end as place, sum(balance)::bigint as balance from ledger_accounts
     group by 1 order by 1`,
  );
  return Object.fromEntries(rows.map(({ place, balance }) => [place, Number(balance)]));
}
