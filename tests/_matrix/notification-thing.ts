import type { Actor, MatrixWorld as World, Relation } from './matrix-world.ts';
import { nextNumber, ownerOf, textOf, type Thing, UNKNOWN } from './things.ts';

/** A notification; a deleted one is removed. */
export async function notification(world: World, actor: Actor, relation: Relation): Promise<Thing> {
  if (relation === 'unknown') return UNKNOWN;
  const owner = ownerOf(actor, relation);
  const id = await world.one(
    `insert into notifications (account_id, user_id, kind, about_id, occurrence, title, href, created_at)
     values ($1, $2, 'lead', 1, $3, $4, '/contacts/1001', now())`,
    [owner.accountId, owner.id, String(nextNumber()), textOf(owner)],
  );
  if (relation !== 'deleted') return { id, row: { table: 'notifications', id } };
  await world.it.owner.query('delete from notifications where id = $1', [id]);
  return { id, row: null };
}
