import { randomUUID } from 'node:crypto';
import { withAccount } from '../../server/db/tx.ts';
import { AGENCY, post } from '../../server/features/ledger/ledger.ts';
import { canaryOf } from './canaries.ts';
import type { Actor, MatrixWorld, Relation } from './matrix-world.ts';
import { person, personOf, type Thing, UNKNOWN } from './things.ts';

/** Who manages shares the agency's wallet, whose words are no one's own. */
const walletOf = (actor: Actor, relation: Relation) => {
  const { id, accountId, tenant, key } = personOf(actor, relation);
  const isShared = relation === 'own' && actor.permissions.includes('wallets.manage');
  return { accountId, ownerId: isShared ? AGENCY : id, words: isShared ? 'Top-up' : canaryOf(tenant, key) };
};

function add(world: MatrixWorld, accountId: number, ownerId: number, description: string): Promise<number> {
  return withAccount(world.it.deps.pool, { accountId }, async (tx) => {
    const legs = [
      { kind: 'card' as const, ownerId, amount: -90_000_000 },
      { kind: 'wallet' as const, ownerId, amount: 90_000_000 },
    ];
    const posted = await post(tx, { kind: 'top_up', key: randomUUID(), description, legs }, world.it.deps.now());
    return posted.transfer_id ?? 0;
  });
}

/** Somebody who has money of the agency, which has more of it. */
export async function walletPerson(world: MatrixWorld, actor: Actor, relation: Relation): Promise<Thing> {
  if (relation === 'unknown') return UNKNOWN;
  const { id, accountId } = personOf(actor, relation);
  await add(world, accountId, AGENCY, 'Top-up');
  const key = randomUUID();
  await withAccount(world.it.deps.pool, { accountId }, (tx) =>
    post(
      tx,
      {
        kind: 'allocate',
        key,
        description: 'Allocated',
        legs: [
          { kind: 'wallet', ownerId: AGENCY, amount: -1_000_000 },
          { kind: 'wallet', ownerId: id, amount: 1_000_000 },
        ],
      },
      world.it.deps.now(),
    ),
  );
  return person(world, actor, relation);
}

/** Somebody whose Max Plus the agency pays for. */
export async function maxPlusMember(world: MatrixWorld, actor: Actor, relation: Relation): Promise<Thing> {
  if (relation === 'unknown') return UNKNOWN;
  const { id, accountId } = personOf(actor, relation);
  await world.it.owner.query(
    `insert into max_plus_subscriptions (account_id, user_id, payer_id, plan, status, started_at, period_ends_at, due_at)
     select $2, $1, (select min(id) from users where account_id = $2 and id <> $1), 'premium', 'active', now(),
       now() + interval '20 days', now() + interval '20 days'
     on conflict do nothing`,
    [id, accountId],
  );
  return person(world, actor, relation);
}

export async function walletTransaction(world: MatrixWorld, actor: Actor, relation: Relation): Promise<Thing> {
  if (relation === 'unknown') return UNKNOWN;
  const { accountId, ownerId, words } = walletOf(actor, relation);
  return { id: await add(world, accountId, ownerId, words), row: null };
}

export async function walletInvoice(world: MatrixWorld, actor: Actor, relation: Relation): Promise<Thing> {
  if (relation === 'unknown') return UNKNOWN;
  const { accountId, ownerId, words } = walletOf(actor, relation);
  const transfer = await add(world, accountId, ownerId, words);
  const id = await world.one(
    `insert into wallet_invoices (account_id, owner_id, transfer_id, amount_cents, description, agency, payer, card, charge_ref, at)
     values ($1, $2, $3, 9000, $4, $4, $4, $4, 'ch', now())`,
    [accountId, ownerId, transfer, words],
  );
  return { id, row: null };
}
