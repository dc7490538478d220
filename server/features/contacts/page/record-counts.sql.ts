import { MOST_RECORDS, type RecordCounts } from '#contract/contacts/record-counts.contract.ts';
import type { Tx } from '../../../db/tx.ts';

/** What is counted by tab: rows of a contact ($1) that it shows. */
const SHOWN: Readonly<Record<Exclude<keyof RecordCounts, 'rx'>, string>> = {
  policies: 'policies where contact_id = $1 and deleted_at is null',
  securities: 'securities where contact_id = $1 and deleted_at is null',
  notes: 'notes where contact_id = $1 and deleted_at is null',
  files: `files where contact_id = $1 and kind = 'file' and deleted_at is null`,
  email_log: 'contact_emails where contact_id = $1',
  workflow_log: 'workflow_logs where contact_id = $1',
  call_files: `files where contact_id = $1 and kind = 'call' and deleted_at is null`,
};

const COUNTS = Object.entries(SHOWN)
  .map(([tab, rows]) => `(select count(*)::int from (select from ${rows} limit ${MOST_RECORDS}) shown) as ${tab}`)
  .join(', ');

export async function countRecords(tx: Tx, contactId: number): Promise<Omit<RecordCounts, 'rx'>> {
  const [row] = await tx.raw<Omit<RecordCounts, 'rx'>>(`select ${COUNTS}`, [contactId]);
  if (row === undefined) throw new Error('Counts answered no row.');
  return row;
}
