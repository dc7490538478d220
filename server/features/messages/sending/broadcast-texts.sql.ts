import type { BroadcastStatus } from '#contract/broadcasts/broadcast.contract.ts';
import type { Decision } from '#contract/compliance.contract.ts';
import type { mayBeReached } from '../../compliance/may-be-reached.ts';
import type { Tx } from '../../../db/tx.ts';
import { findTextsById, type NewText, type TextChange, type TextRow } from '../texts.sql.ts';

/** Status of the broadcast of a text, as it was last committed. */
export async function findBroadcastStatus(tx: Tx, id: number): Promise<BroadcastStatus | null> {
  const rows = await tx.prepared<{ status: BroadcastStatus }>('select status from broadcasts where id = $1', [id]);
  return rows[0]?.status ?? null;
}

/** Texts of a paused broadcast that were on their way may go again. */
export const releaseHeld = (tx: Tx, broadcastId: number) =>
  tx.raw<{ id: number }>(
    `update text_messages set status = 'queued', reason = '', version = version + 1
     where broadcast_id = $1 and status = 'held' and held_until is null returning id`,
    [broadcastId],
  );

/** Texts of a broadcast that have not left never will. */
export const cancelOfBroadcast = (tx: Tx, broadcastId: number, reason: string) =>
  tx.raw<{ id: number }>(
    `update text_messages set status = 'canceled', reason = $2, held_until = null, version = version + 1
     where broadcast_id = $1 and status in ('held', 'queued') returning id`,
    [broadcastId, reason],
  );

/** Says of canceled texts of broadcasts that their people opted out. */
export const noteOptedOut = (tx: Tx, textIds: readonly number[]) =>
  tx.raw(`update broadcast_recipients set reason = 'withdrawn' where text_id = any($1::bigint[])`, [textIds]);

/** What the texts of a chunk have in common. */
export interface TextsOf extends Pick<NewText, 'from' | 'carrier' | 'at' | 'purpose'> {
  readonly broadcastId: number;
  readonly userId: number;
  readonly actorId: number;
  /** What goes along with each; `null`: nothing. */
  readonly campaignFileId: number | null;
}

export interface OneOf {
  readonly contactId: number;
  readonly to: string;
  readonly body: string;
  readonly segments: number;
  readonly decision: Decision;
}

/** Conversations of the contacts, and in each a text that is marked. The contacts are locked. */
export async function insertMarked(
  tx: Tx,
  { broadcastId, userId, actorId, from, carrier, at, purpose }: TextsOf,
  texts: readonly OneOf[],
): Promise<{ id: number; contact_id: number }[]> {
  if (texts.length === 0) return [];
  const ids = texts.map(({ contactId }) => contactId);
  await tx.raw(
    `insert into conversations (account_id, contact_id, phone, user_id, owner_id, pool_id, deleted_at, last_at, created_at)
     select c.account_id, c.id, t.phone, c.owner_id, c.owner_id, c.pool_id, c.deleted_at, $3, $3
     from unnest($1::bigint[], $2::text[]) as t(id, phone) join contacts c on c.id = t.id on conflict do nothing`,
    [ids, texts.map(({ to }) => to), at],
  );
  return tx.raw<{ id: number; contact_id: number }>(
    `with thread as (
       update conversations v set phone = t.to, closed_at = null
       from jsonb_to_recordset($1::jsonb) as t("contactId" bigint, "to" text)
       where v.contact_id = t."contactId" returning v.id, v.contact_id
     )
     insert into text_messages (account_id, conversation_id, contact_id, direction, status, body, from_number, to_number,
       segments, purpose, user_id, actor_id, decision, carrier, claimed_at, broadcast_id, created_at)
     select app_account_id(), v.id, v.contact_id, 'out', 'sending', t.body, $2, t.to, t.segments, $3, $4, $5, t.decision, $6, $7,
       $8, $7
     from jsonb_to_recordset($1::jsonb) as t("contactId" bigint, "to" text, body text, segments int, decision jsonb)
     join thread v on v.contact_id = t."contactId" returning id, contact_id`,
    [JSON.stringify(texts), from, purpose, userId, actorId, carrier, at, broadcastId],
  );
}

export const findPlacesOfTexts = (tx: Tx, ids: readonly number[]) =>
  tx.prepared<{ id: number; contact_id: number | null; to_number: string }>(
    'select id, contact_id, to_number from text_messages where id = any($1::bigint[])',
    [ids],
  );

/** `lockNumber` of several, in this order. */
export const lockNumbers = (tx: Tx, numbers: readonly string[]) =>
  tx.raw(
    `select pg_advisory_xact_lock(hashtextextended('texts:' || number, app_account_id()))
     from (select number from unnest($1::text[]) with ordinality as t(number, place) order by place offset 0) t`,
    [numbers],
  );

/** Locked in the order of their ids. The contacts are locked before. */
export async function lockTexts(tx: Tx, ids: readonly number[]): Promise<TextRow[]> {
  await tx.raw('select from text_messages where id = any($1::bigint[]) order by id for update', [ids]);
  return findTextsById(tx, ids);
}

type Reached = Parameters<typeof mayBeReached>[2] & { readonly phone_2: string | null; readonly is_deleted: boolean };

/** The contacts of texts. */
export const findReached = (tx: Tx, texts: readonly TextRow[]) =>
  tx.prepared<Reached>(
    `select id, state, city, zip_code, phone, phone_2, email, email_status, died_on, deleted_at is not null as is_deleted
     from contacts where id = any($1::bigint[])`,
    [texts.flatMap(({ contact_id: id }) => id ?? [])],
  );

/** `changeText` of several. */
export const changeTexts = (tx: Tx, texts: readonly TextRow[], changes: ReadonlyMap<number, TextChange>) =>
  tx.raw(
    `update text_messages t set status = c.status, reason = c.reason, error_code = coalesce(c.error_code, t.error_code),
       held_until = c.held_until, claimed_at = c.claimed_at, sid = coalesce(c.sid, t.sid),
       sent_at = coalesce(c.sent_at, t.sent_at), delivered_at = coalesce(c.delivered_at, t.delivered_at),
       decision = coalesce(c.decision, t.decision), version = t.version + 1
     from jsonb_to_recordset($1::jsonb) as c(id bigint, status text, reason text, error_code int, held_until timestamptz,
       claimed_at timestamptz, sid text, sent_at timestamptz, delivered_at timestamptz, decision jsonb)
     where t.id = c.id`,
    [
      JSON.stringify(
        texts.flatMap(({ id, claimed_at, held_until }) => {
          const change = changes.get(id);
          return change === undefined ? [] : [{ id, reason: '', claimed_at, held_until, ...change }];
        }),
      ),
    ],
  );
