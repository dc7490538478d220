import type { Tx } from './db/tx.ts';
import type { Identity } from './identity.ts';

export interface AuditEntry {
  readonly action: string;
  readonly subjectType?: string;
  readonly subjectId?: number;
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** Adds a row to the append-only audit log: who signed in, whom they acted as, what they did. */
export async function writeAudit(tx: Tx, identity: Identity, requestId: string, entry: AuditEntry): Promise<void> {
  await tx.raw(
    `insert into audit_log (account_id, actor_id, acting_as_id, action, subject_type, subject_id, detail, request_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      identity.accountId,
      identity.actorId,
      identity.userId,
      entry.action,
      entry.subjectType ?? '',
      entry.subjectId ?? null,
      JSON.stringify(entry.detail ?? {}),
      requestId,
    ],
  );
}
