import type { Question, Verdict } from './kinds.ts';
import type { Actor, MatrixWorld, Relation } from './matrix-world.ts';
import { nextNumber, ownerOf, textOf, type Thing, UNKNOWN } from './things.ts';

/** A delivery to an endpoint of somebody's account. */
async function webhookDelivery(world: MatrixWorld, actor: Actor, relation: Relation): Promise<Thing> {
  if (relation === 'unknown') return UNKNOWN;
  const owner = ownerOf(actor, relation);
  const endpoint = await world.one(
    `insert into webhook_endpoints (account_id, name, url, events) values ($1, $2, 'https://hooks.agency.test/', '{soa.completed}')`,
    [owner.accountId, `${textOf(owner)} ${nextNumber()}`],
  );
  const id = await world.one(
    `insert into webhook_deliveries (account_id, endpoint_id, event_id, kind, at, data, due_at)
     values ($1, $2, $3, 'soa.completed', now(), '{}', now())`,
    [owner.accountId, endpoint, `${textOf(owner)} ${nextNumber()}`],
  );
  await world.one(
    `insert into webhook_attempts (account_id, delivery_id, at, took, answer) values ($1, $2, now(), 1, $3)`,
    [owner.accountId, id, textOf(owner)],
  );
  return { id, row: { table: 'webhook_deliveries', id } };
}

/** Of the account, as the endpoint is. */
const verdict = ({ relation }: Question): Verdict =>
  relation === 'otherAccount' || relation === 'unknown' ? 'absent' : 'open';

export const WEBHOOK_KINDS = {
  webhookDelivery: { relations: ['own', 'otherUnit', 'otherAccount', 'unknown'], verdict, make: webhookDelivery },
} as const;
