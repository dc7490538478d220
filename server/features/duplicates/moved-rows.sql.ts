import type { Tx } from '../../db/tx.ts';

/** The tables whose rows simply belong to a contact, by kind. All have an `id` and a `contact_id`. */
export const MOVED_TABLES = {
  notes: 'notes',
  files: 'files',
  policies: 'policies',
  securities: 'securities',
  emails: 'contact_emails',
  activities: 'contact_activities',
  workflow_logs: 'workflow_logs',
  consents: 'contact_consents',
  decisions: 'contact_decisions',
  calls: 'calls',
  texts: 'text_messages',
  sequences: 'sequence_enrollments',
  workflows: 'wf_runs',
  events: 'calendar_events',
  event_changes: 'calendar_event_changes',
  aftercares: 'aftercares',
  applications: 'applications',
  soa_requests: 'soa_requests',
  soa_events: 'soa_events',
  leads: 'webpage_leads',
  vendor_leads: 'vendor_leads',
} as const;
export type SimpleKind = keyof typeof MOVED_TABLES;

/** Tables of which a contact has one row, keyed by the contact. */
export const SINGLE_TABLES = {
  medicare_facts: 'medicare_facts',
  data_captures: 'data_captures',
  rx_details: 'rx_details',
} as const;

/** Source and target, and the merge. */
export interface Move {
  readonly mergeId: number;
  readonly from: readonly number[];
  readonly to: number;
}

/** Outcome of a row. */
export interface MergeRowNote {
  readonly kind: string;
  readonly rowKey: Readonly<Record<string, unknown>>;
  readonly contactId: number;
  /** `null`: it only moved. */
  readonly before?: Readonly<Record<string, unknown>> | null;
  readonly after?: Readonly<Record<string, unknown>> | null;
}

const NEXT = `(select coalesce(max(position), 0) from merge_rows where merge_id = $1)`;

export const noteRow = (tx: Tx, mergeId: number, row: MergeRowNote) =>
  tx.raw(
    `insert into merge_rows (account_id, merge_id, position, kind, row_key, contact_id, before, after)
     values (app_account_id(), $1, ${NEXT} + 1, $2, $3, $4, $5, $6)`,
    [mergeId, row.kind, JSON.stringify(row.rowKey), row.contactId, jsonOf(row.before), jsonOf(row.after)],
  );

const jsonOf = (value: object | null | undefined) =>
  value === null || value === undefined ? null : JSON.stringify(value);

/** Moves all rows of a table and writes each down. */
export const moveRows = (tx: Tx, kind: SimpleKind, { mergeId, from, to }: Move) =>
  tx.raw(
    `with own as materialized (
       select id, contact_id from ${MOVED_TABLES[kind]} where contact_id = any($2::bigint[]) order by id for update
     ), moved as (
       update ${MOVED_TABLES[kind]} t set contact_id = $3 from own where t.id = own.id
     )
     insert into merge_rows (account_id, merge_id, position, kind, row_key, contact_id)
     select app_account_id(), $1, ${NEXT} + row_number() over (order by id), '${kind}', jsonb_build_object('id', id), contact_id
     from own`,
    [mergeId, from, to],
  );

/** Gives the rows of a table back; answers how many are not there any more. */
export async function returnRows(tx: Tx, kind: SimpleKind, mergeId: number, from: number): Promise<number> {
  const [row] = await tx.raw<{ missing: number }>(
    `with noted as (
       select (row_key ->> 'id')::bigint as id, contact_id from merge_rows where merge_id = $1 and kind = '${kind}' and before is null
     ), own as materialized (
       select t.id from ${MOVED_TABLES[kind]} t where t.id in (select id from noted) and t.contact_id = $2 order by t.id for update
     ), returned as (
       update ${MOVED_TABLES[kind]} t set contact_id = noted.contact_id from noted, own
       where t.id = noted.id and t.id = own.id returning t.id
     )
     select (select count(*) from noted) - (select count(*) from returned) as missing`,
    [mergeId, from],
  );
  return row?.missing ?? 0;
}

/** Keeps one of several pinned notes: the survivor's, else the first. Returns the unpinned ones. */
export const unpinNotes = (tx: Tx, { from, to }: Move) =>
  tx.raw<{ id: number; contact_id: number }>(
    `update notes set pinned = false where contact_id = any($1::bigint[]) and pinned and deleted_at is null and id <> coalesce(
       (select -id from notes where contact_id = $2 and pinned and deleted_at is null),
       (select min(id) from notes where contact_id = any($1::bigint[]) and pinned and deleted_at is null))
     returning id, contact_id`,
    [from, to],
  );

/** Pins a note of a contact again, unless it was deleted or another one is pinned. */
export const pinAgain = (tx: Tx, id: number) =>
  tx.raw(
    `update notes n set pinned = true where id = $1 and deleted_at is null and not exists (
       select from notes other where other.contact_id = n.contact_id and other.pinned and other.deleted_at is null)`,
    [id],
  );

export interface SingleRow {
  contact_id: number;
  /** `null`: the kind has none. */
  captures: { label: string; value: string }[] | null;
  sealed: Buffer | null;
}

export const findSingles = (tx: Tx, kind: keyof typeof SINGLE_TABLES, ids: readonly number[]) =>
  tx.raw<SingleRow>(
    `select contact_id, to_jsonb(t) -> 'captures' as captures, decode(substr(to_jsonb(t) ->> 'sealed', 3), 'hex') as sealed
     from ${SINGLE_TABLES[kind]} t where contact_id = any($1::bigint[]) for update`,
    [ids],
  );

/** Answers a print of what moved: another one, if it is changed later. `null`: it did not move. */
export async function moveSingle(
  tx: Tx,
  kind: keyof typeof SINGLE_TABLES,
  from: number,
  to: number,
): Promise<string | null> {
  const [moved] = await tx.raw<{ print: string }>(
    `update ${SINGLE_TABLES[kind]} t set contact_id = $2 where contact_id = $1
       and not exists (select from ${SINGLE_TABLES[kind]} there where there.contact_id = $2)
     returning md5((to_jsonb(t) - array['contact_id', 'version', 'updated_at'])::text) as print`,
    [from, to],
  );
  return moved?.print ?? null;
}

/** Writes captures, unless they are not the expected ones; answers whether. */
export async function writeCaptures(tx: Tx, id: number, captures: unknown, expected: unknown): Promise<boolean> {
  const rows = await tx.raw(
    `update data_captures set captures = $2, version = version + 1 where contact_id = $1 and captures = $3::jsonb returning 1`,
    [id, JSON.stringify(captures), JSON.stringify(expected)],
  );
  return rows.length > 0;
}

/** Place of an encrypted value. `field` null means the prescriptions. */
export interface SealedPlace {
  readonly contactId: number;
  readonly field: string | null;
}

/** Moves an encrypted value, re-encrypted, if it is the expected one; returns true if moved. */
export async function moveSealed(
  tx: Tx,
  from: SealedPlace,
  to: number,
  { sealed, expected }: { readonly sealed: Buffer; readonly expected: Buffer },
): Promise<boolean> {
  const [table, of] = from.field === null ? ['rx_details', ''] : ['sealed_fields', ' and field = $5'];
  const rows = await tx.raw(
    `update ${table} t set contact_id = $2, sealed = $3 where contact_id = $1 and sealed = $4${of}
       and not exists (select from ${table} there where there.contact_id = $2${of}) returning 1`,
    [from.contactId, to, sealed, expected, ...(from.field === null ? [] : [from.field])],
  );
  return rows.length > 0;
}

export const findSealedFields = (tx: Tx, ids: readonly number[]) =>
  tx.raw<{ contact_id: number; field: string; sealed: Buffer; blind_index: Buffer }>(
    `select contact_id, field, sealed, blind_index from sealed_fields where contact_id = any($1::bigint[])
     order by contact_id, field for update`,
    [ids],
  );

/** Favorite lists with a contact: it is removed where the other one is already listed, otherwise replaced by it. */
export async function moveFavorites(tx: Tx, from: number, to: number) {
  const removed = await tx.raw<{ list_id: number; added_at: string }>(
    `delete from favorite_items i using favorite_lists l where l.id = i.list_id and l.kind = 'contacts' and i.item_id = $1
       and exists (select from favorite_items there where there.list_id = i.list_id and there.item_id = $2)
     returning i.list_id, to_jsonb(i.added_at) #>> '{}' as added_at`,
    [from, to],
  );
  const moved = await tx.raw<{ list_id: number }>(
    `update favorite_items i set item_id = $2 from favorite_lists l
     where l.id = i.list_id and l.kind = 'contacts' and i.item_id = $1 returning i.list_id`,
    [from, to],
  );
  return { removed, moved };
}

export const returnFavorite = (tx: Tx, listId: number, from: number, to: number) =>
  tx.raw<{ list_id: number }>(
    `update favorite_items i set item_id = $3 where list_id = $1 and item_id = $2
       and not exists (select from favorite_items there where there.list_id = $1 and there.item_id = $3) returning list_id`,
    [listId, from, to],
  );

export const addFavoriteAgain = (tx: Tx, listId: number, id: number, addedAt: string) =>
  tx.raw(
    `insert into favorite_items (account_id, list_id, item_id, added_at)
     select app_account_id(), id, $2, $3::timestamptz from favorite_lists where id = $1 on conflict do nothing`,
    [listId, id, addedAt],
  );

export interface Linked {
  id: number;
  number: number;
  owner_id: number;
  linked_contact_id: number;
}

/** Other contacts that are linked with one of these, without those that became a part of another one. */
export const findLinked = (tx: Tx, ids: readonly number[]) =>
  tx.raw<Linked>(
    `select id, number, owner_id, linked_contact_id from contacts
     where linked_contact_id = any($1::bigint[]) and id <> all($1::bigint[]) and merged_into_id is null order by id`,
    [ids],
  );

/**
 * Links a contact with another one, or with none, unless its current link is not the expected one; returns the contact.
 */
export const relink = (
  tx: Tx,
  id: number,
  { to, expected }: { to: number | null; expected: number | null },
  at: Date,
) =>
  tx.raw<{ id: number; owner_id: number; version: number }>(
    `update contacts set linked_contact_id = $2, updated_at = $4, version = version + 1
     where id = $1 and linked_contact_id is not distinct from $3 returning id, owner_id, version`,
    [id, to, expected, at],
  );

/**
 * Repeats withdrawals that a later consent of another of these contacts would lift: the strictest counts. Those that
 * an import brought stay its own, so that its undo retracts them. Returns the new entries, with their original contact.
 */
export const repeatStops = (
  tx: Tx,
  ids: readonly number[],
  to: number,
  who: { userId: number; actorId: number },
  at: Date,
) =>
  tx.raw<{ id: number; of: number }>(
    `with stops as (
       select s.*, nextval(pg_get_serial_sequence('contact_consents', 'id')) as new_id from contact_consents s
       where s.contact_id = any($1::bigint[]) and s.kind in ('withdrawn', 'do_not_call')
         and not exists (select from contact_consents x where x.retracts_id = s.id)
         and not exists (select from contact_consents l where l.contact_id = s.contact_id and l.kind <> 'retracted'
           and (l.given_at, l.id) > (s.given_at, s.id) and l.channel in (s.channel, 'any'))
         and exists (select from contact_consents g where g.contact_id = any($1::bigint[]) and g.contact_id <> s.contact_id
           and g.kind = 'given' and (g.given_at, g.id) > (s.given_at, s.id)
           and (g.channel in (s.channel, 'any') or s.channel = 'any'))
     ), said as (
       insert into contact_consents (id, account_id, contact_id, channel, kind, purpose, evidence, source, given_at, user_id, actor_id,
         import_id)
       overriding system value
       select new_id, account_id, $2, channel, kind, purpose, left('Said before contacts became one: ' || evidence, 500), source, $5, $3, $4,
         import_id
       from stops
     )
     select new_id as id, contact_id as of from stops`,
    [ids, to, who.userId, who.actorId, at],
  );

export const findMergeRows = (tx: Tx, mergeId: number) =>
  tx.raw<{
    kind: string;
    row_key: Record<string, string | number>;
    contact_id: number;
    before: Record<string, unknown> | null;
    after: Record<string, unknown> | null;
  }>(
    `select kind, row_key, contact_id, before, after from merge_rows
     where merge_id = $1 and (before is not null or kind <> all($2::text[])) order by position desc`,
    [mergeId, Object.keys(MOVED_TABLES)],
  );

/** Numbers of moved rows by kind. */
export const countMoved = (tx: Tx, mergeId: number) =>
  tx.raw<{ kind: string; count: number }>(
    `select kind, count(distinct row_key)::int as count from merge_rows where merge_id = $1 group by kind`,
    [mergeId],
  );

/** Returns a repeated withdrawal to its original contact. */
export const returnStop = (tx: Tx, id: number, from: number, to: number) =>
  tx.raw('update contact_consents set contact_id = $3 where id = $1 and contact_id = $2', [id, from, to]);
