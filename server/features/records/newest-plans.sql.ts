import type { RowPlan } from '#contract/contacts/contact-list.contract.ts';
import type { Tx } from '../../db/tx.ts';

/** The newest active policy of each of these contacts that has one. */
export const findNewestPlans = (tx: Tx, contactIds: readonly number[]) =>
  tx.prepared<RowPlan & { readonly contact_id: number }>(
    `select distinct on (contact_id) contact_id, type, carrier from policies
     where contact_id = any($1::bigint[]) and deleted_at is null and status = 'active'
     order by contact_id, coalesce(effective_on, created_at::date) desc, id desc`,
    [contactIds],
  );
