import { sql } from 'kysely';
import type { Capability, NumberOffer, NumberOrderState } from '#contract/numbers.contract.ts';
import type { PaymentMethod } from '#contract/store.contract.ts';
import type { Tx } from '../../db/tx.ts';

export interface NumberOrderRow {
  readonly id: number;
  readonly user_id: number;
  readonly key: string;
  readonly number: string;
  readonly label: string;
  readonly capabilities: Capability[];
  readonly payment_method: PaymentMethod;
  readonly owner_id: number;
  readonly price_cents: number;
  readonly charge_ref: string;
  readonly state: NumberOrderState;
  readonly failure: string;
  readonly refund_tries: number;
  readonly paid_at: Date | null;
}

const ORDER = sql`id, user_id, key, number, label, capabilities, payment_method, owner_id, price_cents, charge_ref, state,
  failure, refund_tries, paid_at`;

export const findOrder = (tx: Tx, by: { readonly id: number } | { readonly userId: number; readonly key: string }) =>
  tx.one<NumberOrderRow>(
    sql<NumberOrderRow>`select ${ORDER} from number_orders
      where ${'id' in by ? sql`id = ${by.id}` : sql`user_id = ${by.userId} and key = ${by.key}`}`,
  );

/** Locked until the transaction ends, so that one process at a time asks the carrier. */
export const lockOrder = (tx: Tx, id: number) =>
  tx.one<NumberOrderRow>(sql<NumberOrderRow>`select ${ORDER} from number_orders where id = ${id} for update`);

/** Orders of someone that aren't finished, oldest first. */
export const findOpenOrders = (tx: Tx, userId: number) =>
  tx.all<NumberOrderRow>(
    sql<NumberOrderRow>`select ${ORDER} from number_orders
      where user_id = ${userId} and state in ('ordered', 'refunding') order by id`,
  );

interface NewOrder {
  readonly userId: number;
  readonly key: string;
  readonly offer: NumberOffer;
  readonly label: string;
  readonly method: PaymentMethod;
  readonly ownerId: number;
  readonly cents: number;
  readonly at: Date;
  /** Of an order whose payment never began. */
  readonly dueAt: Date;
}

export async function insertOrder(tx: Tx, fresh: NewOrder): Promise<NumberOrderRow> {
  const { offer, at } = fresh;
  const row = await tx.one<NumberOrderRow>(
    sql<NumberOrderRow>`insert into number_orders
        (account_id, user_id, key, number, label, capabilities, payment_method, owner_id, price_cents, state, due_at, created_at)
      values (app_account_id(), ${fresh.userId}, ${fresh.key}, ${offer.phone_number}, ${fresh.label},
        ${offer.capabilities}, ${fresh.method}, ${fresh.ownerId}, ${fresh.cents}, 'unpaid', ${fresh.dueAt}, ${at})
      returning ${ORDER}`,
  );
  if (row === null) throw new Error('an order of a number was not written');
  return row;
}

/** Returns false when it was paid before, or given up. */
export const setPaid = async (tx: Tx, id: number, chargeRef: string, at: Date): Promise<boolean> =>
  (await tx.change(sql`update number_orders set state = 'ordered', charge_ref = ${chargeRef}, paid_at = ${at},
    due_at = ${at}, failure = '' where id = ${id} and state = 'unpaid'`)) > 0;

/** It was never paid. */
export const setFailed = (tx: Tx, id: number, failure: string) =>
  tx.change(sql`update number_orders set state = 'failed', failure = ${failure} where id = ${id} and state = 'unpaid'`);

export const setBought = (tx: Tx, id: number) =>
  tx.change(sql`update number_orders set state = 'bought' where id = ${id} and state = 'ordered'`);

export const setRefunding = (tx: Tx, id: number, failure: string, at: Date) =>
  tx.change(sql`update number_orders set state = 'refunding', failure = ${failure}, due_at = ${at}
    where id = ${id} and state = 'ordered'`);

/** Returns false when it was refunded before. */
export const setRefunded = async (tx: Tx, id: number): Promise<boolean> =>
  (await tx.change(sql`update number_orders set state = 'refunded' where id = ${id} and state = 'refunding'`)) > 0;

/** A refund that wasn't made is asked for again, under another key. */
export const setNotRefunded = (tx: Tx, id: number, dueAt: Date) =>
  tx.change(sql`update number_orders set refund_tries = refund_tries + 1, due_at = ${dueAt}
    where id = ${id} and state = 'refunding'`);

export const postponeOrder = (tx: Tx, id: number, dueAt: Date) =>
  tx.change(sql`update number_orders set due_at = ${dueAt} where id = ${id}`);
