import type { Tx } from '../../../db/tx.ts';

/**
 * Brings conversations in line with their lines, after a merge has moved these or its undo has returned them: the
 * survivor has one conversation with all of them, and those of the merged contacts are hidden with them.
 */
export async function followMerge(
  tx: Tx,
  { survivorId, mergedIds }: { readonly survivorId: number; readonly mergedIds: readonly number[] },
  at: Date,
): Promise<void> {
  const ids = [survivorId, ...mergedIds];
  await tx.raw(
    `insert into conversations (account_id, contact_id, phone, user_id, owner_id, pool_id, deleted_at, last_at, created_at)
     select c.account_id, c.id, coalesce(t.phone, nullif(c.phone, ''), c.phone_2, ''), c.owner_id, c.owner_id, c.pool_id,
       c.deleted_at, $2, $2
     from contacts c left join lateral (
       select case m.direction when 'in' then m.from_number else m.to_number end as phone from text_messages m
       where m.contact_id = c.id order by m.created_at desc, m.id desc limit 1) t on true
     where c.id = any($1::bigint[]) and (t.phone is not null
       or (c.id = $3 and exists (select from conversations o where o.contact_id = any($1::bigint[]))))
     on conflict do nothing`,
    [ids, at, survivorId],
  );
  await tx.raw(
    `select recount_conversation(v.id) from (
       select id from conversations where contact_id = any($1::bigint[]) order by id for no key update) v`,
    [ids],
  );
}

/** Unread texts of the merged contacts stay unread at the survivor; an opt-out stays, too. */
export const sumUnread = (tx: Tx, survivorId: number, mergedIds: readonly number[]) =>
  tx.raw(
    `update conversations v set unread = v.unread + o.unread, opted_out_at = coalesce(v.opted_out_at, o.opted_out_at)
     from (select coalesce(sum(unread), 0)::int as unread, max(opted_out_at) as opted_out_at
       from conversations where contact_id = any($2::bigint[])) o
     where v.contact_id = $1`,
    [survivorId, mergedIds],
  );
