import { sql } from 'kysely';
import { TRANSFER_CHUNK_ROWS, type TransferRow } from '#contract/transfers.contract.ts';
import type { Tx } from '../../db/tx.ts';
import { type Picked, unorderedIds } from '../bulk/selection.sql.ts';
import { judged, type Judging } from './judge.sql.ts';
import type { ByReason } from './transfer-attempt.ts';
import { type Seen, seenIn } from '../contacts/contact-visibility.sql.ts';

/** Maximum rows that an event names. Source: the contract. */
const NAMED_ROWS = 20;

/** Ids of an owner's contacts that are read: one more than an event names. */
const READ_IDS = 51;

/** Writes down which contacts a transfer means and whose they are, in one statement; answers how many. */
export async function freezeContacts(tx: Tx, transferId: number, picked: Picked, seen: Seen): Promise<number> {
  const row = await tx.one<{ total: number }>(
    sql<{ total: number }>`with picked as (
        select p.id, coalesce(c.owner_id, 0) as owner_id, (row_number() over (order by p.id) - 1) / ${TRANSFER_CHUNK_ROWS}::int as n
        from (${unorderedIds(picked)}) p left join (select id, owner_id from contacts c where ${seenIn(seen)} offset 0) c on c.id = p.id
      ), frozen as (
        insert into transfer_chunks (account_id, transfer_id, n, contact_ids, owner_ids)
        select app_account_id(), ${transferId}, n, array_agg(id order by id), array_agg(owner_id order by id)
        from picked group by n returning cardinality(contact_ids) as size
      )
      select coalesce(sum(size), 0)::int as total from frozen`,
  );
  return row?.total ?? 0;
}

/** Owners whose lists changed, each with some of the contacts. */
export interface Touched {
  readonly owner_id: number;
  readonly ids: readonly number[];
}

export interface Moved {
  readonly moved: number;
  readonly unchanged: number;
  readonly left_alone: number;
  /** Number of contacts that need consent under a rule. */
  readonly asked: number;
  readonly by_reason: ByReason;
  readonly touched: readonly Touched[];
  readonly last: readonly TransferRow[];
}

const chunk = (transferId: number, n: number) =>
  sql`transfer_chunks k where k.transfer_id = ${transferId} and k.n = ${n}`;

/** The contact of each place, looked up by its id: the planner can't know how few they are. */
const placesOf = (transferId: number, n: number) =>
  sql`(
      select (${n * TRANSFER_CHUNK_ROWS} + nth)::int as position, contact_id, nullif(owner_id, 0) as owner_id
      from (select contact_ids, owner_ids from ${chunk(transferId, n)}) k,
        unnest(k.contact_ids, k.owner_ids) with ordinality as frozen(contact_id, owner_id, nth)
    ) f left join lateral (select * from contacts c where c.id = f.contact_id offset 0) c on true`;

/** Transfer that gave a contact to its current owner. */
const firstTransfer = sql`(select r.transfer_id from transfer_rows r where r.contact_id = j.contact_id
  and r.outcome = 'moved' and r.to_owner_id = j.now_owner_id and r.put_back_at is null order by r.at desc limit 1)`;

/** Owners of both sides with what changed in their lists. */
export const touchedBy = (rows: string, sides: readonly [string, string], where: string) =>
  sql.raw(`(select coalesce(jsonb_agg(jsonb_build_object('owner_id', owner_id, 'ids', ids)), '[]') from (
    select owner_id, (array_agg(contact_id order by contact_id))[1:${READ_IDS}] as ids from (
      select ${sides[0]} as owner_id, contact_id from ${rows} where ${where}
      union all select ${sides[1]}, contact_id from ${rows} where ${where}
    ) both_sides group by owner_id) owners)`);

/** Differences in the last rows of a chunk. */
const AS_MOVED = `'outcome', j.outcome, 'reason', j.reason, 'first_transfer_id', j.first_transfer_id,
  'put_back', null, 'kept', null`;

/** Rows as the wire has them: of `j`, with the parts that differ. */
export const lastOf = (rows: string, parts: string, named: string) =>
  sql.raw(`(select coalesce(jsonb_agg(jsonb_build_object('position', j.position, ${parts},
      'contact', case when ${named} then jsonb_build_object('id', j.contact_id, 'number', j.number,
        'name', trim(j.first_name || ' ' || j.last_name)) end,
      'from', case when f.id is not null then jsonb_build_object('id', f.id, 'name', trim(f.first_name || ' ' || f.last_name)) end,
      'to', case when t.id is not null then jsonb_build_object('id', t.id, 'name', trim(t.first_name || ' ' || t.last_name)) end
    ) order by j.position), '[]')
    from (select * from ${rows} order by position desc limit ${NAMED_ROWS}) j
    left join users f on f.id = j.from_owner_id left join users t on t.id = j.to_owner_id)`);

/**
 * Moves one chunk, whose contacts are locked: each contact is judged, transferred to the next owner, and its row
 * written, in one statement. The contact's new version is known beforehand, because no one else can change it.
 */
export async function moveChunk(
  tx: Tx,
  { transferId, n, at }: { readonly transferId: number; readonly n: number; readonly at: Date },
  judging: Judging,
): Promise<Moved> {
  const row = await tx.one<Moved>(
    sql<Moved>`with judged as materialized (
        select j.*, case when reason = 'transferred_meanwhile' then ${firstTransfer} end as first_transfer_id
        from (${judged({ places: placesOf(transferId, n), before: sql`f.owner_id` }, judging)}) j
      ), given as (
        update contacts c set owner_id = j.to_owner_id, business_unit_id = j.to_unit_id, updated_at = ${at}, version = c.version + 1
        from judged j where c.id = j.contact_id and j.outcome = 'moved'
      ), noted as (
        insert into transfer_rows (account_id, transfer_id, position, contact_id, outcome, reason, first_transfer_id,
          from_owner_id, from_unit_id, to_owner_id, at, version_after)
        select app_account_id(), ${transferId}, position, contact_id, outcome, reason, first_transfer_id,
          case when reason = 'not_seen' then null else from_owner_id end,
          case when outcome = 'moved' then from_unit_id end, to_owner_id, ${at}::timestamptz,
          case when outcome = 'moved' then version + 1 end
        from judged
      )
      select count(*) filter (where outcome = 'moved')::int as moved,
        count(*) filter (where outcome = 'unchanged')::int as unchanged,
        count(*) filter (where outcome = 'left')::int as left_alone,
        count(*) filter (where asked and (outcome = 'moved' or reason = 'no_consent'))::int as asked,
        (select coalesce(jsonb_object_agg(reason, contacts), '{}')
          from (select reason, count(*) as contacts from judged where reason is not null group by 1) reasons) as by_reason,
        ${touchedBy('judged', ['from_owner_id', 'to_owner_id'], `outcome = 'moved'`)} as touched,
        ${lastOf('judged', AS_MOVED, 'j.reason is null')} as last
      from judged`,
  );
  if (row === null) throw new Error('A chunk answered nothing.');
  return row;
}

export const contactsOfChunk = (transferId: number, n: number) => sql`select contact_ids from ${chunk(transferId, n)}`;
