import type { Tx } from '../../../db/tx.ts';

/** Limits for reading a contact. */
export interface Counts {
  readonly notes: number;
  readonly calls: number;
  readonly mails: number;
}

export async function countRead(tx: Tx, contactId: number): Promise<Counts> {
  const [row] = await tx.prepared<Counts>(
    `select (select count(*)::int from notes where contact_id = $1 and deleted_at is null) as notes,
       (select count(*)::int from calls where contact_id = $1) as calls,
       (select count(*)::int from contact_emails where contact_id = $1) as mails`,
    [contactId],
  );
  return row ?? { notes: 0, calls: 0, mails: 0 };
}
