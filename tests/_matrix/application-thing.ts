import type { Actor, MatrixWorld, Relation } from './matrix-world.ts';
import { insertContact, ownerOf, type Thing, UNKNOWN } from './things.ts';

/** An application of a contact. */
export async function application(world: MatrixWorld, actor: Actor, relation: Relation): Promise<Thing> {
  const around = await insertContact(world, actor, relation === 'deleted' || relation === 'unknown' ? 'own' : relation);
  if (relation === 'unknown') return { ...UNKNOWN, contactId: around.id };
  const owner = ownerOf(actor, relation);
  const id = await world.one(
    `insert into applications (account_id, contact_id, reference, product, desk, started_by, started_at)
     values ($1, $2, gen_random_uuid(), 'life', 'sheet', $3, now())`,
    [owner.accountId, around.id, owner.id],
  );
  return { id, row: { table: 'applications', id }, contactId: around.id };
}
