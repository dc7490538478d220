import { type RawBuilder, sql } from 'kysely';
import type { Recipient, RecipientReason } from '#contract/broadcasts/broadcast.contract.ts';
import type { Decision } from '#contract/compliance.contract.ts';
import type { Tx } from '../../../db/tx.ts';
import { type Seen, seenIn } from '../../contacts/contact-visibility.sql.ts';
import type { FoundContact } from '../../contacts/contacts.service.ts';

/** What sending needs to know of a contact. */
export interface ChunkContact
  extends Pick<
    FoundContact,
    | 'id'
    | 'first_name'
    | 'last_name'
    | 'company'
    | 'address'
    | 'city'
    | 'state'
    | 'zip_code'
    | 'phone'
    | 'phone_2'
    | 'email'
    | 'email_status'
    | 'died_on'
  > {
  readonly owner_id: number;
}

/** A recipient in line, with the contact as it is now. */
export interface InLine {
  readonly position: number;
  /** The one that was frozen; after a merge another one than `contact`. */
  readonly contact_id: number;
  readonly target: string;
  /** `null`: unknown, or not visible to the sender. */
  readonly contact: ChunkContact | null;
  readonly is_deleted: boolean;
  /** The contact is a recipient by another row, which it was merged with. */
  readonly is_twice: boolean;
}

const CONTACT = sql`jsonb_build_object('id', c.id, 'first_name', c.first_name, 'last_name', c.last_name, 'company', c.company,
  'address', c.address, 'city', c.city, 'state', c.state, 'zip_code', c.zip_code, 'phone', c.phone, 'phone_2', c.phone_2,
  'email', c.email, 'email_status', c.email_status, 'died_on', c.died_on, 'owner_id', c.owner_id)`;

/** Recipients whose turn it is, and the contacts that they are now. Nothing is locked. */
export const findTurns = (tx: Tx, broadcastId: number, { at, limit }: { at: Date; limit: number }) =>
  tx.raw<{ position: number; contact_id: number }>(
    `select r.position, coalesce(c.merged_into_id, r.contact_id) as contact_id from (
       (select position, contact_id from broadcast_recipients
         where broadcast_id = $1 and state = 'later' and not_before <= $2 order by not_before, position limit $3)
       union all
       (select position, contact_id from broadcast_recipients
         where broadcast_id = $1 and state = 'waiting' order by position limit $3)
       limit $3) r left join contacts c on c.id = r.contact_id and c.deleted_at is not null`,
    [broadcastId, at, limit],
  );

/** The same once these contacts are locked. One who was merged follows to the survivor; who is another one by now is left out. */
export const readTurns = (
  tx: Tx,
  broadcastId: number,
  turns: readonly { readonly position: number; readonly contact_id: number }[],
  seen: Seen,
) =>
  tx.all<InLine>(
    sql<InLine>`select r.position, r.contact_id, r.address as target, case when c.id is not null then ${CONTACT} end as contact,
        c.deleted_at is not null as is_deleted,
        (t.contact_id <> r.contact_id and exists (select from broadcast_recipients o where o.broadcast_id = r.broadcast_id
          and o.contact_id = t.contact_id and o.state <> 'left_out')) is true as is_twice
      from unnest(${turns.map(({ position }) => position)}::int[], ${turns.map((turn) => turn.contact_id)}::bigint[])
        as t(position, contact_id)
      cross join lateral (select * from broadcast_recipients r where r.broadcast_id = ${broadcastId} and r.position = t.position
        and r.state in ('waiting', 'later') offset 0) r
      left join lateral (select merged_into_id from contacts f where f.id = r.contact_id and f.deleted_at is not null offset 0) f on true
      left join lateral (select * from contacts c where c.id = t.contact_id and ${seenIn(seen)} offset 0) c on true
      where coalesce(f.merged_into_id, r.contact_id) = t.contact_id order by r.position`,
  );

/** What became of recipients in one chunk. */
export interface Turned {
  readonly position: number;
  readonly state: 'later' | 'sending' | 'sent' | 'held_back';
  readonly reason?: RecipientReason;
  readonly field?: string;
  readonly detail?: string;
  readonly not_before?: Date;
  readonly segments?: number;
  readonly text_id?: number;
  readonly email_id?: number;
  readonly contact_id?: number;
  readonly decision?: Decision;
}

export const noteTurns = (tx: Tx, broadcastId: number, turned: readonly Turned[], at: Date) =>
  tx.raw(
    `update broadcast_recipients r set state = t.state, reason = t.reason, field = coalesce(t.field, ''),
       detail = coalesce(t.detail, ''), not_before = t.not_before, segments = coalesce(t.segments, 0), text_id = t.text_id,
       email_id = t.email_id, contact_id = coalesce(t.contact_id, r.contact_id), decision = t.decision,
       at = case when t.state in ('sent', 'held_back') then $3::timestamptz end
     from jsonb_to_recordset($2::jsonb) as t(position int, state text, reason text, field text, detail text,
       not_before timestamptz, segments int, text_id bigint, email_id bigint, contact_id bigint, decision jsonb)
     where r.broadcast_id = $1 and r.position = t.position and r.position = any($4::int[])`,
    [broadcastId, JSON.stringify(turned), at, turned.map(({ position }) => position)],
  );

/** When the next recipient of a broadcast may go. */
export async function findNextTurn(tx: Tx, broadcastId: number) {
  const [row] = await tx.raw<{ is_waiting: boolean; later_at: Date | null; on_way: number; on_way_until: Date | null }>(
    `select exists (select from broadcast_recipients where broadcast_id = $1 and state = 'waiting') as is_waiting,
       (select min(not_before) from broadcast_recipients where broadcast_id = $1 and state = 'later') as later_at,
       count(*)::int as on_way,
       case when bool_and(not_before is not null) then min(not_before) end as on_way_until
     from broadcast_recipients where broadcast_id = $1 and state = 'sending'`,
    [broadcastId],
  );
  if (row === undefined) throw new Error('a count has no row');
  return row;
}

// ---- reading ---------------------------------------------------------------

export interface RecipientRow {
  readonly position: number;
  readonly contact: Recipient['contact'];
  readonly address: string;
  readonly state: 'later' | Recipient['outcome'];
  readonly reason: RecipientReason | null;
  readonly field: string;
  readonly detail: string;
  readonly not_before: Date | null;
  readonly segments: number;
  readonly replied_at: Date | null;
  readonly reply: string | null;
  readonly opted_out_at: Date | null;
  readonly decision: Decision | null;
  readonly at: Date | null;
}

const read = (
  seen: Seen,
) => sql`select r.position, r.state, r.reason, r.field, r.detail, r.not_before, r.segments, r.replied_at,
    r.opted_out_at, r.at, case when c.id is null then '' else r.address end as address,
    case when c.id is not null then jsonb_build_object('id', c.id, 'number', c.number,
      'name', trim(c.first_name || ' ' || c.last_name), 'city', c.city, 'state', c.state) end as contact,
    case when c.id is not null then coalesce(t.decision, r.decision) end as decision,
    case when c.id is not null then (select left(m.body, 160) from text_messages m where m.contact_id = r.contact_id
      and m.direction = 'in' and m.created_at >= r.replied_at order by m.created_at limit 1) end as reply
  from broadcast_recipients r left join contacts c on c.id = r.contact_id and ${seenIn(seen)}
  left join text_messages t on t.id = r.text_id`;

export interface RecipientFilter {
  readonly broadcastId: number;
  readonly outcome?: string | undefined;
  readonly reason?: string | undefined;
  readonly answered?: 'replied' | 'opted_out' | undefined;
  /** The broadcast has ended before everyone got it: those who wait are stopped. */
  readonly isStopped: boolean;
}

const statesOf = (outcome: string, isStopped: boolean): readonly string[] | null => {
  if (outcome === 'gets_it') return null;
  if (outcome === 'waiting') return isStopped ? [] : ['waiting', 'later'];
  return outcome === 'stopped' && isStopped ? ['stopped', 'waiting', 'later'] : [outcome];
};

function narrowed({ broadcastId, outcome, reason, answered, isStopped }: RecipientFilter): RawBuilder<unknown> {
  const states = outcome === undefined ? null : statesOf(outcome, isStopped);
  return sql.join(
    [
      sql`r.broadcast_id = ${broadcastId}`,
      ...(outcome === 'gets_it' ? [sql`r.state <> 'left_out'`] : []),
      ...(states === null ? [] : [sql`r.state = any(${states}::text[])`]),
      ...(reason === undefined ? [] : [sql`r.reason = ${reason}`]),
      ...(answered === 'replied' ? [sql`r.replied_at is not null`] : []),
      ...(answered === 'opted_out' ? [sql`r.opted_out_at is not null`] : []),
    ],
    sql` and `,
  );
}

export const findRecipients = (
  tx: Tx,
  filter: RecipientFilter,
  { seen, offset, limit, order }: { seen: Seen; offset: number; limit: number; order: 'position' | 'recent' },
) =>
  tx.all<RecipientRow>(
    sql<RecipientRow>`${read(seen)} where ${narrowed(filter)}
      order by ${order === 'recent' ? sql`coalesce(r.opted_out_at, r.replied_at, r.at) desc nulls last, r.position` : sql`r.position`}
      limit ${limit} offset ${offset}`,
  );

export async function countRecipients(tx: Tx, filter: RecipientFilter): Promise<number> {
  const row = await tx.one<{ total: number }>(
    sql<{ total: number }>`select count(*)::int as total from broadcast_recipients r where ${narrowed(filter)}`,
  );
  return row?.total ?? 0;
}

export const findRecipientAt = (tx: Tx, broadcastId: number, position: number, seen: Seen) =>
  tx.one<RecipientRow>(
    sql<RecipientRow>`${read(seen)} where r.broadcast_id = ${broadcastId} and r.position = ${position}`,
  );

export const findRecipientsOf = (tx: Tx, broadcastId: number, contactIds: readonly number[], seen: Seen) =>
  tx.all<RecipientRow>(
    sql<RecipientRow>`${read(seen)} where r.broadcast_id = ${broadcastId} and r.contact_id = any(${contactIds}::bigint[])
      order by (r.state = 'left_out'), r.position`,
  );

/** The recipients before and after a position, the place among them, and how many they are. */
export async function findNeighbors(tx: Tx, broadcastId: number, position: number | null) {
  const [row] = await tx.raw<{
    position: number | null;
    previous: number | null;
    next: number | null;
    index: number;
    total: number;
  }>(
    `with chosen as (select coalesce($2::int, (select min(position) from broadcast_recipients
         where broadcast_id = $1 and state <> 'left_out')) as position)
     select chosen.position,
       (select max(position) from broadcast_recipients r where broadcast_id = $1 and state <> 'left_out' and r.position < chosen.position) as previous,
       (select min(position) from broadcast_recipients r where broadcast_id = $1 and state <> 'left_out' and r.position > chosen.position) as next,
       (select count(*)::int from broadcast_recipients r where broadcast_id = $1 and state <> 'left_out' and r.position <= chosen.position) as index,
       (select count(*)::int from broadcast_recipients where broadcast_id = $1 and state <> 'left_out') as total
     from chosen`,
    [broadcastId, position],
  );
  return row ?? { position: null, previous: null, next: null, index: 0, total: 0 };
}

/** The contacts of recipients in their order, for a preview or a dry run; a sender sees all of them. */
export const findSample = (
  tx: Tx,
  broadcastId: number,
  { seen, limit, position }: { seen: Seen; limit: number; position?: number },
) =>
  tx.all<{ position: number; contact: ChunkContact }>(
    sql<{ position: number; contact: ChunkContact }>`select r.position, ${CONTACT} as contact
      from broadcast_recipients r join contacts c on c.id = r.contact_id and ${seenIn(seen)}
      where r.broadcast_id = ${broadcastId} and r.state <> 'left_out'
        and ${position === undefined ? sql`true` : sql`r.position = ${position}`}
      order by r.position limit ${limit}`,
  );

/** Contacts of the caller by name, number or address. */
export const searchContacts = (tx: Tx, q: string, seen: Seen) =>
  tx.all<NonNullable<Recipient['contact']>>(
    sql<
      NonNullable<Recipient['contact']>
    >`select c.id, c.number, trim(c.first_name || ' ' || c.last_name) as name, c.city, c.state
      from contacts c where c.account_id = app_account_id() and c.deleted_at is null and ${seenIn(seen)}
        and c.search_text like '%' || like_text(fold(${q})) || '%' order by c.sort_key, c.id limit 5`,
  );
