import { randomUUID } from 'node:crypto';
import type { Query, Reply } from '#contract/endpoint.ts';
import {
  type DeliveryDetail,
  type listWebhookDeliveries,
  SECRET_OVERLAP_H,
  TEST_EVENT,
  type WebhookDelivery,
  type WebhookEndpoint,
  webhookEndpoints,
} from '#contract/webhooks.contract.ts';
import { writeAudit } from '../../audit.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import { readRow } from '../../resource/resource.service.ts';
import type { Caller } from '../../resource/table.ts';
import { bodyOf } from './delivery-body.ts';
import { freshSecret, secretOwner } from './signature.ts';
import { WEBHOOK_ENDPOINTS } from './webhook-endpoints.table.ts';
import * as sql from './webhooks.sql.ts';

const HOUR_MS = 3_600_000;

const deliveryOf = ({ data: _data, at, due_at, ...row }: sql.DeliveryRow): WebhookDelivery =>
  ({ ...row, at: at.toISOString(), due_at: due_at?.toISOString() ?? null }) as WebhookDelivery;

async function detailOf(tx: Tx, id: number): Promise<DeliveryDetail> {
  const row = await sql.findDelivery(tx, id);
  if (row === null) throw new Refusal('not_found', 'Delivery not found.');
  const tries = await sql.findAttempts(tx, id);
  return {
    ...deliveryOf(row),
    body: bodyOf(row),
    tries: tries.map((one) => ({ ...one, at: one.at.toISOString() })),
  };
}

const audit = (tx: Tx, { identity, requestId }: Caller, what: string, id: number, detail: object) =>
  writeAudit(tx, identity, requestId, {
    action: `webhook_endpoint.${what}`,
    subjectType: 'webhook_endpoint',
    subjectId: id,
    detail: { ...detail },
  });

async function requireEndpoint(tx: Tx, id: number): Promise<sql.EndpointRow> {
  const row = await sql.lockEndpoint(tx, id);
  if (row === null) throw new Refusal('not_found', 'Webhook endpoint not found.');
  return row;
}

/** The only response that contains the secret. The one before signs, too, for a day. @throws {Refusal} `not_found`. */
export async function issueSecret(
  deps: Deps,
  caller: Caller,
  id: number,
): Promise<{ secret: string; endpoint: WebhookEndpoint }> {
  const { identity } = caller;
  const secret = freshSecret();
  await withAccount(deps.pool, identity, async (tx) => {
    const { name, secret: earlier } = await requireEndpoint(tx, id);
    const at = deps.now();
    await sql.saveSecrets(tx, id, {
      secret: deps.seal.seal(secret, secretOwner(identity.accountId)),
      earlier,
      earlierUntil: new Date(at.getTime() + SECRET_OVERLAP_H * HOUR_MS),
      at,
    });
    await audit(tx, caller, 'secret_issued', id, { name });
  });
  const row = await readRow(deps, identity, webhookEndpoints, WEBHOOK_ENDPOINTS, id);
  return { secret, endpoint: row as unknown as WebhookEndpoint };
}

/** @throws {Refusal} `not_found`, `conflict` for an endpoint that gets nothing. */
export const testEndpoint = (deps: Deps, caller: Caller, id: number): Promise<WebhookDelivery> =>
  withAccount(deps.pool, caller.identity, async (tx) => {
    const endpoint = await requireEndpoint(tx, id);
    requireActive(endpoint);
    const deliveryId = await sql.insertDelivery(tx, {
      endpointId: id,
      eventId: `evt_${randomUUID().replaceAll('-', '')}`,
      kind: TEST_EVENT,
      data: { endpoint_id: id },
      at: deps.now(),
    });
    await audit(tx, caller, 'tested', id, { name: endpoint.name });
    const row = await sql.findDelivery(tx, deliveryId);
    if (row === null) throw new Error('The delivery is gone.');
    return deliveryOf(row);
  });

function requireActive({ status, name }: Pick<sql.EndpointRow, 'status' | 'name'>): void {
  if (status !== 'active') throw new Refusal('conflict', `${name} is ${status}. Resume it first.`);
}

export const listDeliveries = (
  { pool }: Deps,
  identity: Identity,
  query: Query<typeof listWebhookDeliveries>,
): Promise<Reply<typeof listWebhookDeliveries>> =>
  withAccount(pool, identity, async (tx) => {
    const { page, limit, endpoint_id: endpoint } = query;
    if (endpoint !== undefined && (await sql.findEndpoint(tx, endpoint)) === null)
      throw new Refusal('not_found', 'Webhook endpoint not found.');
    const rows = await sql.findDeliveries(tx, query);
    const total = await sql.countDeliveries(tx, query);
    return {
      data: rows.map(deliveryOf),
      meta: { current_page: page, limit, total_count: total, total_pages: Math.max(1, Math.ceil(total / limit)) },
    };
  });

/** @throws {Refusal} `not_found`. */
export const readDelivery = ({ pool }: Deps, identity: Identity, id: number): Promise<DeliveryDetail> =>
  withAccount(pool, identity, (tx) => detailOf(tx, id));

/** Sends it again under the same id. @throws {Refusal} `not_found`, `conflict` for an endpoint that gets nothing. */
export const replayDelivery = (deps: Deps, caller: Caller, id: number): Promise<DeliveryDetail> =>
  withAccount(deps.pool, caller.identity, async (tx) => {
    const row = await sql.lockDelivery(tx, id);
    if (row === null) throw new Refusal('not_found', 'Delivery not found.');
    requireActive({ status: row.endpoint_status, name: row.endpoint.name });
    await sql.replayDelivery(tx, id, deps.now());
    await audit(tx, caller, 'replayed', row.endpoint.id, { delivery_id: id, event_id: row.event_id });
    return detailOf(tx, id);
  });
