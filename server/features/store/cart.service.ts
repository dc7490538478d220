import { MAX_ORDER, MAX_ORDER_CONTACTS, type NewStoreOrder, type OrderPreview } from '#contract/store.contract.ts';
import { dollars } from '#rules/billing/money.ts';
import { formatCount } from '#rules/words/format-count.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { refuseField } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import { type Picked, pick, sentenceOf } from '../bulk/selection.ts';
import { seenBy } from '../contacts/contact-visibility.ts';
import { countMailable, findSoldByIds, lineOf } from './orders.sql.ts';

type Cart = Pick<NewStoreOrder, 'items' | 'contacts_scope'>;

/** Contacts of an order; `picked` is `null` when nothing in it is sold per contact, or none are chosen yet. */
interface Audience {
  readonly picked: Picked | null;
  readonly contacts: number;
  readonly without_address: number;
  readonly sentence: string;
}

const NO_ONE: Audience = { picked: null, contacts: 0, without_address: 0, sentence: '' };

/** @throws {Refusal} `refused` by field, `not_found` for a user or pool of the scope that isn't visible. */
async function audienceOf(deps: Deps, tx: Tx, identity: Identity, { contacts_scope: scope }: Cart): Promise<Audience> {
  if (scope === undefined) return NO_ONE;
  const selection = { contacts_scope: scope };
  const picked = await pick(deps, tx, identity, selection);
  const counted = await countMailable(tx, picked, await seenBy(tx, identity));
  if (counted.contacts > MAX_ORDER_CONTACTS) {
    throw refuseField(
      'contacts_scope',
      `An order is for up to ${formatCount(MAX_ORDER_CONTACTS)} contacts. You chose ${formatCount(counted.contacts)}.`,
    );
  }
  return { ...counted, picked, sentence: await sentenceOf(tx, identity, selection) };
}

/**
 * Prices a cart from the products as they are now.
 * @throws {Refusal} `refused` by field.
 */
export async function priceCart(deps: Deps, tx: Tx, identity: Identity, cart: Cart) {
  const quantities = new Map<number, number>();
  for (const { product_id: id, quantity } of cart.items) quantities.set(id, (quantities.get(id) ?? 0) + quantity);
  const sold = await findSoldByIds(tx, [...quantities.keys()]);
  if (sold.length < quantities.size)
    throw refuseField('items', 'An item in your cart is no longer sold. Remove it, then try again.');
  // Contacts that aren't visible are refused even where nothing in the cart is sold per contact.
  const chosen = await audienceOf(deps, tx, identity, cart);
  const audience = sold.some((item) => item.per_contact) ? chosen : NO_ONE;
  const lines = sold.map(({ id, name, price_cents, months_count, per_contact }) => ({
    product_id: id,
    name,
    price_cents,
    quantity: per_contact ? audience.contacts : (quantities.get(id) ?? 0),
    months_count,
  }));
  const totalCents = lines.reduce((sum, { price_cents: cents, quantity }) => sum + cents * quantity, 0);
  if (totalCents > MAX_ORDER * 100)
    throw refuseField(
      'items',
      `An order can be up to ${dollars(MAX_ORDER * 100)}. This one is ${dollars(totalCents)}.`,
    );
  return { lines, totalCents, audience, isForContacts: sold.some((item) => item.per_contact) };
}

/** @throws {Refusal} `refused` by field. */
export const previewOrder = (deps: Deps, identity: Identity, cart: Cart): Promise<OrderPreview> =>
  withAccount(deps.pool, identity, async (tx) => {
    const { lines, totalCents, audience } = await priceCart(deps, tx, identity, cart);
    const { contacts, without_address, sentence } = audience;
    return { items: lines.map(lineOf), total: totalCents / 100, contacts, without_address, sentence };
  });
