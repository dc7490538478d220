import { products } from '#contract/store/products.contract.ts';
import { createStoreOrder, type NewStoreOrderInput } from '#contract/store.contract.ts';
import type { Client } from '../_api/app.ts';
import { type BillingDesk, emptyBilling, freshKey, openBilling } from '../billing/billing-desk.ts';

/** A store with payments that remember. */
export interface StoreDesk extends BillingDesk {
  /** Empties everything that was sold, paid and refunded. */
  empty(): Promise<void>;
  /** A product for sale, by its name. */
  sell(name: string, price: number, more?: object): Promise<number>;
  /** Contacts with an address, of someone. */
  residents(owner: Client, count: number, address?: string): Promise<void>;
}

export async function openStore(): Promise<StoreDesk> {
  const it = await openBilling();
  const admin = await it.signIn('admin');
  let number = 700_000;
  return Object.assign(it, {
    empty: async () => {
      await emptyBilling(it);
      await it.owner.query(`truncate store_refunds, store_order_contacts, store_order_items, store_orders, products,
        contacts, ledger_accounts, ledger_transfers, ledger_entries, ledger_holds, wallet_settings, wallet_invoices cascade;
        update users set paid_user = true, wallet_feature_enabled = true`);
    },
    sell: async (name: string, price: number, more: object = {}) => {
      const { body } = await admin.call(products.create, { body: { name, price, ...more } });
      return body.data.id;
    },
    residents: async ({ person }: Client, count: number, address = '12 Oak Street') => {
      await it.owner.query(
        `insert into contacts (account_id, business_unit_id, owner_id, number, first_name, last_name, address, city)
         select u.account_id, u.business_unit_id, u.id, $2::int + n, 'Ana', n::text, $3, case when $3 = '' then '' else 'Austin' end
         from users u, generate_series(1, $4::int) n where u.id = $1`,
        [person?.id ?? 0, (number += 1_000), address, count],
      );
    },
  });
}

type Ordered = Partial<NewStoreOrderInput> & { readonly key?: string };

/** Orders one piece of a product by card, unless something else is wanted. */
export const order = (client: Client, product: number, expected: number, { key = freshKey(), ...more }: Ordered = {}) =>
  client.call(createStoreOrder, {
    body: { items: [{ product_id: product }], payment_method: 'card', expected_total: expected, ...more },
    idempotencyKey: key,
  });

/** Cents of revenue from the store. */
export const revenueOf = async ({ owner }: StoreDesk): Promise<number> =>
  (
    await owner.query<{ cents: number }>(
      `select coalesce(sum(balance) / 10000, 0)::int as cents from ledger_accounts where kind = 'revenue'`,
    )
  ).rows[0]?.cents ?? 0;
