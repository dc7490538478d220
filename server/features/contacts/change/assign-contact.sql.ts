import type { Tx } from '../../../db/tx.ts';

/** Assigns a contact to a user, with their business unit, and increments the version. */
export const setOwner = (tx: Tx, id: number, ownerId: number, at: Date) =>
  tx.raw(
    `update contacts c set owner_id = u.id, business_unit_id = u.business_unit_id, updated_at = $3, version = c.version + 1
     from users u where u.id = $2 and c.id = $1`,
    [id, ownerId, at],
  );

export interface OwnerChange {
  readonly contactId: number;
  readonly from: number;
  readonly to: number;
  /** assigned: a user took it; returned: they gave it back; merged, unmerged: by a merge and its undo. */
  readonly reason: 'assigned' | 'returned' | 'merged' | 'unmerged';
}

/** Adds a row to the transfer history. */
export const insertOwnerChange = (
  tx: Tx,
  who: { accountId: number; actorId: number; userId: number },
  { contactId, from, to, reason }: OwnerChange,
  at: Date,
) =>
  tx.raw(
    `insert into contact_owner_changes
       (account_id, contact_id, from_owner_id, to_owner_id, actor_id, acting_as_id, reason, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [who.accountId, contactId, from, to, who.actorId, who.userId, reason, at],
  );

/** Previous owner, if the takeover was the last change of owner; otherwise `null`. `untouched`: nothing changed since. */
export async function findTakenFrom(tx: Tx, contactId: number, userId: number) {
  const rows = await tx.raw<{ from_owner_id: number; name: string; active: boolean; untouched: boolean }>(
    `select last.from_owner_id, trim(u.first_name || ' ' || u.last_name) as name, u.active,
       (select c.updated_at = last.created_at from contacts c where c.id = $1) as untouched
     from (select * from contact_owner_changes where contact_id = $1 order by id desc limit 1) last
     join users u on u.id = last.from_owner_id
     where last.reason = 'assigned' and last.acting_as_id = $2 and last.to_owner_id = $2
       and not exists (select from transfer_rows t where t.contact_id = $1 and t.outcome = 'moved'
         and greatest(t.at, t.put_back_at) >= last.created_at)`,
    [contactId, userId],
  );
  return rows[0] ?? null;
}
