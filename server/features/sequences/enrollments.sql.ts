import type { Decision } from '#contract/compliance.contract.ts';
import type { EndReason, Enrollment } from '#contract/sequences.contract.ts';
import type { SequenceState } from '#rules/sequences/sequence.ts';
import type { Pool } from '../../db/pool.ts';
import { outsideAccounts, type Tx } from '../../db/tx.ts';

export interface EnrollmentRow {
  readonly id: number;
  readonly trigger_id: number;
  readonly version_id: number | null;
  readonly contact_id: number;
  readonly occasion: string;
  readonly status: Enrollment['status'];
  readonly step: number;
  readonly due_at: Date | null;
  readonly held_since: Date | null;
  readonly reason: EndReason | '';
  readonly note: string;
}

const COLUMNS =
  'e.id, e.trigger_id, e.version_id, e.contact_id, e.occasion, e.status, e.step, e.due_at, e.held_since, e.reason, e.note';

export async function findEnrollment(tx: Tx, id: number): Promise<EnrollmentRow | null> {
  const [row] = await tx.raw<EnrollmentRow>(`select ${COLUMNS} from sequence_enrollments e where e.id = $1`, [id]);
  return row ?? null;
}

/** Locked; `null`: gone, or another process has it. The contact is locked before. */
export async function lockEnrollment(tx: Tx, id: number): Promise<EnrollmentRow | null> {
  const [row] = await tx.raw<EnrollmentRow>(
    `select ${COLUMNS} from sequence_enrollments e where e.id = $1 for update skip locked`,
    [id],
  );
  return row ?? null;
}

/**
 * True when an earlier enrollment of the same contact, which a merge brought together with this one, is for the same
 * occasion, or has run beside it.
 */
export const isRepeated = async (tx: Tx, id: number): Promise<boolean> =>
  (
    await tx.raw(
      `select from sequence_enrollments this join sequence_enrollments e
         on e.trigger_id = this.trigger_id and e.contact_id = this.contact_id and e.id < this.id
       where this.id = $1 and (e.occasion = this.occasion or e.status in ('waiting', 'held')
         or exists (select from sequence_sends s where s.enrollment_id = e.id and s.at >= this.created_at)) limit 1`,
      [id],
    )
  ).length > 0;

/** True when the text of the step before was canceled before it left: by a person, or by a rule. */
export const isCanceled = async (tx: Tx, { id, step }: EnrollmentRow): Promise<boolean> =>
  (
    await tx.raw(
      `select from sequence_sends s join text_messages t on t.id = s.text_id
       where s.enrollment_id = $1 and s.step = $2 and t.status = 'canceled'`,
      [id, step - 1],
    )
  ).length > 0;

/** True when a contact whom inactivity brought in has been in touch since, in either direction. */
export const isContacted = async (tx: Tx, { id, occasion }: EnrollmentRow): Promise<boolean> =>
  occasion.startsWith('no_contact:') &&
  (
    await tx.raw(
      `select from sequence_enrollments e join contacts c on c.id = e.contact_id
       where e.id = $1 and c.last_touch_at > e.created_at`,
      [id],
    )
  ).length > 0;

export const stateOf = (row: EnrollmentRow): SequenceState => ({
  stage: row.status,
  step: row.step,
  at: row.due_at?.getTime() ?? null,
  since: row.held_since?.getTime() ?? null,
  reason: row.reason,
  note: row.note,
});

const timeOf = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));

export const writeState = (tx: Tx, id: number, versionId: number | null, state: SequenceState) =>
  tx.raw(
    `update sequence_enrollments set version_id = $2, status = $3, step = $4, due_at = $5, held_since = $6, reason = $7,
       note = $8, version = version + 1 where id = $1`,
    [id, versionId, state.stage, state.step, timeOf(state.at), timeOf(state.since), state.reason, state.note],
  );

export interface NewSend {
  readonly enrollmentId: number;
  readonly step: number;
  readonly textId: number | null;
  readonly emailId: number | null;
  readonly decision: Decision;
  readonly at: Date;
}

export const insertSend = (tx: Tx, { enrollmentId, step, textId, emailId, decision, at }: NewSend) =>
  tx.raw(
    `insert into sequence_sends (account_id, enrollment_id, step, text_id, email_id, decision, at)
     values (app_account_id(), $1, $2, $3, $4, $5, $6)`,
    [enrollmentId, step, textId, emailId, JSON.stringify(decision), at],
  );

/** An entry of the contact's workflow log. */
export interface LogEntry {
  readonly contactId: number;
  readonly name: string;
  readonly step: string;
  readonly status: 'done' | 'waiting' | 'skipped' | 'failed';
  readonly message: string;
  readonly at: Date;
}

export const insertLog = (tx: Tx, { contactId, name, step, status, message, at }: LogEntry) =>
  tx.raw(
    `insert into workflow_logs (account_id, contact_id, workflow_name, step, status, message, at)
     values (app_account_id(), $1, $2, $3, $4, $5, $6)`,
    [contactId, name, step, status, message, at],
  );

export interface NewEnrollment {
  readonly triggerId: number;
  readonly contactId: number;
  readonly occasion: string;
  /** `null`: its occasion starts it. */
  readonly userId: number | null;
  readonly dueAt: Date;
  readonly at: Date;
}

/** Returns its id. `null`: the contact is in the sequence, or was for this occasion. */
export async function enroll(tx: Tx, of: NewEnrollment): Promise<number | null> {
  const rows = await tx.raw<{ id: number }>(
    `insert into sequence_enrollments (account_id, trigger_id, contact_id, enrolled_contact_id, occasion, user_id, due_at,
       created_at)
     select app_account_id(), $1, $2, $2, $3, $4, $5, $6
     where not exists (select from sequence_enrollments e where e.trigger_id = $1 and e.contact_id = $2
       and (e.occasion = $3 or e.status in ('waiting', 'held')))
     on conflict do nothing returning id`,
    [of.triggerId, of.contactId, of.occasion, of.userId, of.dueAt, of.at],
  );
  return rows[0]?.id ?? null;
}

// ---- outside of any account ------------------------------------------------

export const findDue = (pool: Pool, at: Date, mostOfAccount: number, most: number) =>
  outsideAccounts<{ account_id: number; id: number }>(
    pool,
    'select account_id, enrollment_id as id from find_due_enrollments($1, $2, $3)',
    [at, mostOfAccount, most],
  );

export const findDatedTriggers = (pool: Pool) =>
  outsideAccounts<{ account_id: number; trigger_id: number }>(
    pool,
    'select account_id, trigger_id from find_dated_triggers()',
  );
