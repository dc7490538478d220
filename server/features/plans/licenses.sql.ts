import type { PlanKind } from '#contract/plans/plan.contract.ts';
import type { Tx } from '../../db/tx.ts';

export interface LicenseRow {
  readonly id: number;
  readonly subscription_id: number;
  readonly user: { readonly id: number; readonly name: string } | null;
  readonly allocation: number;
  readonly paid: boolean;
  readonly used: number;
}

const LICENSE = `l.id, l.subscription_id, l.allocation, l.paid,
  (select jsonb_build_object('id', u.id, 'name', btrim(u.first_name || ' ' || u.last_name)) from users u where u.id = l.user_id) as user,
  (select coalesce(sum(f.quantity), 0)::int from usage_facts f where f.user_id = l.user_id and f.kind = l.kind and f.at >= $2) as used`;
const FROM = 'plan_licenses l join plan_subscriptions s on s.id = l.subscription_id';

interface LicenseReader {
  readonly userId: number;
  readonly isAdmin: boolean;
  readonly since: Date;
}

export interface LicenseQuery {
  readonly q?: string | undefined;
  readonly order: 'asc' | 'desc';
  readonly page: number;
  readonly limit: number;
  readonly subscription_id?: number | undefined;
}

const VISIBLE = `l.kind = $1 and s.status <> 'ended' and ($4 or s.user_id = $3 or s.payer_id = $3 or l.user_id = $3)`;
const NAME = `(select u.first_name || ' ' || u.last_name from users u where u.id = l.user_id)`;

export async function findLicenses(
  tx: Tx,
  kind: PlanKind,
  { userId, isAdmin, since }: LicenseReader,
  query: LicenseQuery,
) {
  const where = `${VISIBLE} and ($5::bigint is null or l.subscription_id = $5)
    and ($6 = '' or position(lower($6) in lower(coalesce(${NAME}, ''))) > 0)`;
  const values = [kind, since, userId, isAdmin, query.subscription_id ?? null, query.q ?? ''];
  const [counted] = await tx.raw<{ count: number }>(
    `select count(*)::int as count from ${FROM} where $2::timestamptz is not null and ${where}`,
    values,
  );
  const direction = query.order === 'asc' ? 'asc' : 'desc';
  const rows = await tx.raw<LicenseRow>(
    `select ${LICENSE} from ${FROM} where ${where}
     order by l.user_id is null, lower(${NAME}) ${direction === 'asc' ? 'desc' : 'asc'}, l.id limit $7 offset $8`,
    [...values, query.limit, (query.page - 1) * query.limit],
  );
  return { rows, total: counted?.count ?? 0 };
}

export const findLicense = async (tx: Tx, id: number, since: Date): Promise<LicenseRow | null> =>
  (
    await tx.raw<LicenseRow>(`select ${LICENSE} from ${FROM} where l.id = $1 and $2::timestamptz is not null`, [
      id,
      since,
    ])
  )[0] ?? null;

/** The subscription of a license that the current user may give to people. `null`: unknown, or someone else's. */
export const findOwnLicense = async (
  tx: Tx,
  kind: PlanKind,
  { userId, isAdmin }: Pick<LicenseReader, 'userId' | 'isAdmin'>,
  id: number,
): Promise<number | null> =>
  (
    await tx.raw<{ subscription_id: number }>(
      `select l.subscription_id from ${FROM}
       where l.kind = $1 and l.id = $2 and s.status <> 'ended' and ($4 or s.user_id = $3 or s.payer_id = $3)`,
      [kind, id, userId, isAdmin],
    )
  )[0]?.subscription_id ?? null;

export interface GivenRow {
  readonly id: number;
  readonly user_id: number | null;
  readonly name: string;
  readonly allocation: number;
  readonly paid: boolean;
}

/** The licenses of a subscription, which is locked. */
export const findGiven = (tx: Tx, subscriptionId: number) =>
  tx.raw<GivenRow>(
    `select l.id, l.user_id, coalesce(${NAME}, '') as name, l.allocation, l.paid from plan_licenses l where l.subscription_id = $1 order by l.id`,
    [subscriptionId],
  );

/** False: the person has a license already. */
export async function giveLicense(tx: Tx, id: number, userId: number | null, allocation: number): Promise<boolean> {
  const rows = await tx.raw(
    `update plan_licenses l set user_id = $2, allocation = $3 where l.id = $1
       and not exists (select from plan_licenses o where o.kind = l.kind and o.user_id = $2 and o.id <> l.id) returning 1`,
    [id, userId, allocation],
  );
  return rows.length > 0;
}

/**
 * Makes as many licenses as a subscription has bought: new ones are free, free ones go first. Those with the allocation of
 * the plan before get that of the plan now.
 */
export async function fitLicenses(tx: Tx, subscriptionId: number, before: number | null): Promise<void> {
  await tx.raw(
    `update plan_licenses l set allocation = s.allocation from plan_subscriptions s
     where s.id = $1 and l.subscription_id = s.id and s.allocation is not null and l.allocation = $2 and s.allocation <> $2`,
    [subscriptionId, before],
  );
  await tx.raw('update plan_licenses set paid = true where subscription_id = $1 and not paid', [subscriptionId]);
  await tx.raw(
    `delete from plan_licenses where id in (
       select l.id from plan_licenses l join plan_subscriptions s on s.id = l.subscription_id
       where s.id = $1 and l.user_id is null order by l.id desc
       limit greatest((select count(*) from plan_licenses o where o.subscription_id = $1)
         - (select quantity from plan_subscriptions where id = $1), 0))`,
    [subscriptionId],
  );
  await tx.raw(
    `insert into plan_licenses (account_id, kind, subscription_id, allocation)
     select s.account_id, s.kind, s.id, coalesce(s.allocation, 0)
     from plan_subscriptions s, generate_series(1, s.quantity - (select count(*) from plan_licenses o where o.subscription_id = s.id)::int)
     where s.id = $1 and s.order_type = 'manager_pay'`,
    [subscriptionId],
  );
}

/** Units that a manager's subscription has left for its licenses; `null`: no limit. */
export const roomOf = (
  { allocation, quantity }: { readonly allocation: number | null; readonly quantity: number },
  given: readonly Pick<GivenRow, 'allocation'>[],
): number | null =>
  allocation === null ? null : allocation * quantity - given.reduce((sum, one) => sum + one.allocation, 0);
