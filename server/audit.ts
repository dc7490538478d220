import type { Tx } from './db/tx.ts';
import type { Identity } from './identity.ts';

export interface AuditEntry {
  readonly action: string;
  readonly subjectType?: string;
  readonly subjectId?: number;
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** User that a row is attributed to. Without a session, no one acts for them. */
export type Attribution = Pick<Identity, 'accountId' | 'actorId' | 'userId'> & Partial<Pick<Identity, 'sessionId'>>;

/** A user may act for another through a third: only the session knows all of them. */
const STACK = `coalesce((select array_agg(user_id order by depth) from identity_stack($9) where $2::bigint <> $3::bigint),
  case when $2::bigint = $3::bigint then array[$2::bigint] else array[$2::bigint, $3::bigint] end)`;

/** Appends a row to the audit log: who signed in, as whom and through whom they acted, and what they did. */
export async function writeAudit(tx: Tx, identity: Attribution, requestId: string, entry: AuditEntry): Promise<void> {
  await tx.raw(
    `insert into audit_log (account_id, actor_id, acting_as_id, action, subject_type, subject_id, detail, request_id, stack)
     values ($1, $2, $3, $4, $5, $6, $7, $8, ${STACK})`,
    [
      identity.accountId,
      identity.actorId,
      identity.userId,
      entry.action,
      entry.subjectType ?? '',
      entry.subjectId ?? null,
      JSON.stringify(entry.detail ?? {}),
      requestId,
      identity.sessionId ?? 0,
    ],
  );
}
