import { sql } from 'kysely';
import { TRANSFER_CHUNK_ROWS, type TransferRow } from '#contract/transfers.contract.ts';
import type { Tx } from '../../db/tx.ts';
import { lastOf, type Touched, touchedBy } from './move-contacts.sql.ts';
import { type Seen, seenIn } from '../contacts/contact-visibility.sql.ts';
import { noteUndone, type Undone } from '../contacts/undone-versions.sql.ts';

/** Progress of a revert: behind the cursor. */
export interface RevertPlace {
  readonly transferId: number;
  readonly cursor: number;
  /** True for selected contacts; false for all. */
  readonly isPartial: boolean;
}

/** User on whose behalf contacts are restored, and the signed-in user. */
export interface PuttingBack {
  readonly userId: number;
  readonly actorId: number;
  readonly seen: Seen;
  readonly at: Date;
}

export interface PutBack {
  readonly rows: number;
  /** Position of the last row; `null` for no rows. */
  readonly upTo: number | null;
  readonly put_back: number;
  readonly kept: number;
  /** Contacts kept or reverted now that an earlier revert had kept. */
  readonly kept_before: number;
  readonly touched: readonly Touched[];
  readonly last: readonly TransferRow[];
}

/** Next restorable rows among the requested ones. Named contacts are looked up one by one. */
const batch = ({ transferId, cursor, isPartial }: RevertPlace) => {
  const ofTransfer = sql`r.transfer_id = ${transferId} and r.position > ${cursor} and r.outcome = 'moved' and r.put_back_at is null`;
  const rows = isPartial
    ? sql`(select unnest(revert_ids) as id from transfer_attempts where id = ${transferId}) named
        cross join lateral (select * from transfer_rows r where r.contact_id = named.id and ${ofTransfer} offset 0) r`
    : sql`transfer_rows r where ${ofTransfer}`;
  return sql`select r.* from ${rows} order by r.position limit ${TRANSFER_CHUNK_ROWS}`;
};

export const contactsToPutBack = (place: RevertPlace) => sql`select array_agg(contact_id) from (${batch(place)}) b`;

export const ownersToPutBack = (place: RevertPlace) => sql`select array_agg(from_owner_id) from (${batch(place)}) b`;

/**
 * Returns the next, locked contacts to their former owners if they are unchanged since the transfer; the others are
 * recorded with the reason. Contacts that the transfer itself has hidden are restored too. A change that was undone is none,
 * so that earlier transfers can be reverted as well.
 */
export async function putBack(
  tx: Tx,
  place: RevertPlace,
  { userId, actorId, seen, at }: PuttingBack,
): Promise<PutBack> {
  const row = await tx.one<PutBack & { undone: readonly Undone[] }>(
    sql<PutBack & { undone: readonly Undone[] }>`with judged as materialized (
        select b.position, b.contact_id, b.from_owner_id, u.business_unit_id as unit_id, b.to_owner_id, b.version_after, b.kept as kept_before,
          c.number, c.first_name, c.last_name,
          case
            when c.id is null then 'not_seen'
            when c.version = b.version_after + undone_since(c.id, b.version_after) and c.owner_id = b.to_owner_id and c.deleted_at is null then
              case when u.active is not true then 'owner_gone' end
            when ${seenIn(seen)} is not true then 'not_seen'
            when c.deleted_at is not null then 'deleted_since'
            when c.owner_id <> b.to_owner_id then 'transferred_since'
            else 'changed_since'
          end as reason
        from (${batch(place)}) b
        left join lateral (select * from contacts c where c.id = b.contact_id offset 0) c on true
        left join users u on u.id = b.from_owner_id
      ), given as (
        update contacts c set owner_id = j.from_owner_id, business_unit_id = j.unit_id, updated_at = ${at}, version = c.version + 1
        from judged j where c.id = j.contact_id and j.reason is null
      ), noted as (
        update transfer_rows r set kept = j.reason, put_back_at = case when j.reason is null then ${at}::timestamptz end,
          put_back_by_id = case when j.reason is null then ${userId}::bigint end,
          put_back_actor_id = case when j.reason is null then ${actorId}::bigint end
        from judged j where r.transfer_id = ${place.transferId} and r.position = j.position
      )
      select count(*)::int as rows, max(position) as "upTo", count(*) filter (where reason is null)::int as put_back,
        count(*) filter (where reason is not null)::int as kept,
        count(*) filter (where kept_before is not null)::int as kept_before,
        coalesce(jsonb_agg(jsonb_build_object('id', contact_id, 'since', version_after - 1)) filter (where reason is null), '[]') as undone,
        ${touchedBy('judged', ['from_owner_id', 'to_owner_id'], 'reason is null')} as touched,
        ${lastOf('judged', `'outcome', 'moved', 'reason', null, 'first_transfer_id', null, 'put_back', j.reason is null, 'kept', j.reason`, `(j.reason is null or j.reason = 'owner_gone')`)} as last
      from judged`,
  );
  if (row === null) throw new Error('A chunk answered nothing.');
  const { undone, ...chunk } = row;
  await noteUndone(tx, undone, at);
  return chunk;
}
