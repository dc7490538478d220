import type { PhoneVerification, RunStatus, VerificationRun } from '#contract/verifications.contract.ts';
import type { ContactSelection } from '#contract/contacts/scope.contract.ts';

/** A run as stored, with the name of its owner and what became of its numbers. */
export interface RunRow {
  id: number;
  account_id: number;
  user_id: number;
  actor_id: number;
  selection: ContactSelection;
  sentence: string;
  status: RunStatus;
  failure: string | null;
  contacts: number;
  without_number: number;
  already_known: number;
  total: number;
  done: number;
  price_cents: number;
  version: number;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  user_name: string;
  by_type: VerificationRun['by_type'];
  failed: number;
  charged_cents: number;
}

export const toRun = (row: RunRow): VerificationRun => ({
  id: row.id,
  sentence: row.sentence,
  status: row.status,
  failure: row.failure,
  user: { id: row.user_id, name: row.user_name },
  contacts: row.contacts,
  without_number: row.without_number,
  already_known: row.already_known,
  total: row.total,
  done: row.done,
  price_cents: row.price_cents,
  by_type: row.by_type,
  failed: row.failed,
  charged_cents: row.charged_cents,
  created_at: row.created_at.toISOString(),
  started_at: row.started_at?.toISOString() ?? null,
  finished_at: row.finished_at?.toISOString() ?? null,
  version: row.version,
});

/** A verification as stored, with its contact as far as it is seen. */
export type VerificationRow = Omit<PhoneVerification, 'verified_at'> & { verified_at: Date | null };

export const toVerification = ({ verified_at: at, ...row }: VerificationRow): PhoneVerification => ({
  ...row,
  verified_at: at?.toISOString() ?? null,
});
