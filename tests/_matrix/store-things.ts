import { randomUUID } from 'node:crypto';
import { canaryOf } from './canaries.ts';
import type { Actor, MatrixWorld, Relation } from './matrix-world.ts';
import { personOf, type Thing, UNKNOWN } from './things.ts';

/** A paid order of somebody, with a refund. */
export async function storeOrder(world: MatrixWorld, actor: Actor, relation: Relation): Promise<Thing> {
  if (relation === 'unknown') return UNKNOWN;
  const { id: userId, accountId, tenant, key } = personOf(actor, relation);
  const words = canaryOf(tenant, key);
  const product = await world.one(`insert into products (account_id, name, price) values ($1, $2, 4800)`, [
    accountId,
    `${canaryOf(tenant, 'shared')} ${randomUUID()}`,
  ]);
  const id = await world.one(
    `insert into store_orders (account_id, user_id, key, payment_method, owner_id, total_cents, paid_cents, paid_at, charge_ref, card,
       sentence, notes, created_at)
     values ($1, $2, $3, 'card', $2, 4800, 4800, now(), 'ch', '4242', $4, $4, now())`,
    [accountId, userId, randomUUID(), words],
  );
  await world.one(
    `insert into store_order_items (account_id, order_id, product_id, name, price_cents, quantity)
     values ($1, $2, $3, $4, 4800, 1)`,
    [accountId, id, product, words],
  );
  await world.one(
    `insert into store_refunds (account_id, order_id, user_id, actor_id, key, amount_cents, destination, reason, state, created_at, settled_at)
     values ($1, $2, $3, $3, $4, 100, 'card', $5, 'done', now(), now())`,
    [accountId, id, userId, randomUUID(), words],
  );
  return { id, row: { table: 'store_orders', id } };
}
