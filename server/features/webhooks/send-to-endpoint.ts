import { brandOf } from '#brands/brand.ts';
import {
  ANSWER_KEPT,
  STOPPED_AFTER_H,
  WEBHOOK_RETRIES_AFTER_S,
  WEBHOOK_TIMEOUT_S,
} from '#contract/webhooks.contract.ts';
import { type Posted, postOutside } from '../../adapters/outbound/post-outside.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import type { JobData } from '../../jobs/job-queue.ts';
import { bodyOf } from './delivery-body.ts';
import { secretOwner, signedHeaders } from './signature.ts';
import { tellStopped } from './webhook-notice.ts';
import * as sql from './webhooks.sql.ts';

/** Deliveries on their way to one endpoint at a time. Ours. */
const AT_A_TIME = 4;
/** Failures in a row after which an endpoint rests, and for how many ms. Ours: one that is down gets a pause. */
const FAILURES = 8;
const REST_MS = 30_000;
/** The receiver wants nothing more. Source: RFC 9110; Standard Webhooks. */
const GONE = 410;

export type SendUse = Pick<Deps, 'pool' | 'seal' | 'now' | 'config'>;

/** Sends what is due for an endpoint. What is under way when the process dies is sent again, under the same id. */
export async function sendToEndpoint(
  deps: SendUse,
  { accountId, endpointId }: JobData['webhooks.send'],
  signal: AbortSignal,
): Promise<void> {
  let failures = 0;
  for (;;) {
    signal.throwIfAborted();
    const work = await withAccount(deps.pool, { accountId }, (tx) => dueFor(tx, endpointId, deps.now()));
    if (work === null || work.due.length === 0) return;
    const arrived = await Promise.all(work.due.map((delivery) => sendOne(deps, work.endpoint, delivery, signal)));
    failures = arrived.includes(true) ? 0 : failures + arrived.length;
    if (failures < FAILURES) continue;
    const until = new Date(deps.now().getTime() + REST_MS);
    await withAccount(deps.pool, { accountId }, (tx) => sql.restEndpoint(tx, endpointId, until));
    return;
  }
}

interface Endpoint extends sql.EndpointRow {
  readonly secret: Buffer;
}

/** `null`: it gets nothing now. */
async function dueFor(tx: Tx, endpointId: number, at: Date) {
  const endpoint = await sql.findEndpoint(tx, endpointId);
  if (endpoint === null || endpoint.status !== 'active' || endpoint.secret === null) return null;
  if (endpoint.rests_until !== null && endpoint.rests_until > at) return null;
  return { endpoint: { ...endpoint, secret: endpoint.secret }, due: await sql.findDue(tx, endpointId, at, AT_A_TIME) };
}

/** True when it arrived. */
async function sendOne(
  deps: SendUse,
  endpoint: Endpoint,
  delivery: sql.DueDelivery,
  signal: AbortSignal,
): Promise<boolean> {
  const at = deps.now();
  const body = bodyOf(delivery);
  const begun = performance.now();
  const posted = await postOutside({
    url: endpoint.url,
    headers: {
      'content-type': 'application/json',
      'user-agent': `${brandOf(deps.config.brand).name}-Webhooks/1`,
      ...signedHeaders(secretsOf(deps, endpoint, at), {
        id: delivery.event_id,
        timestamp: Math.floor(at.getTime() / 1000),
        body,
      }),
    },
    body,
    timeoutMs: WEBHOOK_TIMEOUT_S * 1000,
    most: ANSWER_KEPT,
    toPrivate: deps.config.webhooksToPrivate,
    signal,
  });
  const took = Math.round(performance.now() - begun);
  const { account_id: accountId } = endpoint;
  await withAccount(deps.pool, { accountId }, (tx) => record(tx, endpoint, delivery.id, { posted, at, took }));
  return hasArrived(posted);
}

const hasArrived = ({ status }: Posted): boolean => status !== null && status >= 200 && status < 300;

function secretsOf({ seal }: SendUse, endpoint: Endpoint, at: Date): string[] {
  const { account_id: accountId, secret, earlier_secret: earlier, earlier_until: until } = endpoint;
  const valid = earlier !== null && until !== null && until > at ? [secret, earlier] : [secret];
  return valid.map((sealed) => seal.open(sealed, secretOwner(accountId)));
}

interface Attempt {
  readonly posted: Posted;
  readonly at: Date;
  readonly took: number;
}

/** Keeps the attempt and what follows from it. A delivery removed in between leaves nothing. */
async function record(tx: Tx, sentTo: Endpoint, deliveryId: number, { posted, at, took }: Attempt): Promise<void> {
  const endpoint = await sql.lockEndpoint(tx, sentTo.id);
  const delivery = endpoint === null ? null : await sql.lockRound(tx, deliveryId);
  if (endpoint === null || delivery === null) return;
  const { status: answered, fault, answer } = posted;
  await sql.insertAttempt(tx, { deliveryId, at, took, status: answered, fault, answer });
  if (hasArrived(posted)) {
    await sql.saveOutcome(tx, deliveryId, { status: 'delivered', dueAt: null, answered, fault });
    return void (await sql.clearFailing(tx, endpoint.id));
  }
  const afterS = WEBHOOK_RETRIES_AFTER_S[delivery.round];
  const dueAt = afterS === undefined ? null : new Date(at.getTime() + afterS * 1000);
  await sql.saveOutcome(tx, deliveryId, { status: dueAt === null ? 'failed' : 'waiting', dueAt, answered, fault });
  await sql.markFailing(tx, endpoint.id, at);
  const reason = stopReason(posted, endpoint.failing_since ?? at, at);
  // Another address than the one that failed is given a try.
  if (reason === null || endpoint.status !== 'active' || endpoint.url !== sentTo.url) return;
  await sql.stopEndpoint(tx, endpoint.id, reason);
  await tellStopped(tx, endpoint, reason, at);
}

/** `null`: it stays active. */
function stopReason({ status }: Posted, failingSince: Date, at: Date): string | null {
  if (status === GONE) return 'It answered “410 Gone”: it takes no more events.';
  const hours = (at.getTime() - failingSince.getTime()) / 3_600_000;
  return hours >= STOPPED_AFTER_H ? `No event has arrived for ${STOPPED_AFTER_H} hours.` : null;
}
