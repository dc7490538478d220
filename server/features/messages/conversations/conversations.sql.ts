import type { Conversation, ConversationFilter } from '#contract/messages/text.contract.ts';
import type { Tx } from '../../../db/tx.ts';
import { type Seen, seenAs, seenWith, type VisibilityValues } from '../../contacts/contact-visibility.sql.ts';

/** A conversation as its row has it. */
export interface ConversationRow {
  readonly id: number;
  readonly contact_id: number | null;
  readonly phone: string;
  readonly user_id: number;
  readonly owner_id: number;
  readonly last_text_id: number | null;
  readonly unread: number;
  readonly review_text_id: number | null;
  readonly opted_out_at: Date | null;
  readonly closed_at: Date | null;
  readonly version: number;
}

const ROW = `v.id, v.contact_id, v.phone, v.user_id, v.owner_id, v.last_text_id, v.unread, v.review_text_id,
  v.opted_out_at, v.closed_at, v.version`;

/** With what its page shows; the draft is the caller's. */
export interface FoundConversation extends ConversationRow {
  readonly contact: Conversation['contact'];
  readonly user_name: string;
  readonly line: Conversation['line'];
  readonly last: Conversation['last'];
  readonly last_at: string;
  readonly held: number;
  readonly review: Conversation['review'];
  readonly draft: string;
}

const instant = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * Conversations of an array of ids, in the order of the list, with the draft of a user. `last_at` keeps its microseconds for the next
 * page. Names come in one call: a call for each row costs more than the rest.
 */
const foundIn = (ids: string, user = '$1') => `with found as (
    select ${ROW}, v.held, coalesce(v.last_at, v.created_at) as sorted, t.user_id as writer_id,
      case when c.id is not null then jsonb_build_object('id', c.id, 'number', c.number,
        'name', trim(c.first_name || ' ' || c.last_name), 'city', c.city, 'state', c.state) end as contact,
      case when t.id is not null then jsonb_build_object('id', t.id, 'direction', t.direction, 'status', t.status,
        'reason', t.reason, 'body', left(t.body, 160),
        'attachments', (select count(*) from text_attachments a where a.text_id = t.id),
        'held_until', ${instant('t.held_until')}, 'at', ${instant('t.created_at')}) end as last,
      case
        when k.id is not null then jsonb_build_object('of', 'call', 'direction', k.direction, 'outcome', k.outcome,
          'seconds', k.seconds, 'at', ${instant('k.created_at')})
        when m.id is not null then jsonb_build_object('of', 'mail', 'direction', m.direction, 'subject', m.subject,
          'failed', m.status = 'failed', 'reason', m.reason, 'at', ${instant('m.at')})
        when y.id is not null then jsonb_build_object('of', 'activity', 'type', y.type, 'at', ${instant('y.at')})
        end as line,
      case when r.id is not null then jsonb_build_object('text_id', r.id, 'body', left(r.body, 160),
        'at', ${instant('r.created_at')}) end as review,
      coalesce(d.body, '') as draft
    from conversations v left join contacts c on c.id = v.contact_id
    left join text_messages t on t.id = v.last_text_id left join text_messages r on r.id = v.review_text_id
    left join calls k on v.last_line_kind = 'call' and k.id = v.last_line_id
    left join contact_emails m on v.last_line_kind = 'mail' and m.id = v.last_line_id
    left join contact_activities y on v.last_line_kind = 'activity' and y.id = v.last_line_id
    left join text_drafts d on d.conversation_id = v.id and d.user_id = ${user}
    where v.id = any(${ids})
  ), names as (
    select * from names_of_people(array(select user_id from found union select writer_id from found))
  )
  select f.id, f.contact_id, f.phone, f.user_id, f.owner_id, f.last_text_id, f.unread, f.review_text_id, f.opted_out_at,
    f.closed_at, f.version, f.held, f.contact, n.name as user_name, f.line, f.review, f.draft,
    to_char(f.sorted at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as last_at,
    f.last || jsonb_build_object('user', case when w.id is not null then jsonb_build_object('id', w.id, 'name', w.name) end)
      as last
  from found f left join names n on n.id = f.user_id left join names w on w.id = f.writer_id
  order by f.sorted desc, f.id desc`;

/** In the order of the list. */
export const findConversations = (tx: Tx, userId: number, ids: readonly number[]) =>
  tx.prepared<FoundConversation>(foundIn('$2::bigint[]'), [userId, ids]);

/** A conversation that the caller sees, locked. `null`: there is none for them. */
export async function lockVisible(
  tx: Tx,
  visibility: VisibilityValues,
  by: { readonly id: number } | { readonly contactId: number },
): Promise<ConversationRow | null> {
  const [column, value] = 'id' in by ? (['id', by.id] as const) : (['contact_id', by.contactId] as const);
  const rows = await tx.prepared<ConversationRow>(
    `select ${ROW} from conversations v where v.${column} = $4 and v.deleted_at is null and ${seenAs('v')}
     for no key update of v`,
    [...visibility, value],
  );
  return rows[0] ?? null;
}

/** The same without a lock. */
export async function findVisible(
  tx: Tx,
  visibility: VisibilityValues,
  by: { readonly id: number } | { readonly contactId: number },
): Promise<ConversationRow | null> {
  const [column, value] = 'id' in by ? (['id', by.id] as const) : (['contact_id', by.contactId] as const);
  const rows = await tx.prepared<ConversationRow>(
    `select ${ROW} from conversations v where v.${column} = $4 and v.deleted_at is null and ${seenAs('v')}`,
    [...visibility, value],
  );
  return rows[0] ?? null;
}

export async function readRow(tx: Tx, id: number): Promise<ConversationRow | null> {
  const rows = await tx.prepared<ConversationRow>(`select ${ROW} from conversations v where v.id = $1`, [id]);
  return rows[0] ?? null;
}

export const readRows = (tx: Tx, ids: readonly number[]) =>
  tx.prepared<ConversationRow>(`select ${ROW} from conversations v where v.id = any($1::bigint[])`, [ids]);

const FILTERS: Readonly<Record<ConversationFilter, string>> = {
  open: 'v.closed_at is null',
  unread: 'v.unread > 0',
  waiting: 'v.waiting and v.closed_at is null',
  scheduled: 'v.held > 0',
  failed: 'v.failed',
  review: 'v.review_text_id is not null',
  opted_out: 'v.opted_out_at is not null',
  closed: 'v.closed_at is not null',
};

/** Visible conversations: those that the user of $2 answers, or all. Each is asked whether it is visible, or whose are. */
export type Whose = 'mine' | Seen;

const whoseOf = (whose: Whose, add: (value: unknown) => string): string[] =>
  whose === 'mine' ? ['v.user_id = $2', seenAs('v')] : seenWith(whose, add, 'v.');

/** $1 to $3 are the visibility values, named by all of them. */
const shownOf = (whose: Whose, add: (value: unknown) => string): string[] => [
  '($1::text is not null and $2::bigint is not null and $3::bigint is not null)',
  'v.deleted_at is null',
  'v.last_at is not null',
  ...whoseOf(whose, add),
];

/** Place of a conversation in the list. */
export interface ConversationPlace {
  readonly at: string;
  readonly id: number;
}

export interface ConversationsWanted {
  readonly whose: Whose;
  readonly filter: ConversationFilter;
  /** Empty: all. */
  readonly q: string;
  readonly after: ConversationPlace | null;
  readonly limit: number;
}

/** Conversations that a search looks through at most, in each of names, numbers and texts. Ours. */
const SEARCHED = 500;

/** Rows that a page reads. PostgreSQL takes a limit that it doesn't know for a tenth of the table, and would sort that. */
const SIZES = [26, 51, 101, 201];

/** A page of the list, at least `limit` where there are so many. Its texts are few, so that they are planned once. */
export function findPage(
  tx: Tx,
  visibility: VisibilityValues,
  { whose, filter, q, after, limit }: ConversationsWanted,
): Promise<FoundConversation[]> {
  const values: unknown[] = [...visibility];
  const add = (value: unknown) => `$${values.push(value)}`;
  const conditions = [...shownOf(whose, add), FILTERS[filter]];
  if (q !== '') {
    const digits = /^[\d\s()+.-]+$/.test(q) ? q.replaceAll(/\D/g, '') : '';
    conditions.push(`v.id in (select search_conversations(${add(q)}, ${add(digits)}, ${SEARCHED}))`);
  }
  if (after !== null) {
    conditions.push(`(v.last_at, v.id) < (${add(after.at)}::timestamptz, ${add(after.id)}::bigint)`);
  }
  const ids = `array(select v.id from conversations v where ${conditions.join(' and ')}
    order by v.last_at desc, v.id desc limit ${SIZES.find((size) => size >= limit) ?? Math.trunc(limit)})`;
  return tx.prepared<FoundConversation>(foundIn(ids, '$2'), values);
}

/** Of each filter, at most `most`. */
export async function countConversations(
  tx: Tx,
  visibility: VisibilityValues,
  { whose, most }: { readonly whose: Whose; readonly most: number },
): Promise<Record<ConversationFilter, number>> {
  const values: unknown[] = [...visibility];
  const add = (value: unknown) => `$${values.push(value)}`;
  const conditions = shownOf(whose, add).join(' and ');
  const limit = add(most);
  const counts = Object.entries(FILTERS).map(
    ([name, filter]) =>
      `(select count(*)::int from (select from conversations v where ${conditions} and ${filter} limit ${limit}) x) as ${name}`,
  );
  const [row] = await tx.prepared<Record<ConversationFilter, number>>(`select ${counts.join(', ')}`, values);
  if (row === undefined) throw new Error('a count has no row');
  return row;
}

/**
 * The conversation of a contact or of an unknown number, locked; made if there is none, of a contact with their own number
 * where `phone` is empty. The contact is locked before.
 */
export async function takeConversation(
  tx: Tx,
  to: { readonly contactId: number; readonly phone: string } | { readonly phone: string; readonly userId: number },
  at: Date,
): Promise<ConversationRow> {
  const [made] =
    'contactId' in to
      ? await tx.raw<{ id: number }>(
          `insert into conversations (account_id, contact_id, phone, user_id, owner_id, pool_id, deleted_at, last_at, created_at)
           select account_id, id, coalesce(nullif($2, ''), nullif(phone, ''), phone_2, ''), owner_id, owner_id, pool_id,
             deleted_at, $3, $3
           from contacts where id = $1
           on conflict do nothing returning id`,
          [to.contactId, to.phone, at],
        )
      : await tx.raw<{ id: number }>(
          `insert into conversations (account_id, phone, user_id, owner_id, last_at, created_at)
           values (app_account_id(), $1, $2, $2, $3, $3) on conflict do nothing returning id`,
          [to.phone, to.userId, at],
        );
  const rows = await tx.raw<ConversationRow>(
    `select ${ROW} from conversations v where ${
      made ? 'v.id = $1' : 'contactId' in to ? 'v.contact_id = $1' : 'v.contact_id is null and v.phone = $1'
    } for no key update`,
    [made?.id ?? ('contactId' in to ? to.contactId : to.phone)],
  );
  if (rows[0] === undefined) throw new Error('a conversation has no row');
  return rows[0];
}

/** The summary of a conversation after a text, a call or an e-mail came, changed or went. */
export const recount = (tx: Tx, id: number) => tx.raw('select recount_conversation($1)', [id]);

/** The same of several, in the order of their ids. */
export const recountAll = (tx: Tx, ids: readonly number[]) =>
  tx.raw('select recount_conversation(id) from (select unnest($1::bigint[]) as id order by 1 offset 0) t', [ids]);

export const noteWritten = (
  tx: Tx,
  id: number,
  { phone, direction, review }: { phone: string; direction: 'in' | 'out'; review: number | null },
) =>
  tx.raw(
    `update conversations set phone = case when contact_id is null then phone else $2 end, closed_at = null,
       unread = unread + case when $3 = 'in' then 1 else 0 end,
       review_text_id = coalesce($4, review_text_id)
     where id = $1`,
    [id, phone, direction, review],
  );

/** A new call or e-mail opens the conversation, as a text does. */
export const noteLine = (tx: Tx, id: number, isUnread: boolean) =>
  tx.raw('update conversations set closed_at = null, unread = unread + $2 where id = $1', [id, isUnread ? 1 : 0]);

export interface ConversationChange {
  readonly unread?: number;
  readonly closed_at?: Date | null;
  readonly review_text_id?: null;
  readonly opted_out_at?: Date | null;
  readonly user_id?: number;
  readonly owner_id?: number;
}

export async function changeConversation(tx: Tx, id: number, change: ConversationChange): Promise<void> {
  const entries = Object.entries(change);
  const sets = entries.map(([column], index) => `${column} = $${index + 2}`);
  await tx.raw(`update conversations set ${[...sets, 'version = version + 1'].join(', ')} where id = $1`, [
    id,
    ...entries.map(([, value]) => value as unknown),
  ]);
}

/** Everyone of the account that a number belongs to has opted out, or in again (`null`). Returns their conversations. */
export const noteOptOut = (tx: Tx, number: string, contactIds: readonly number[], at: Date | null) =>
  tx.raw<ConversationRow>(
    `update conversations v set opted_out_at = $3, version = version + 1
     where v.id in (select o.id from conversations o
       where o.contact_id = any($2::bigint[]) or (o.contact_id is null and o.phone = $1) order by o.id for no key update)
     returning ${ROW}`,
    [number, contactIds, at],
  );

// ---- drafts ----------------------------------------------------------------

export const keepDraft = (tx: Tx, userId: number, conversationId: number, body: string, at: Date) =>
  tx.raw(
    `insert into text_drafts (account_id, user_id, conversation_id, body, updated_at)
     values (app_account_id(), $1, $2, $3, $4)
     on conflict (user_id, conversation_id) do update set body = excluded.body, updated_at = excluded.updated_at`,
    [userId, conversationId, body, at],
  );

export const dropDraft = (tx: Tx, userId: number, conversationId: number) =>
  tx.raw('delete from text_drafts where user_id = $1 and conversation_id = $2', [userId, conversationId]);

/** Gives the texts and drafts of an unknown number to the conversation of a contact, and removes the empty one. */
export async function giveTexts(tx: Tx, from: number, to: { readonly id: number; readonly contactId: number }) {
  await tx.raw('update text_messages set conversation_id = $2, contact_id = $3 where conversation_id = $1', [
    from,
    to.id,
    to.contactId,
  ]);
  if (from === to.id) return;
  await tx.raw(
    `update text_drafts d set conversation_id = $2 where conversation_id = $1
       and not exists (select from text_drafts o where o.user_id = d.user_id and o.conversation_id = $2)`,
    [from, to.id],
  );
  await tx.raw(
    `update conversations v set unread = v.unread + o.unread, review_text_id = coalesce(v.review_text_id, o.review_text_id),
       opted_out_at = coalesce(v.opted_out_at, o.opted_out_at)
     from conversations o where o.id = $1 and v.id = $2`,
    [from, to.id],
  );
  await tx.raw('delete from conversations where id = $1', [from]);
}

/** An unknown number becomes a contact's conversation. */
export const giveContact = (tx: Tx, id: number, contactId: number) =>
  tx.raw(
    `update conversations v set contact_id = c.id, owner_id = c.owner_id, pool_id = c.pool_id, user_id = c.owner_id,
       version = v.version + 1
     from contacts c where v.id = $1 and c.id = $2`,
    [id, contactId],
  );
