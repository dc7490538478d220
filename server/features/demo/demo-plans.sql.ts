import { MICROS_OF_CENT } from '#rules/wallets/micros.ts';
import type { Tx } from '../../db/tx.ts';
import { AGENCY, post, saleOf } from '../ledger/ledger.ts';
import { DEMO_COMPANIES, demoDialerOf } from './demo-dialers.ts';
import type { DemoAgency } from './demo-people.ts';

interface DemoPlan {
  readonly kind: 'sms' | 'dialer';
  readonly name: string;
  readonly description: string;
  readonly price_cents: number;
  readonly allocation: number | null;
  readonly enterprise: boolean;
}

const plan = (
  kind: DemoPlan['kind'],
  name: string,
  price_cents: number,
  allocation: number | null,
  description: string,
  enterprise = false,
): DemoPlan => ({ kind, name, description, price_cents, allocation, enterprise });

const PLANS: readonly DemoPlan[] = [
  plan('dialer', 'Phone 300', 1_500, 300, '300 minutes a month.'),
  plan('dialer', 'Phone 500', 2_500, 500, '500 minutes a month.'),
  plan('dialer', 'Phone Unlimited', 4_500, null, 'As many minutes as you need.'),
  plan('dialer', 'Agency Phone', 14_900, 15_000, '15,000 minutes a month for the whole agency.', true),
  plan('sms', 'Text 1,000', 1_200, 1_000, '1,000 segments a month.'),
  plan('sms', 'Text 2,500', 2_500, 2_500, '2,500 segments a month.'),
  plan('sms', 'Agency Text', 14_900, 20_000, '20,000 segments a month for the whole agency.', true),
];

/** Licenses of a manager without anyone. */
const FREE = 1;
const DAY_MS = 86_400_000;

interface DemoSubscription {
  readonly kind: DemoPlan['kind'];
  readonly type: 'self_pay' | 'manager_pay' | 'company';
  readonly username: string | null;
  readonly plan: string;
  readonly quantity?: number;
  readonly allocation?: number;
  readonly status?: 'pending' | 'ended';
}

/** The plans of the agency, and who has which. No one is charged in the demo: what people buy themselves renews. */
export async function insertDemoPlans(tx: Tx, accountId: number, agency: DemoAgency, now: Date): Promise<void> {
  await tx.raw(`select set_config('app.account_id', $1, true)`, [String(accountId)]);
  await tx.raw(
    `insert into usage_plans (account_id, kind, name, description, price_cents, allocation, enterprise, created_at)
     select $1, p.kind, p.name, p.description, p.price_cents, p.allocation, p.enterprise, $3
     from json_to_recordset($2) as p(kind text, name text, description text, price_cents int, allocation int, enterprise boolean)`,
    [accountId, JSON.stringify(PLANS), now],
  );
  for (const one of subscriptionsOf(agency)) await insertSubscription(tx, accountId, one, now);
  await insertLicenses(tx, accountId, agency, now);
  await insertOrders(tx, accountId, now);
}

const licensed = ({ people }: DemoAgency) =>
  people.flatMap(({ username, manager }) => {
    const dialer = demoDialerOf(username);
    return dialer?.allocation === undefined || manager === null
      ? []
      : [{ username, manager, allocation: dialer.allocation, paid: dialer.unpaid !== true }];
  });

function subscriptionsOf(agency: DemoAgency): DemoSubscription[] {
  const own = agency.people.flatMap(({ username }): DemoSubscription[] => {
    const dialer = demoDialerOf(username);
    if (dialer?.pays !== 'self') return [];
    const ended = dialer.active === false ? { status: 'ended' as const } : {};
    return [{ kind: 'dialer', type: 'self_pay', username, plan: 'Phone Unlimited', ...ended }];
  });
  const managers = Object.entries(Object.groupBy(licensed(agency), ({ manager }) => manager)).map(
    ([username, people = []]): DemoSubscription => {
      const quantity = people.length + FREE;
      return { kind: 'dialer', type: 'manager_pay', username, plan: 'Phone 500', quantity };
    },
  );
  const company = DEMO_COMPANIES[agency.number];
  const shared: DemoSubscription[] =
    company === undefined
      ? [{ kind: 'sms', type: 'company', username: null, plan: 'Agency Text', status: 'pending' }]
      : [{ kind: 'dialer', type: 'company', username: null, plan: 'Agency Phone', allocation: company }];
  const texting = agency.people
    .filter(({ traits }) => traits.premium === true)
    .map(({ username }): DemoSubscription => ({ kind: 'sms', type: 'self_pay', username, plan: 'Text 1,000' }));
  return [...own, ...managers, ...shared, ...texting];
}

const insertSubscription = (
  tx: Tx,
  accountId: number,
  { kind, type, username, plan: name, quantity = 1, allocation, status }: DemoSubscription,
  now: Date,
) =>
  tx.raw(
    `insert into plan_subscriptions (account_id, kind, order_type, user_id, status, plan_id, plan_name, price_cents, allocation,
                                     quantity, created_at, ended_at)
     select $1, $2, $3, u.id, $4, p.id, p.name, p.price_cents, coalesce($5, p.allocation), $6, $7::timestamptz - interval '20 days',
       case when $4 = 'ended' then $7::timestamptz end
     from usage_plans p left join users u on u.account_id = $1 and u.username = $8
     where p.account_id = $1 and p.kind = $2 and p.name = $9`,
    [accountId, kind, type, status ?? 'active', allocation ?? null, quantity, now, username, name],
  );

async function insertLicenses(tx: Tx, accountId: number, agency: DemoAgency, now: Date): Promise<void> {
  await tx.raw(
    `insert into plan_licenses (account_id, kind, subscription_id, user_id, allocation, paid, created_at)
     select $1, 'dialer', s.id, u.id, d.allocation, d.paid, $3
     from json_to_recordset($2) as d(username text, manager text, allocation int, paid boolean)
     join users u on u.account_id = $1 and u.username = d.username
     join users m on m.account_id = $1 and m.username = d.manager
     join plan_subscriptions s on s.account_id = $1 and s.user_id = m.id and s.kind = 'dialer' and s.order_type = 'manager_pay'
     order by u.id`,
    [accountId, JSON.stringify(licensed(agency)), now],
  );
  await tx.raw(
    `insert into plan_licenses (account_id, kind, subscription_id, allocation, created_at)
     select $1, 'dialer', s.id, s.allocation, $2 from plan_subscriptions s, generate_series(1, ${FREE})
     where s.account_id = $1 and s.order_type = 'manager_pay'`,
    [accountId, now],
  );
}

/** What managers paid for their licenses. */
async function insertOrders(tx: Tx, accountId: number, now: Date): Promise<void> {
  const at = new Date(now.getTime() - 20 * DAY_MS);
  const orders = await tx.raw<{ id: number; description: string; amount_cents: number; payer_id: number }>(
    `insert into plan_orders (account_id, kind, subscription_id, payer_id, user_id, action, status, description, quantity,
                              amount_cents, charge_ref, created_at, paid_at)
     select account_id, kind, id, user_id, user_id, 'start', 'paid', 'Phone: ' || plan_name || ', ' || quantity || ' licenses', quantity,
       price_cents * quantity, 'demo-plan-' || id, $2, $2
     from plan_subscriptions where account_id = $1 and order_type = 'manager_pay' order by id
     returning id, description, amount_cents, payer_id`,
    [accountId, at],
  );
  for (const { id, description, amount_cents: cents, payer_id: userId } of orders) {
    const about = { key: `plan-order:${id}`, ownerId: AGENCY, amount: cents * MICROS_OF_CENT, description, userId };
    await post(tx, saleOf({ ...about, of: 'dialer_plan' }), at);
  }
}
