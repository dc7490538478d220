import type { Query } from '#contract/endpoint.ts';
import { type AttemptFault, type listWebhookDeliveries, MAX_DELIVERIES_COUNTED } from '#contract/webhooks.contract.ts';
import type { Pool } from '../../db/pool.ts';
import { outsideAccounts, type Tx } from '../../db/tx.ts';

export interface EndpointRow {
  readonly id: number;
  readonly account_id: number;
  readonly name: string;
  readonly url: string;
  readonly status: 'active' | 'paused' | 'stopped';
  readonly secret: Buffer | null;
  readonly earlier_secret: Buffer | null;
  readonly earlier_until: Date | null;
  readonly failing_since: Date | null;
  readonly rests_until: Date | null;
}

const ENDPOINT = 'id, account_id, name, url, status, secret, earlier_secret, earlier_until, failing_since, rests_until';

const findOne = async <Row>(tx: Tx, text: string, values: readonly unknown[]): Promise<Row | null> =>
  (await tx.raw<Row>(text, values))[0] ?? null;

export const findEndpoint = (tx: Tx, id: number) =>
  findOne<EndpointRow>(tx, `select ${ENDPOINT} from webhook_endpoints where id = $1`, [id]);

export const lockEndpoint = (tx: Tx, id: number) =>
  findOne<EndpointRow>(tx, `select ${ENDPOINT} from webhook_endpoints where id = $1 for no key update`, [id]);

interface Secrets {
  readonly secret: Buffer;
  readonly earlier: Buffer | null;
  readonly earlierUntil: Date;
  readonly at: Date;
}

export const saveSecrets = (tx: Tx, id: number, { secret, earlier, earlierUntil, at }: Secrets) =>
  tx.raw(
    `update webhook_endpoints set secret = $2, earlier_secret = $3, earlier_until = $4, secret_at = $5 where id = $1`,
    [id, secret, earlier, earlier === null ? null : earlierUntil, at],
  );

/** The last delivery arrived. */
export const clearFailing = (tx: Tx, id: number) =>
  tx.raw(
    `update webhook_endpoints set failing_since = null, rests_until = null
     where id = $1 and (failing_since is not null or rests_until is not null)`,
    [id],
  );

export const markFailing = (tx: Tx, id: number, at: Date) =>
  tx.raw('update webhook_endpoints set failing_since = $2 where id = $1 and failing_since is null', [id, at]);

export const restEndpoint = (tx: Tx, id: number, until: Date) =>
  tx.raw('update webhook_endpoints set rests_until = $2 where id = $1', [id, until]);

export const stopEndpoint = (tx: Tx, id: number, reason: string) =>
  tx.raw(`update webhook_endpoints set status = 'stopped', stopped_reason = $2 where id = $1`, [id, reason]);

/** What has waited is due now. */
export async function wakeEndpoint(tx: Tx, id: number, at: Date): Promise<void> {
  await tx.raw(
    `update webhook_endpoints set stopped_reason = '', failing_since = null, rests_until = null where id = $1`,
    [id],
  );
  await tx.raw(
    `update webhook_deliveries set due_at = $2 where endpoint_id = $1 and status = 'waiting' and due_at > $2`,
    [id, at],
  );
}

export interface DueDelivery {
  readonly id: number;
  readonly event_id: string;
  readonly kind: string;
  readonly at: Date;
  readonly data: Readonly<Record<string, unknown>>;
}

export const findDue = (tx: Tx, endpointId: number, at: Date, most: number) =>
  tx.raw<DueDelivery>(
    `select id, event_id, kind, at, data from webhook_deliveries
     where endpoint_id = $1 and status = 'waiting' and due_at <= $2 order by due_at, id limit $3`,
    [endpointId, at, most],
  );

/** `null`: it is gone. */
export const lockRound = (tx: Tx, id: number) =>
  findOne<{ round: number }>(tx, 'select round from webhook_deliveries where id = $1 for update', [id]);

interface Outcome {
  readonly status: 'waiting' | 'delivered' | 'failed';
  readonly dueAt: Date | null;
  readonly answered: number | null;
  readonly fault: AttemptFault;
}

export const saveOutcome = (tx: Tx, id: number, { status, dueAt, answered, fault }: Outcome) =>
  tx.raw(
    `update webhook_deliveries set status = $2, due_at = $3, last_status = $4, last_fault = $5, attempts = attempts + 1,
       round = round + 1 where id = $1`,
    [id, status, dueAt, answered, fault],
  );

interface NewAttempt {
  readonly deliveryId: number;
  readonly at: Date;
  readonly took: number;
  readonly status: number | null;
  readonly fault: AttemptFault;
  readonly answer: string;
}

export const insertAttempt = (tx: Tx, { deliveryId, at, took, status, fault, answer }: NewAttempt) =>
  tx.raw(
    `insert into webhook_attempts (account_id, delivery_id, at, took, status, fault, answer)
     values (app_account_id(), $1, $2, $3, $4, $5, $6)`,
    [deliveryId, at, took, status, fault, answer],
  );

interface NewDelivery {
  readonly endpointId: number;
  readonly eventId: string;
  readonly kind: string;
  readonly data: object;
  readonly at: Date;
}

export async function insertDelivery(tx: Tx, { endpointId, eventId, kind, data, at }: NewDelivery): Promise<number> {
  const [row] = await tx.raw<{ id: number }>(
    `insert into webhook_deliveries (account_id, endpoint_id, event_id, kind, at, data, due_at)
     values (app_account_id(), $1, $2, $3, $4, $5, $4) returning id`,
    [endpointId, eventId, kind, at, JSON.stringify(data)],
  );
  if (row === undefined) throw new Error('The delivery was not saved.');
  return row.id;
}

/** Its retries start over. */
export const replayDelivery = (tx: Tx, id: number, at: Date) =>
  tx.raw(`update webhook_deliveries set status = 'waiting', due_at = $2, round = 0 where id = $1`, [id, at]);

export interface DeliveryRow extends DueDelivery {
  readonly endpoint: { readonly id: number; readonly name: string };
  readonly status: 'waiting' | 'delivered' | 'failed';
  readonly attempts: number;
  readonly due_at: Date | null;
  readonly last_status: number | null;
  readonly last_fault: AttemptFault;
}

const DELIVERY = `d.id, d.event_id, d.kind, d.at, d.data, d.status, d.attempts, d.due_at, d.last_status, d.last_fault,
  json_build_object('id', e.id, 'name', e.name) as endpoint`;
const OF_ENDPOINT = 'webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id';

/** `null`: there is none. */
export const findDelivery = (tx: Tx, id: number) =>
  findOne<DeliveryRow>(tx, `select ${DELIVERY} from ${OF_ENDPOINT} where d.id = $1`, [id]);

export const lockDelivery = (tx: Tx, id: number) =>
  findOne<DeliveryRow & { readonly endpoint_status: EndpointRow['status'] }>(
    tx,
    `select ${DELIVERY}, e.status as endpoint_status from ${OF_ENDPOINT} where d.id = $1 for update of d`,
    [id],
  );

type Filter = Query<typeof listWebhookDeliveries>;

const NARROWED = `from ${OF_ENDPOINT}
  where ($1::text is null or d.status = $1) and ($2::text is null or d.kind = $2) and ($3::bigint is null or d.endpoint_id = $3)`;
const valuesOf = ({ status, kind, endpoint_id: endpoint }: Filter) => [status ?? null, kind ?? null, endpoint ?? null];

/** Newest first. */
export const findDeliveries = (tx: Tx, filter: Filter) =>
  tx.raw<DeliveryRow>(`select ${DELIVERY} ${NARROWED} order by d.id desc limit $4 offset $5`, [
    ...valuesOf(filter),
    filter.limit,
    (filter.page - 1) * filter.limit,
  ]);

export async function countDeliveries(tx: Tx, filter: Filter): Promise<number> {
  const [row] = await tx.raw<{ total: number }>(
    `select count(*)::int as total from (select ${NARROWED} limit ${MAX_DELIVERIES_COUNTED}) counted`,
    valuesOf(filter),
  );
  return row?.total ?? 0;
}

export interface AttemptRow {
  readonly id: number;
  readonly at: Date;
  readonly took: number;
  readonly status: number | null;
  readonly fault: AttemptFault;
  readonly answer: string;
}

/** Newest first. */
export const findAttempts = (tx: Tx, deliveryId: number) =>
  tx.raw<AttemptRow>(
    'select id, at, took, status, fault, answer from webhook_attempts where delivery_id = $1 order by id desc limit 100',
    [deliveryId],
  );

export const countEndpoints = async (tx: Tx): Promise<number> =>
  (await tx.raw<{ count: number }>('select count(*)::int as count from webhook_endpoints'))[0]?.count ?? 0;

/** Active endpoints of all accounts with something to send. */
export const findDueEndpoints = (pool: Pool, at: Date, most: number) =>
  outsideAccounts<{ account_id: number; endpoint_id: number }>(
    pool,
    'select account_id, endpoint_id from find_due_webhooks($1, $2)',
    [at, most],
  );

/** Tells the endpoints that chose it of a workflow's step for a contact; returns how many there are. */
export async function tellWebhooksOfStep(tx: Tx, contactId: number, step: object): Promise<number> {
  const [told] = await tx.raw<{ endpoints: number }>(
    `select count(*)::int as endpoints from webhook_endpoints where 'workflow.step' = any(events)`,
  );
  if (told === undefined || told.endpoints === 0) return 0;
  await tx.raw(
    `select tell_webhooks(c.account_id, 'workflow.step', webhook_contact(c) || $2::jsonb) from contacts c where c.id = $1`,
    [contactId, JSON.stringify(step)],
  );
  return told.endpoints;
}
