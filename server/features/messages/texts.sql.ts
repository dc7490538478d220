import type { Decision, Purpose } from '#contract/compliance.contract.ts';
import type { FileState, FileType } from '#contract/files.contract.ts';
import type { Text, TextRequest, TextStatus } from '#contract/messages/text.contract.ts';
import type { Pool } from '../../db/pool.ts';
import { outsideAccounts, type Tx } from '../../db/tx.ts';

export interface AttachmentRow {
  readonly id: number;
  readonly state: 'waiting' | 'loading' | 'kept' | 'failed';
  readonly failure: string;
  readonly file_id: number | null;
  /** A file of a campaign; `null`: one of the contact. */
  readonly campaign_file_id: number | null;
  /** Of the file; `null`: not loaded. */
  readonly name: string | null;
  readonly type: FileType | null;
  readonly bytes: number | null;
  readonly file_state: FileState | null;
  readonly file_failure: string | null;
  readonly has_thumb: boolean;
  readonly is_deleted: boolean;
}

/** A text as stored. */
export interface TextRow {
  readonly id: number;
  readonly account_id: number;
  /** The conversation that shows it. */
  readonly conversation_id: number;
  readonly contact_id: number | null;
  readonly direction: Text['direction'];
  /** `refused`: kept as evidence only. */
  readonly status: TextStatus | 'refused';
  readonly reason: string;
  readonly held_until: Date | null;
  readonly body: string;
  readonly from_number: string;
  readonly to_number: string;
  readonly segments: number;
  readonly purpose: Purpose;
  readonly user_id: number | null;
  readonly user_name: string | null;
  readonly actor_id: number | null;
  readonly actor_name: string | null;
  readonly automatic: Text['automatic'];
  readonly asks: TextRequest | null;
  readonly decision: Decision | null;
  readonly carrier: 'embedded' | 'twilio';
  readonly sid: string | null;
  readonly claimed_at: Date | null;
  /** `null`: a person wrote it to one person. */
  readonly broadcast_id: number | null;
  readonly created_at: Date;
  readonly sent_at: Date | null;
  readonly delivered_at: Date | null;
  readonly version: number;
  readonly attachments: AttachmentRow[];
}

/** Texts of a condition, in an order of the alias `f`. Names come in one call: one for each row costs more than the rest. */
const foundBy = (rest: string, order = 'f.created_at desc, f.id desc') => `with found as (
    select t.id, t.account_id, coalesce(v.id, t.conversation_id) as conversation_id, t.contact_id, t.direction,
      t.status, t.reason, t.held_until, t.body, t.from_number, t.to_number, t.segments, t.purpose, t.user_id, t.actor_id,
      t.automatic, t.asks, t.decision, t.carrier, t.sid, t.claimed_at, t.broadcast_id, t.created_at, t.sent_at,
      t.delivered_at, t.version,
      coalesce((select jsonb_agg(jsonb_build_object('id', x.id, 'state', x.state, 'failure', x.failure, 'file_id', x.file_id,
          'campaign_file_id', x.campaign_file_id, 'name', coalesce(f.name, k.name), 'type', coalesce(f.type, k.type),
          'bytes', coalesce(f.bytes, k.bytes), 'file_state', case when k.id is null then f.state else 'ready' end, 'file_failure', f.failure,
          'has_thumb', f.thumb_key is not null and f.state = 'ready' and f.removed_at is null,
          'is_deleted', f.deleted_at is not null) order by x.id)
        from text_attachments x left join files f on f.id = x.file_id
        left join campaign_files k on k.id = x.campaign_file_id where x.text_id = t.id), '[]') as attachments
    from text_messages t left join conversations v on v.contact_id = t.contact_id where ${rest}
  ), names as (
    select * from names_of_people(array(select user_id from found union select actor_id from found))
  )
  select f.id, f.account_id, f.conversation_id, f.contact_id, f.direction, f.status, f.reason, f.held_until, f.body,
    f.from_number, f.to_number, f.segments, f.purpose, f.user_id, u.name as user_name, f.actor_id, a.name as actor_name,
    f.automatic, f.asks, f.decision, f.carrier, f.sid, f.claimed_at, f.broadcast_id, f.created_at, f.sent_at,
    f.delivered_at, f.version, f.attachments,
    to_char(f.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as place
  from found f left join names u on u.id = f.user_id left join names a on a.id = f.actor_id order by ${order}`;

export async function findText(tx: Tx, id: number): Promise<TextRow | null> {
  return (await tx.prepared<TextRow>(foundBy('t.id = $1'), [id]))[0] ?? null;
}

export const findTextsById = (tx: Tx, ids: readonly number[]) =>
  tx.prepared<TextRow>(foundBy('t.id = any($1::bigint[])', 'f.id'), [ids]);

/** Like `findText`, locked. The contact is locked before. */
export async function lockText(tx: Tx, id: number): Promise<TextRow | null> {
  const held = await tx.raw('select from text_messages where id = $1 for update', [id]);
  return held.length === 0 ? null : findText(tx, id);
}

/** Place of a text in its conversation, with microseconds. */
export interface TextPlace {
  readonly at: string;
  readonly id: number;
}

export interface TextsWanted {
  readonly conversation: { readonly id: number; readonly contact_id: number | null };
  readonly after: TextPlace | null;
  readonly limit: number;
}

/** Newest first, with the place of each. */
export function findTexts(tx: Tx, { conversation, after, limit }: TextsWanted) {
  const { id, contact_id: contactId } = conversation;
  const of = contactId === null ? 't.conversation_id = $1' : 't.contact_id = $1';
  const behind = after === null ? '' : 'and (t.created_at, t.id) < ($3::timestamptz, $4::bigint)';
  return tx.prepared<TextRow & { readonly place: string }>(
    foundBy(`${of} and t.status <> 'refused' ${behind} order by t.created_at desc, t.id desc limit $2`),
    [contactId ?? id, limit, ...(after === null ? [] : [after.at, after.id])],
  );
}

/** Newest first. */
export const findTheseTexts = (tx: Tx, ids: readonly number[]): Promise<TextRow[]> =>
  ids.length === 0 ? Promise.resolve([]) : tx.prepared<TextRow>(foundBy('t.id = any($1::bigint[])'), [ids]);

export interface NewText {
  readonly conversationId: number;
  readonly contactId: number | null;
  readonly direction: Text['direction'];
  readonly status: TextRow['status'];
  readonly reason?: string;
  readonly heldUntil?: Date | null;
  readonly body: string;
  readonly from: string;
  readonly to: string;
  readonly segments: number;
  readonly purpose: Purpose;
  readonly userId: number | null;
  readonly actorId: number | null;
  readonly automatic?: Text['automatic'];
  readonly asks?: TextRequest | null;
  readonly decision?: Decision | null;
  readonly carrier: TextRow['carrier'];
  readonly sid?: string | null;
  readonly againOf?: number | null;
  /** The broadcast that it is part of; absent: none. */
  readonly broadcastId?: number;
  readonly at: Date;
}

export async function insertText(tx: Tx, text: NewText): Promise<number> {
  const [row] = await tx.raw<{ id: number }>(
    `insert into text_messages (account_id, conversation_id, contact_id, direction, status, reason, held_until, body,
       from_number, to_number, segments, purpose, user_id, actor_id, automatic, asks, decision, carrier, sid, again_of_id,
       broadcast_id, created_at)
     values (app_account_id(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21)
     returning id`,
    [
      text.conversationId,
      text.contactId,
      text.direction,
      text.status,
      text.reason ?? '',
      text.heldUntil ?? null,
      text.body,
      text.from,
      text.to,
      text.segments,
      text.purpose,
      text.userId,
      text.actorId,
      text.automatic ?? null,
      text.asks ?? null,
      text.decision === undefined || text.decision === null ? null : JSON.stringify(text.decision),
      text.carrier,
      text.sid ?? null,
      text.againOf ?? null,
      text.broadcastId ?? null,
      text.at,
    ],
  );
  if (row === undefined) throw new Error('the new text has no row');
  return row.id;
}

export interface TextChange {
  readonly status: TextStatus;
  readonly reason?: string;
  readonly error_code?: number | null;
  readonly held_until?: Date | null;
  readonly claimed_at?: Date | null;
  readonly sid?: string;
  readonly sent_at?: Date;
  readonly delivered_at?: Date;
  readonly decision?: Decision;
}

export async function changeText(tx: Tx, id: number, change: TextChange): Promise<void> {
  const entries = Object.entries({ reason: '', ...change });
  const sets = entries.map(([column], index) => `${column} = $${index + 2}`);
  await tx.raw(`update text_messages set ${[...sets, 'version = version + 1'].join(', ')} where id = $1`, [
    id,
    ...entries.map(([column, value]) => (column === 'decision' ? JSON.stringify(value) : (value as unknown))),
  ]);
}

/** True when a text of the carrier is there already. */
export const isKnown = async (tx: Tx, sid: string): Promise<boolean> =>
  (await tx.raw('select from text_messages where sid = $1', [sid])).length > 0;

/** Texts to a number that have not left. The contacts are locked before. */
export const cancelWaiting = (tx: Tx, number: string, contactIds: readonly number[], reason: string) =>
  tx.raw<{ id: number }>(
    `update text_messages set status = 'canceled', reason = $3, held_until = null, version = version + 1
     where id in (select t.id from text_messages t
       where t.status in ('held', 'queued') and t.automatic is null and t.to_number = $1
         and (t.contact_id is null or t.contact_id = any($2::bigint[])) order by t.id for update)
     returning id`,
    [number, contactIds, reason],
  );

/** Texts of the account that have not left after one id, oldest first. */
export const findWaiting = (tx: Tx, after: number, limit: number) =>
  tx.raw<{ id: number; contact_id: number | null; to_number: string }>(
    `select id, contact_id, to_number from text_messages
     where status in ('held', 'queued') and automatic is null and id > $1 order by id limit $2`,
    [after, limit],
  );

/** Cancels those of these texts that still have not left. Their numbers and contacts are locked before. */
export const cancelThese = (tx: Tx, ids: readonly number[], reason: string) =>
  tx.raw<{ id: number }>(
    `update text_messages set status = 'canceled', reason = $2, held_until = null, version = version + 1
     where id in (select t.id from text_messages t
       where t.id = any($1::bigint[]) and t.status in ('held', 'queued') order by t.id for update)
     returning id`,
    [ids, reason],
  );

/** `leaving`: the carrier is being asked. */
export async function countWaiting(tx: Tx): Promise<{ waiting: number; leaving: number }> {
  const [row] = await tx.raw<{ waiting: number; leaving: number }>(
    `select count(*) filter (where status in ('held', 'queued'))::int as waiting,
       count(*) filter (where status = 'sending')::int as leaving
     from text_messages where status in ('held', 'queued', 'sending') and automatic is null`,
  );
  return row ?? { waiting: 0, leaving: 0 };
}

/** One at a time works with a number: a text to it is sent before or after an opt-out from it, never beside. */
export const lockNumber = (tx: Tx, number: string) =>
  tx.raw(`select pg_advisory_xact_lock(hashtextextended('texts:' || $1, app_account_id()))`, [number]);

/** The same for several numbers, in one order. */
export const lockNumbers = (tx: Tx, numbers: readonly string[]) =>
  tx.raw(
    `select pg_advisory_xact_lock(hashtextextended('texts:' || number, app_account_id()))
     from (select distinct number from unnest($1::text[]) number order by number) numbers`,
    [numbers],
  );

/** Contacts of the account with a number, in the order of their ids: deleted and merged ones as well. */
export async function findContactsWith(tx: Tx, number: string): Promise<number[]> {
  const rows = await tx.raw<{ id: number }>(
    `select id from contacts where account_id = app_account_id() and phone = $1
     union select id from contacts where account_id = app_account_id() and phone_2 = $1 order by id`,
    [number],
  );
  return rows.map(({ id }) => id);
}

// ---- attachments -----------------------------------------------------------

export const insertAttachment = (
  tx: Tx,
  textId: number,
  of:
    | { readonly fileId: number }
    | { readonly campaignFileId: number }
    | { readonly carrierPath: string; readonly isWaiting: boolean },
) => {
  if ('campaignFileId' in of) return attachCampaignFile(tx, [textId], of.campaignFileId);
  return 'fileId' in of
    ? tx.raw(
        `insert into text_attachments (account_id, text_id, file_id, state) values (app_account_id(), $1, $2, 'kept')`,
        [textId, of.fileId],
      )
    : tx.raw(
        `insert into text_attachments (account_id, text_id, carrier_path, state) values (app_account_id(), $1, $2, $3)`,
        [textId, of.carrierPath, of.isWaiting ? 'waiting' : 'loading'],
      );
};

export const attachCampaignFile = (tx: Tx, textIds: readonly number[], campaignFileId: number) =>
  tx.raw(
    `insert into text_attachments (account_id, text_id, campaign_file_id, state)
     select app_account_id(), id, $2, 'kept' from unnest($1::bigint[]) id`,
    [textIds, campaignFileId],
  );

/** Pictures of an unknown number are fetched once it is a contact's. */
export const loadWaiting = (tx: Tx, conversationId: number) =>
  tx.raw<{ id: number }>(
    `update text_attachments set state = 'loading' where state = 'waiting'
       and text_id in (select id from text_messages where conversation_id = $1) returning id`,
    [conversationId],
  );

// ---- outside of any account ------------------------------------------------

interface OfAccount {
  readonly account_id: number;
  readonly text_id: number;
}

export const findDue = (pool: Pool, at: Date, queuedBefore: Date, most: number) =>
  outsideAccounts<OfAccount>(pool, 'select account_id, text_id from find_due_texts($1, $2, $3)', [
    at,
    queuedBefore,
    most,
  ]);

export const findUnanswered = (pool: Pool, claimedBefore: Date, most: number) =>
  outsideAccounts<OfAccount>(pool, 'select account_id, text_id from find_unanswered_texts($1, $2)', [
    claimedBefore,
    most,
  ]);

export async function findBySid(pool: Pool, sid: string): Promise<OfAccount | null> {
  const rows = await outsideAccounts<OfAccount>(pool, 'select account_id, text_id from find_text_by_sid($1)', [sid]);
  return rows[0] ?? null;
}

export async function findAccountOf(pool: Pool, textId: number): Promise<number | null> {
  const rows = await outsideAccounts<{ account: number | null }>(pool, 'select find_account_of_text($1) as account', [
    textId,
  ]);
  return rows[0]?.account ?? null;
}
