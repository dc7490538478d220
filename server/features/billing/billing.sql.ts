import type { BillingEntry, PaymentInfo, Plan } from '#contract/billing.contract.ts';
import type { Tx } from '../../db/tx.ts';

const PLAN = `p.id, p.key, p.name, p.description, p.price_cents, p.includes`;

export const findPlans = (tx: Tx, q: string) =>
  tx.raw<Plan>(
    `select ${PLAN} from plans p where p.active and strpos(lower(p.name), lower($1)) > 0 order by p.position, p.id`,
    [q],
  );

/** `null` when the plan doesn't exist, or is no longer sold. */
export const findPlan = async (tx: Tx, id: number): Promise<Plan | null> =>
  (await tx.raw<Plan>(`select ${PLAN} from plans p where p.id = $1 and p.active`, [id]))[0] ?? null;

export interface MembershipRow {
  readonly id: number;
  readonly plan: Plan;
  readonly provider: string;
  readonly provider_ref: string;
  readonly status: 'active' | 'cancelled';
  readonly started_at: Date;
  readonly period_ends_at: Date;
  readonly credit_cents: number;
  readonly due_at: Date;
  readonly failures: number;
}

/** The open membership. */
export const findMembership = async (tx: Tx, userId: number): Promise<MembershipRow | null> =>
  (
    await tx.raw<MembershipRow>(
      `select m.id, m.provider, m.provider_ref, m.status, m.started_at, m.period_ends_at, m.credit_cents, m.due_at,
              m.failures, jsonb_build_object('id', p.id, 'key', p.key, 'name', p.name, 'description', p.description,
                'price_cents', p.price_cents, 'includes', p.includes) as plan
       from memberships m join plans p on p.id = m.plan_id
       where m.user_id = $1 and m.status in ('active', 'cancelled')`,
      [userId],
    )
  )[0] ?? null;

export interface CardRow extends PaymentInfo {
  readonly customer_ref: string;
  readonly method_ref: string;
}

export const findCards = (tx: Tx, userId: number, provider: string) =>
  tx.raw<CardRow>(
    `select id, brand, masked, exp_month, exp_year, customer_ref, method_ref from payment_infos
     where user_id = $1 and provider = $2 and removed_at is null order by id desc`,
    [userId, provider],
  );

export interface PayerRow {
  readonly name: string;
  readonly email: string;
  readonly paid_user: boolean;
  /** Also of cards that were replaced. */
  readonly customer_ref: string | null;
}

export const findPayer = async (tx: Tx, userId: number, provider: string): Promise<PayerRow | null> =>
  (
    await tx.raw<PayerRow>(
      `select btrim(first_name || ' ' || last_name) as name, email, paid_user,
              (select customer_ref from payment_infos where user_id = $1 and provider = $2 order by id desc limit 1)
       from users where id = $1`,
      [userId, provider],
    )
  )[0] ?? null;

/** One change of a person's billing after the other. */
export const lockPayer = (tx: Tx, userId: number) =>
  tx.raw('select 1 from users where id = $1 for no key update', [userId]);

export const setPaid = (tx: Tx, userId: number, paid: boolean) =>
  tx.raw('update users set paid_user = $2 where id = $1 and paid_user <> $2', [userId, paid]);

export interface FreshMembership {
  readonly userId: number;
  readonly planId: number;
  readonly provider: string;
  readonly ref: string;
  readonly startedAt: Date;
  readonly periodEndsAt: Date;
  readonly creditCents: number;
}

export const insertMembership = (tx: Tx, fresh: FreshMembership) =>
  tx.raw(
    `insert into memberships (account_id, user_id, plan_id, provider, provider_ref, status, started_at, period_ends_at,
                              credit_cents, due_at)
     values (app_account_id(), $1, $2, $3, $4, 'active', $5, $6, $7, $6)`,
    [fresh.userId, fresh.planId, fresh.provider, fresh.ref, fresh.startedAt, fresh.periodEndsAt, fresh.creditCents],
  );

export interface Continued {
  readonly planId: number;
  readonly periodEndsAt: Date;
  readonly creditCents: number;
}

/** Continues the membership from any state: clears a cancellation and failed payments. */
export const continueMembership = (tx: Tx, id: number, { planId, periodEndsAt, creditCents }: Continued) =>
  tx.raw(
    `update memberships set plan_id = $2, period_ends_at = $3, due_at = $3, credit_cents = $4, status = 'active',
                            cancelled_at = null, failures = 0 where id = $1`,
    [id, planId, periodEndsAt, creditCents],
  );

export const setCancelled = (tx: Tx, id: number, at: Date | null) =>
  tx.raw(
    `update memberships set status = case when $2::timestamptz is null then 'active' else 'cancelled' end,
                            cancelled_at = $2, due_at = period_ends_at where id = $1`,
    [id, at],
  );

/** A payment failed and is retried at `dueAt`. */
export const postponeMembership = (tx: Tx, id: number, dueAt: Date) =>
  tx.raw('update memberships set failures = failures + 1, due_at = $2 where id = $1', [id, dueAt]);

export const lookLater = (tx: Tx, id: number, dueAt: Date) =>
  tx.raw('update memberships set due_at = $2 where id = $1', [id, dueAt]);

export const makeDue = (tx: Tx, id: number, at: Date) =>
  tx.raw('update memberships set due_at = $2 where id = $1 and failures > 0', [id, at]);

export const endMembership = (tx: Tx, id: number) =>
  tx.raw(`update memberships set status = 'ended' where id = $1`, [id]);

export interface FreshCard {
  readonly userId: number;
  readonly provider: string;
  readonly customerRef: string;
  readonly methodRef: string;
  readonly brand: string;
  readonly masked: string;
  readonly expMonth: number;
  readonly expYear: number;
  readonly at: Date;
}

/** Puts a card in the place of the one before. */
export async function replaceCard(tx: Tx, card: FreshCard): Promise<void> {
  await tx.raw('update payment_infos set removed_at = $2 where user_id = $1 and removed_at is null', [
    card.userId,
    card.at,
  ]);
  await tx.raw(
    `insert into payment_infos (account_id, user_id, provider, customer_ref, method_ref, brand, masked, exp_month,
                                exp_year, created_at)
     values (app_account_id(), $1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      card.userId,
      card.provider,
      card.customerRef,
      card.methodRef,
      card.brand,
      card.masked,
      card.expMonth,
      card.expYear,
      card.at,
    ],
  );
}

export interface FreshEntry {
  readonly userId: number;
  readonly at: Date;
  readonly description: string;
  readonly cents: number;
  readonly status: BillingEntry['status'];
  readonly ref: string;
}

/** Inserts each payment once. */
export const insertEntry = (tx: Tx, { userId, at, description, cents, status, ref }: FreshEntry) =>
  tx.raw(
    `insert into billing_entries (account_id, user_id, at, description, amount_cents, status, provider_ref)
     values (app_account_id(), $1, $2, $3, $4, $5, $6) on conflict (account_id, provider_ref) do nothing`,
    [userId, at, description, cents, status, ref],
  );

export type EntryRow = Omit<BillingEntry, 'at'> & { readonly at: Date };

export const findEntries = (tx: Tx, userId: number, limit: number, offset: number) =>
  tx.raw<EntryRow>(
    `select id, at, description, amount_cents, status from billing_entries
     where user_id = $1 order by id desc limit $2 offset $3`,
    [userId, limit, offset],
  );

export const countEntries = async (tx: Tx, userId: number): Promise<number> =>
  (await tx.raw<{ count: number }>('select count(*) from billing_entries where user_id = $1', [userId]))[0]?.count ?? 0;
