import { inOneTransaction, type Tx, withAccount } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { Refusal } from '../errors.ts';
import { type Answer, answerOf, type Asked, DEAD_S, hashesOf, type KeyRow, OWN, underWay } from './idempotency.ts';

/** `free`: no twin runs. */
type Kept = KeyRow & { readonly dead: boolean; readonly free: boolean };

const LOOK = `select k.request_hash, k.effect, k.status, k.reply, k.dead, pg_try_advisory_xact_lock(hashtextextended($2 || ' ' || $3, $1)) as free
  from (select 1) one left join lateral (
    select request_hash, effect, status, reply, created_at < $4::timestamptz - make_interval(secs => $5) as dead
    from idempotency_keys where ${OWN}
  ) k on true`;

const KEEP = `insert into idempotency_keys as k (account_id, user_id, endpoint, key, request_hash, created_at, effect, status, reply)
  values (app_account_id(), $1, $2, $3, $4, $5, true, $6, $7)
  on conflict (user_id, endpoint, key) do update set request_hash = excluded.request_hash,
    created_at = excluded.created_at, effect = true, status = excluded.status, reply = excluded.reply
  where k.status is null and not k.effect
  returning 1`;

/**
 * Like `once`, for work in one transaction: the key, the change and the answer commit together, so that none of them
 * is ever there without the others. A request that dies leaves nothing.
 * @throws {Refusal} `in_progress` while the first one runs, `refused` when it was another request.
 */
export async function onceInOne(
  deps: Deps,
  asked: Asked,
  work: () => Promise<Omit<Answer, 'replayed'>>,
): Promise<Answer> {
  const { request, endpoint, identity, key, parts } = asked;
  const at = deps.now();
  const [hash, ...earlier] = hashesOf(deps, request, parts);
  const own = [identity.userId, endpoint.name, key];
  const done = inOneTransaction(deps.pool, identity, async (tx): Promise<Answer> => {
    const kept = await look(tx, [...own, at, DEAD_S.plain]);
    if (kept !== null && !isDead(kept, [hash, ...earlier]))
      return { ...answerOf(kept, [hash, ...earlier]), replayed: true };
    const answer = await work();
    const reply = answer.reply === undefined ? null : JSON.stringify(answer.reply);
    // A twin may have committed between the look and its lock.
    if ((await tx.raw(KEEP, [...own, hash, at, answer.status, reply])).length === 0) throw underWay();
    return { ...answer, replayed: false };
  });
  return done.catch(async (error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    // The refusal may be the effect of a twin that committed between the look and its lock.
    const kept = await withAccount(deps.pool, identity, (tx) => look(tx, [...own, at, DEAD_S.plain])).catch(() => null);
    if (kept === null || isDead(kept, [hash, ...earlier])) throw error;
    return { ...answerOf(kept, [hash, ...earlier]), replayed: true };
  });
}

/** True for a row that a claim left behind before it changed anything. */
const isDead = (kept: Kept, hashes: readonly Buffer[]): boolean =>
  kept.free && kept.dead && kept.status === null && !kept.effect && hashes.some((one) => one.equals(kept.request_hash));

/** The kept row; `null`: none. @throws {Refusal} `in_progress` when a twin runs. */
async function look(tx: Tx, values: readonly unknown[]): Promise<Kept | null> {
  const [row] = await tx.prepared<Kept | { request_hash: null; free: boolean }>(LOOK, values);
  if (row === undefined || row.request_hash === null) {
    if (row?.free === true) return null;
    throw underWay();
  }
  return row;
}
