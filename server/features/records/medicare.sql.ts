import type { MedicareFacts } from '#contract/records/medicare.contract.ts';
import { qb, type Tx } from '../../db/tx.ts';
import { sql } from 'kysely';

export type FactsRow = MedicareFacts & { readonly imported_at: Date };

/** `null`: nothing was ever imported. */
export async function findFacts(tx: Tx, contactId: number): Promise<FactsRow | null> {
  const rows = await tx.raw<FactsRow>(
    `select part_a_on, part_b_on, plan_name, plan_id, plan_type, plan_from, imported_at
     from medicare_facts where contact_id = $1`,
    [contactId],
  );
  return rows[0] ?? null;
}

export const keepFacts = (tx: Tx, contactId: number, facts: FactsRow) =>
  tx.raw(
    `insert into medicare_facts (contact_id, account_id, part_a_on, part_b_on, plan_name, plan_id, plan_type, plan_from, imported_at)
     values ($1, app_account_id(), $2, $3, $4, $5, $6, $7, $8)
     on conflict (contact_id) do update set part_a_on = excluded.part_a_on, part_b_on = excluded.part_b_on,
       plan_name = excluded.plan_name, plan_id = excluded.plan_id, plan_type = excluded.plan_type,
       plan_from = excluded.plan_from, imported_at = excluded.imported_at`,
    [
      contactId,
      facts.part_a_on,
      facts.part_b_on,
      facts.plan_name,
      facts.plan_id,
      facts.plan_type,
      facts.plan_from,
      facts.imported_at,
    ],
  );

/** Fields of the contact itself that an import of Medicare's data fills. */
export interface FilledContact {
  first_name?: string;
  last_name?: string;
  dob?: string | null;
  address?: string;
  city?: string;
  state?: string;
  zip_code?: string;
  phone?: string | null;
  email?: string | null;
}

/** Changes fields and counts the version up. */
export const fillContact = (tx: Tx, contactId: number, changes: FilledContact, at: Date): Promise<number> =>
  tx.change(
    qb
      .updateTable('contacts')
      .set({ ...changes, updated_at: at, version: sql`version + 1` })
      .where('id', '=', contactId),
  );
