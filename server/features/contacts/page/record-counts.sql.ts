import { MOST_RECORDS, type RecordCounts } from '#contract/contacts/record-counts.contract.ts';

/** What is counted by tab: rows of a contact `c` that it shows. */
const SHOWN: Readonly<Record<Exclude<keyof RecordCounts, 'rx'>, string>> = {
  policies: 'policies where contact_id = c.id and deleted_at is null',
  securities: 'securities where contact_id = c.id and deleted_at is null',
  notes: 'notes where contact_id = c.id and deleted_at is null',
  files: `files where contact_id = c.id and kind = 'file' and deleted_at is null`,
  email_log: 'contact_emails where contact_id = c.id',
  workflow_log: 'workflow_logs where contact_id = c.id',
  call_files: `files where contact_id = c.id and kind = 'call' and deleted_at is null`,
};

const COUNTS = Object.entries(SHOWN)
  .map(([tab, rows]) => `'${tab}', (select count(*) from (select from ${rows} limit ${MOST_RECORDS}) shown)`)
  .join(', ');

/** Columns of a contact `c` for its page: counts of its records, and its prescriptions as they are stored. */
export const FOR_PAGE = `jsonb_build_object(${COUNTS}) as counts,
  (select r.sealed from rx_details r where r.contact_id = c.id) as rx_sealed`;

export interface ForPage {
  readonly counts: Omit<RecordCounts, 'rx'>;
  /** `null`: nothing was ever written. */
  readonly rx_sealed: Buffer | null;
}
