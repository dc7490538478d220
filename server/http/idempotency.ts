import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { IDEMPOTENCY_HEADER } from '#contract/_wire.contract.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { beforeCommit, type Tx, withAccount } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { Refusal } from '../errors.ts';
import { lastingAnswer } from './error-reply.ts';
import type { Identity } from '../identity.ts';

/** Characters of a key. Source: promise P17 (Stripe's limit). */
const MAX_KEY = 255;

/**
 * Seconds after which an unfinished request counts as dead. Our choice: longer than a call of the payment provider with
 * all its retries (`adapters/stripe-client.ts`); an upload takes its time. One that is still alive can no longer
 * commit.
 */
export const DEAD_S = { plain: 45, upload: 120 } as const;

/** Milliseconds between two attempts to complete a key when the database was down. Our choice. */
const SETTLE_AGAIN_MS = 1_000;

/** Response of a request. */
export interface Answer {
  readonly status: number;
  /** Absent when the answer has no body. */
  readonly reply: unknown;
  /** True: this is what the first request with the key got, and nothing was done. */
  readonly replayed: boolean;
}

export interface KeyRow {
  request_hash: Buffer;
  effect: boolean;
  status: number | null;
  reply: unknown;
}

/** The key of a request; `null`: it has none, or it means nothing here. @throws {Refusal} when it is too long. */
export function keyOf(request: FastifyRequest, endpoint: Endpoint): string | null {
  const key = request.headers[IDEMPOTENCY_HEADER];
  if (!endpoint.idempotent || typeof key !== 'string' || key === '') return null;
  if (key.length > MAX_KEY) throw new Refusal('unreadable', `An Idempotency-Key can have up to ${MAX_KEY} characters.`);
  return key;
}

/**
 * Distinguishes two requests without revealing their content to anyone without the key: a nine-digit number is quickly
 * guessed. A file counts by its name and the request's length.
 */
export function hashesOf({ seal }: Deps, request: FastifyRequest, parts: readonly unknown[]): [Buffer, ...Buffer[]] {
  const said = JSON.stringify([request.url, request.headers['content-length'] ?? '', ...parts]);
  const [now, ...earlier] = seal.fingerprints(said, 'idempotency');
  // Requests of the last 72 hours may have a fingerprint by another key, or by the version without keys.
  return [now ?? seal.fingerprint(said, 'idempotency'), ...earlier, createHash('sha256').update(said).digest()];
}

export interface Asked {
  readonly request: FastifyRequest;
  readonly endpoint: Endpoint;
  readonly identity: Identity;
  readonly key: string;
  /** Parsed arguments. */
  readonly parts: readonly unknown[];
}

/**
 * Does the work of a request once per key: a repeated request gets the first answer. A request that failed without
 * changes leaves no trace, so that it can be retried. The transaction of a change marks that it happened, so that a
 * process that dies before answering causes no second effect; a request that has lost its key to a twin rolls back.
 * @throws {Refusal} `in_progress` while the first one runs, `refused` when it was another request, `conflict` when
 *   its change is committed and its answer lost.
 */
export async function once(deps: Deps, asked: Asked, work: () => Promise<Omit<Answer, 'replayed'>>): Promise<Answer> {
  const claimedAt = deps.now();
  const kept = await claim(deps, asked, claimedAt);
  if (kept !== null) return { ...kept, replayed: true };
  const own = [asked.identity.userId, asked.endpoint.name, asked.key, claimedAt];
  const change = (text: string, more: readonly unknown[] = []) =>
    withAccount(deps.pool, asked.identity, (tx) => tx.raw(text, [...own, ...more]));
  const markEffect = async (tx: Tx) => {
    if ((await tx.raw(MARK_EFFECT, own)).length === 0) throw underWay();
  };
  let answer: Omit<Answer, 'replayed'>;
  try {
    answer = await beforeCommit.run(markEffect, work);
  } catch (error) {
    const refused = error instanceof Refusal ? lastingAnswer(error, asked.request.id) : null;
    await nowOrSoon(() => change(`delete from idempotency_keys where ${CLAIMED} and status is null and not effect`));
    // What was kept of a refused request is kept once.
    if (refused !== null)
      await nowOrSoon(() =>
        change(`update idempotency_keys set status = $5, reply = $6 where ${CLAIMED} and status is null and effect`, [
          refused.status,
          JSON.stringify(refused.reply),
        ]),
      );
    throw error;
  }
  const reply = answer.reply === undefined ? null : JSON.stringify(answer.reply);
  await nowOrSoon(() =>
    change(`update idempotency_keys set status = $5, reply = $6 where ${CLAIMED}`, [answer.status, reply]),
  );
  return { ...answer, replayed: false };
}

/** Finished work stays done if the key can't be completed now: that continues in the background. */
const nowOrSoon = (settle: () => Promise<unknown>) => settle().catch(() => void settleSoon(settle));

/** Until it succeeds, or the key counts as dead anyway. */
async function settleSoon(settle: () => Promise<unknown>): Promise<void> {
  for (let waited = 0; waited < DEAD_S.plain * 1_000; waited += SETTLE_AGAIN_MS) {
    await sleep(SETTLE_AGAIN_MS, undefined, { ref: false });
    try {
      await settle();
      return;
    } catch {
      // The database is still down.
    }
  }
}

export const OWN = 'user_id = $1 and endpoint = $2 and key = $3';
/** Ours still: a twin that took over has claimed it later. */
const CLAIMED = `${OWN} and created_at = $4`;

// A transaction that has written nothing has no id, and marks nothing. No row: the key is lost.
const MARK_EFFECT = `with marked as (
    update idempotency_keys set effect = true
    where ${CLAIMED} and pg_current_xact_id_if_assigned() is not null
    returning 1
  )
  select where pg_current_xact_id_if_assigned() is null or exists (select from marked)`;

export const underWay = () => new Refusal('in_progress', 'The same request is still in progress.', { retryAfter: 1 });

/** Claims the key before anything is done. Answers what the first request with it got, `null` when this is the first. */
async function claim(deps: Deps, { request, endpoint, identity, key, parts }: Asked, claimedAt: Date) {
  const [hash, ...earlier] = hashesOf(deps, request, parts);
  const own = [identity.userId, endpoint.name, key];
  const deadAfter = endpoint.upload === null ? DEAD_S.plain : DEAD_S.upload;
  const first = await withAccount(deps.pool, identity, async (tx) => {
    const claimed = await tx.raw(
      `insert into idempotency_keys as k (account_id, user_id, endpoint, key, request_hash, created_at)
       values ($4, $1, $2, $3, $5, $6)
       on conflict (user_id, endpoint, key) do update set created_at = excluded.created_at
         where k.status is null and not k.effect and k.request_hash = any($8::bytea[])
           and k.created_at < excluded.created_at - make_interval(secs => $7)
       returning 1`,
      [...own, identity.accountId, hash, claimedAt, deadAfter, [hash, ...earlier]],
    );
    if (claimed.length > 0) return null;
    const rows = await tx.raw<KeyRow & { dead: boolean }>(
      `select request_hash, effect, status, reply, created_at < $4::timestamptz - make_interval(secs => $5) as dead
       from idempotency_keys where ${OWN}`,
      [...own, claimedAt, deadAfter],
    );
    return rows[0] ?? { request_hash: hash, effect: false, status: null, reply: null, dead: false };
  });
  return first === null ? null : answerOf(first, [hash, ...earlier]);
}

/** The first answer of a kept key. @throws {Refusal} `refused` for another request, `conflict`, `in_progress` */
export function answerOf(kept: KeyRow & { readonly dead: boolean }, hashes: readonly Buffer[]) {
  if (!hashes.some((one) => one.equals(kept.request_hash)))
    throw new Refusal('refused', 'This Idempotency-Key was used for another request.');
  if (kept.status === null && kept.effect && kept.dead)
    throw new Refusal(
      'conflict',
      'This request was already processed, but its response was lost. Check the current state.',
    );
  if (kept.status === null) throw underWay();
  return { status: kept.status, reply: kept.reply ?? undefined };
}
