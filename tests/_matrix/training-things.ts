import { randomUUID } from 'node:crypto';
import { canaryOf } from './canaries.ts';
import type { Actor, MatrixWorld, Relation } from './matrix-world.ts';
import { personOf, type Thing, UNKNOWN } from './things.ts';

/** A deleted training that can be restored. */
export async function deletedTraining(world: MatrixWorld, actor: Actor, relation: Relation): Promise<Thing> {
  if (relation === 'unknown') return UNKNOWN;
  const owner = personOf(actor, relation);
  const title = `${canaryOf(owner.tenant, 'shared')}${randomUUID()}`;
  const id = await world.one(`insert into trainings (account_id, section, title) values ($1, $2, $2)`, [
    owner.accountId,
    title,
  ]);
  await world.it.owner.query(
    `with gone as (delete from trainings where id = $1 returning *)
     insert into deleted_trainings (id, account_id, section, title, for_account_types, position, created_at, deleted_at)
     select id, account_id, section, title, for_account_types, position, created_at, now() from gone`,
    [id],
  );
  return { id, row: { table: 'deleted_trainings', id } };
}
