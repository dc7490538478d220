import type { WorkflowLog } from '#contract/timeline.contract.ts';
import type { Tx } from '../../db/tx.ts';

interface Page {
  readonly page: number;
  readonly limit: number;
}

/** Newest first. */
export const findWorkflowLogs = (tx: Tx, contactId: number, { page, limit }: Page) =>
  tx.raw<Omit<WorkflowLog, 'at'> & { at: Date }>(
    `select id, workflow_name, step, status, message, at from workflow_logs
     where contact_id = $1 order by at desc, id desc limit $2 offset $3`,
    [contactId, limit, (page - 1) * limit],
  );

export interface FoundOwnerChange {
  readonly id: number;
  readonly created_at: Date;
  readonly reason: string;
  readonly from_owner_id: number;
  readonly from_owner: string;
  readonly to_owner_id: number;
  readonly to_owner: string;
  readonly actor_id: number;
  readonly actor: string;
  readonly acting_as_id: number;
  readonly acting_as: string;
}

/** Owners of a contact ($1) over time: changed one by one, by a transfer, and by its revert. */
const OWNER_CHANGES = `(
  select id, created_at, reason, from_owner_id, to_owner_id, actor_id, acting_as_id
  from contact_owner_changes where contact_id = $1
  union all select t.transfer_id, t.at, 'transferred', t.from_owner_id, t.to_owner_id, a.actor_id, a.user_id
  from transfer_rows t join transfer_attempts a on a.id = t.transfer_id
  where t.contact_id = $1 and t.outcome = 'moved'
  union all select t.transfer_id, t.put_back_at, 'put_back', t.to_owner_id, t.from_owner_id, t.put_back_actor_id, t.put_back_by_id
  from transfer_rows t where t.contact_id = $1 and t.outcome = 'moved' and t.put_back_at is not null
) changes`;

/** Newest first. An id is unique among those of one reason. */
export const findOwnerChanges = (tx: Tx, contactId: number, { page, limit }: Page) =>
  tx.raw<FoundOwnerChange>(
    `with found as (
       select * from ${OWNER_CHANGES} order by created_at desc, reason, id desc limit $2 offset $3
     ), names as (
       select * from names_of_people(array(
         select unnest(array[from_owner_id, to_owner_id, actor_id, acting_as_id]) from found))
     )
     select f.id, f.created_at, f.reason, f.from_owner_id, f.to_owner_id, f.actor_id, f.acting_as_id,
       coalesce(a.name, '') as from_owner, coalesce(b.name, '') as to_owner, coalesce(c.name, '') as actor,
       coalesce(d.name, '') as acting_as
     from found f left join names a on a.id = f.from_owner_id left join names b on b.id = f.to_owner_id
       left join names c on c.id = f.actor_id left join names d on d.id = f.acting_as_id
     order by f.created_at desc, f.reason, f.id desc`,
    [contactId, limit, (page - 1) * limit],
  );

export const countLogs = (tx: Tx, table: 'workflow_logs' | 'contact_emails', contactId: number): Promise<number> =>
  countOf(tx, `${table} where contact_id = $1`, contactId);

export const countOwnerChanges = (tx: Tx, contactId: number): Promise<number> => countOf(tx, OWNER_CHANGES, contactId);

async function countOf(tx: Tx, from: string, contactId: number): Promise<number> {
  const rows = await tx.raw<{ total: number }>(`select count(*)::int as total from ${from}`, [contactId]);
  return rows[0]?.total ?? 0;
}
