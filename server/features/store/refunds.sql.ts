import { sql } from 'kysely';
import type { PaymentMethod } from '#contract/store.contract.ts';
import type { Tx } from '../../db/tx.ts';

export interface RefundRow {
  readonly id: number;
  readonly order_id: number;
  readonly user_id: number;
  readonly key: string;
  readonly amount_cents: number;
  readonly destination: PaymentMethod;
  readonly reason: string;
  readonly state: 'pending' | 'done' | 'declined';
  readonly failure: string;
  readonly created_at: Date;
  readonly by: string;
}

const REFUND = sql`r.id, r.order_id, r.user_id, r.key, r.amount_cents, r.destination, r.reason, r.state, r.failure,
  r.created_at, (select btrim(u.first_name || ' ' || u.last_name) from users u where u.id = r.user_id) as by`;

export const findRefunds = (tx: Tx, orderId: number) =>
  tx.all<RefundRow>(
    sql<RefundRow>`select ${REFUND} from store_refunds r where r.order_id = ${orderId} order by r.id desc`,
  );

export const findRefund = (tx: Tx, by: { key: string } | { id: number }) =>
  tx.one<RefundRow>(
    sql<RefundRow>`select ${REFUND} from store_refunds r where ${'id' in by ? sql`r.id = ${by.id}` : sql`r.key = ${by.key}`}`,
  );

interface NewRefund {
  readonly orderId: number;
  readonly userId: number;
  readonly actorId: number;
  readonly key: string;
  readonly cents: number;
  readonly to: PaymentMethod;
  readonly reason: string;
  readonly at: Date;
}

export async function insertRefund(tx: Tx, fresh: NewRefund): Promise<RefundRow> {
  const row = await tx.one<{ id: number }>(
    sql<{ id: number }>`insert into store_refunds
        (account_id, order_id, user_id, actor_id, key, amount_cents, destination, reason, created_at)
      values (app_account_id(), ${fresh.orderId}, ${fresh.userId}, ${fresh.actorId}, ${fresh.key}, ${fresh.cents},
        ${fresh.to}, ${fresh.reason}, ${fresh.at}) returning id`,
  );
  const refund = row && (await findRefund(tx, row));
  if (refund === null) throw new Error('a refund was not written');
  return refund;
}

interface SettledRefund {
  readonly state: 'done' | 'declined';
  readonly refundRef: string;
  readonly failure: string;
  readonly at: Date;
}

/** Returns false when someone else already settled it. */
export const settleRefund = async (tx: Tx, id: number, { state, refundRef, failure, at }: SettledRefund) =>
  (await tx.change(sql`update store_refunds set state = ${state}, refund_ref = ${refundRef}, failure = ${failure},
    settled_at = ${at} where id = ${id} and state = 'pending'`)) > 0;
