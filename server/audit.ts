import { AsyncLocalStorage } from 'node:async_hooks';
import { beforeCommit, onChange, type Tx, withAccount } from './db/tx.ts';
import type { Deps } from './deps.ts';
import type { Identity } from './identity.ts';

export interface AuditEntry {
  readonly action: string;
  readonly subjectType?: string;
  readonly subjectId?: number;
  readonly detail?: Readonly<Record<string, unknown>>;
  /**
   * Values that a new version of a contact replaced; `detail` has the version. Of a policy or security, `detail` has its id
   * and `record_version`.
   */
  readonly values?: readonly FieldChange[];
}

/** A field's value before and after a change, as text. Empty: none. */
export interface FieldChange {
  readonly field: string;
  readonly before: string;
  readonly after: string;
}

/** User that a row is attributed to. Without a session, no one acts for them. */
export type Attribution = Pick<Identity, 'accountId' | 'actorId' | 'userId'> & Partial<Pick<Identity, 'sessionId'>>;

interface Trailed {
  readonly named: string | readonly string[];
  readonly inOne: boolean;
  readonly tell: (error: Error) => void;
}

interface Trail {
  /** Actions written so far. */
  readonly actions: Set<string>;
  /** First statement that changed something to audit; `null`: none. */
  change: string | null;
}

const trails = new AsyncLocalStorage<Trail>();

/** Rows that are no change by themselves: who did what and who hears of it, and notes about the request. */
const UNAUDITED =
  /\b(?:into|update|from)\s+"?(?:audit_log|events|idempotency_keys|data_keys|subject_keys|sign_in_failures|sso_attempts|sign_in_challenges|contact_decisions|auth_ips|billing_operations|bulk_jobs|bulk_rows)\b|^update (?:two_factors set last_step|recovery_codes)\b/;

/**
 * Runs the work of a request whose contract names actions of the audit log. With `inOne`, which is for work in one
 * transaction, no change commits before one of them is written. Other work may reach outside between two transactions
 * and is audited when the outcome is known; then it is too late to undo it, and `tell` gets the error.
 * @throws instead of committing a change without one of them: a bug of ours.
 */
export async function withTrail<T>({ named, inOne, tell }: Trailed, work: () => Promise<T>): Promise<T> {
  const wanted = [named].flat();
  const trail: Trail = { actions: new Set(), change: null };
  const hear = (text: string) => {
    if (!UNAUDITED.test(text)) trail.change ??= text;
  };
  const missing = (): Error | null =>
    trail.change === null || wanted.some((action) => trail.actions.has(action))
      ? null
      : new Error(`A change without the audit action ${wanted.join(' or ')}: ${trail.change}`);
  const check = () => {
    const error = missing();
    if (error !== null) throw error;
  };
  const followed = () => trails.run(trail, () => onChange.run(hear, work));
  const further = beforeCommit.getStore();
  const atCommit = async (tx: Tx) => {
    check();
    await further?.(tx);
  };
  const result = await (inOne ? beforeCommit.run(atCommit, followed) : followed());
  // A transaction that this work joined is open still.
  if (inOne) check();
  const late = missing();
  if (late !== null) tell(late);
  return result;
}

/** A user may act for another through a third: only the session knows all of them. */
const STACK = `coalesce((select array_agg(user_id order by depth) from identity_stack($9) where $2::bigint <> $3::bigint),
  case when $2::bigint = $3::bigint then array[$2::bigint] else array[$2::bigint, $3::bigint] end)`;

const COLUMNS = ['field', 'before', 'after'] as const;

/** Record of a contact that the detail of a row is about, as `contact_changes` has it; empty: the contact. */
export const recordOf = (detail: string): string =>
  `coalesce('policy ' || (${detail} ->> 'policy_id'), 'security ' || (${detail} ->> 'security_id'), '')`;

/** Keeps the values that a change of a contact replaced, in the same round trip. The log has the names of fields alone. */
const KEPT = `with kept as (
  insert into contact_changes (account_id, contact_id, version, record, field, before, after)
  select $1, $6, coalesce($7::jsonb ->> 'record_version', $7::jsonb ->> 'version')::int, ${recordOf('$7::jsonb')},
    field, before, after
  from unnest($10::text[], $11::text[], $12::text[]) as c(field, before, after))`;

/** Appends a row to the audit log: who signed in, as whom and through whom they acted, and what they did. */
export async function writeAudit(tx: Tx, identity: Attribution, requestId: string, entry: AuditEntry): Promise<void> {
  const values = entry.values ?? [];
  const written = await tx.raw(
    `${values.length === 0 ? '' : KEPT} insert into audit_log (account_id, actor_id, acting_as_id, action, subject_type, subject_id, detail, request_id, stack)
     values ($1, $2, $3, $4, $5, $6, $7, $8, ${STACK}) returning 1`,
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
      ...(values.length === 0 ? [] : COLUMNS.map((column) => values.map((value) => value[column]))),
    ],
  );
  if (written.length > 0) trails.getStore()?.actions.add(entry.action);
}

/** A request that its identity had no permission for. */
export interface DeniedRequest {
  readonly requestId: string;
  readonly method: string;
  /** Template of the route, without values. */
  readonly route: string;
}

/** Appends a denied request to the audit log (promise P29). Never throws: the refusal is the answer in any case. */
export async function auditDenied(
  { pool, log }: Pick<Deps, 'pool' | 'log'>,
  identity: Attribution,
  { requestId, method, route }: DeniedRequest,
): Promise<void> {
  const entry = { action: 'access.denied', detail: { method, route } };
  await withAccount(pool, identity, (tx) => writeAudit(tx, identity, requestId, entry)).catch((error: unknown) =>
    log.warn({ err: error, request_id: requestId }, 'a denied request is missing in the audit log'),
  );
}
