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

/** A lead that a vendor of somebody's account sent, which is no contact. */
async function vendorLead(world: MatrixWorld, actor: Actor, relation: Relation): Promise<Thing> {
  if (relation === 'unknown') return UNKNOWN;
  const owner = ownerOf(actor, relation);
  const vendor = await world.one(`insert into api_vendors (account_id, vendor_name) values ($1, $2)`, [
    owner.accountId,
    `Vendor ${nextNumber()}`,
  ]);
  const key = await world.one(
    `insert into api_keys (account_id, user_id, kind, name, prefix, token_hash, scopes, created_at)
     values ($1, $2, 'key', 'Leads', 'bw_', decode(md5($3), 'hex'), '{contacts.write}', now())`,
    [owner.accountId, owner.id, `lead ${nextNumber()}`],
  );
  const id = await world.one(
    `insert into vendor_leads (account_id, vendor_id, key_id, received_at, status, sent)
     values ($1, $2, $3, now(), 'failed', $4)`,
    [owner.accountId, vendor, key, JSON.stringify({ lead: { last_name: textOf(owner) } })],
  );
  return { id, row: { table: 'vendor_leads', id } };
}

/** Of the account, as the endpoint is. */
const verdict = ({ relation }: Question): Verdict =>
  relation === 'otherAccount' || relation === 'unknown' ? 'absent' : 'open';

export const WEBHOOK_KINDS = {
  vendorLead: { relations: ['own', 'otherUnit', 'otherAccount', 'unknown'], verdict, make: vendorLead },
  webhookDelivery: { relations: ['own', 'otherUnit', 'otherAccount', 'unknown'], verdict, make: webhookDelivery },
} as const;
