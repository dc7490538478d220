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

/** Newest first. */
export const findOwnerChanges = (tx: Tx, contactId: number, { page, limit }: Page) =>
  tx.raw<FoundOwnerChange>(
    `with found as (
       select * from contact_owner_changes where contact_id = $1 order by created_at desc, id desc limit $2 offset $3
     ), names as (
       select * from names_of_people(array(
         select unnest(array[from_owner_id, to_owner_id, actor_id, acting_as_id]) from found))
     )
     select f.id, f.created_at, f.reason, f.from_owner_id, f.to_owner_id, f.actor_id, f.acting_as_id,
       coalesce(a.name, '') as from_owner, coalesce(b.name, '') as to_owner, coalesce(c.name, '') as actor,
       coalesce(d.name, '') as acting_as
     from found f left join names a on a.id = f.from_owner_id left join names b on b.id = f.to_owner_id
       left join names c on c.id = f.actor_id left join names d on d.id = f.acting_as_id
     order by f.created_at desc, f.id desc`,
    [contactId, limit, (page - 1) * limit],
  );

export async function countLogs(
  tx: Tx,
  table: 'workflow_logs' | 'contact_owner_changes' | 'contact_emails',
  contactId: number,
): Promise<number> {
  const rows = await tx.raw<{ total: number }>(`select count(*)::int as total from ${table} where contact_id = $1`, [
    contactId,
  ]);
  return rows[0]?.total ?? 0;
}
