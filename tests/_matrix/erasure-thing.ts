import { withAccount } from '../../server/db/tx.ts';
import { sealFor } from '../../server/features/erasures/subject-keys.ts';
import { canaryOf } from './canaries.ts';
import type { Actor, MatrixWorld, Relation } from './matrix-world.ts';
import type { Thing } from './things.ts';

/** Larger than any id. */
let contactId = 9_000_000_000;

/** Done, with evidence. */
export async function erasure(world: MatrixWorld, actor: Actor, relation: Relation): Promise<Thing> {
  contactId += 1;
  if (relation === 'unknown' || relation === 'deleted') return { id: contactId, row: null };
  const owner = actor.cast[relation];
  const canary = canaryOf(owner.tenant, owner.key);
  const { seal, pool } = world.it.deps;
  const id = await world.one(
    `insert into erasures (account_id, contact_id, contact_number, user_id, actor_id, status, failure, created_at, finished_at)
     values ($1, $2, $2, $3, $3, 'done', $4, now(), now())`,
    [owner.accountId, contactId, owner.id, canary],
  );
  await withAccount(pool, { accountId: owner.accountId }, async (tx) => {
    const evidence = JSON.stringify({ identity: { names: [canary], phones: [], emails: [] }, records: [] });
    const sealed = await sealFor(tx, seal, { type: 'erasure', id }, evidence);
    await tx.raw('update erasures set evidence = $2 where id = $1', [id, sealed]);
  });
  return { id, row: { table: 'erasures', id } };
}
