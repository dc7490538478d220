import type { RowPlan } from '#contract/contacts/contact-list.contract.ts';
import type { Tx } from '../../db/tx.ts';
import { findNewestPlans } from './newest-plans.sql.ts';

/** The newest active policy of each of these contacts, the first of those that their page lists. Absent: none. */
export async function newestPlans(tx: Tx, contactIds: readonly number[]): Promise<ReadonlyMap<number, RowPlan>> {
  const found = await findNewestPlans(tx, contactIds);
  return new Map(found.map(({ contact_id: id, type, carrier }) => [id, { type, carrier }]));
}
