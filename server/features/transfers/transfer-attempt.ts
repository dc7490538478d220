import type { RuleCited } from '#contract/compliance/rule-cited.contract.ts';
import type { TransferAttempt, TransferReason, TransferStatus } from '#contract/transfers.contract.ts';

/** Skipped contacts by reason. */
export type ByReason = Readonly<Partial<Record<TransferReason, number>>>;

/** A transfer row, with the names of all users in it. */
export interface AttemptRow {
  id: number;
  account_id: number;
  user_id: number;
  actor_id: number;
  to_user_ids: number[];
  sentence: string;
  note: string;
  /** `null`: contacts without consent are skipped. */
  attested: string | null;
  /** `null`: no rule required consent. */
  rule: RuleCited | null;
  status: TransferStatus;
  failure: string | null;
  total: number;
  done: number;
  moved: number;
  unchanged: number;
  left_alone: number;
  by_reason: ByReason;
  reverting: boolean;
  reverted: boolean;
  /** User on whose behalf contacts are restored, and the signed-in user; `null` for none yet. */
  reverter_id: number | null;
  reverter_actor_id: number | null;
  /** Number of contacts in a partial revert; `null`: all. */
  revert_size: number | null;
  /** Number of them behind the cursor. */
  revert_done: number | null;
  revert_cursor: number;
  put_back: number;
  kept: number;
  rate: number;
  active_ms: number;
  version: number;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  updated_at: Date;
  people: { id: number; name: string }[];
}

/** The work is under way or waits for a worker. */
export const isUnderWay = ({ status }: Pick<AttemptRow, 'status'>): boolean =>
  status === 'queued' || status === 'processing' || status === 'cancelling';

export const toReasons = (byReason: ByReason): TransferAttempt['by_reason'] =>
  Object.entries(byReason)
    .map(([reason, contacts]) => ({ reason: reason as TransferReason, contacts }))
    .toSorted((a, b) => b.contacts - a.contacts || a.reason.localeCompare(b.reason));

/** The transfer as the wire has it. */
export function toAttempt(row: AttemptRow): TransferAttempt {
  const names = new Map(row.people.map(({ id, name }) => [id, name]));
  const person = (id: number) => ({ id, name: names.get(id) ?? '' });
  return {
    id: row.id,
    status: row.status,
    reverted: row.reverted,
    revert: row.reverting,
    updated_at: row.updated_at.toISOString(),
    user: person(row.user_id),
    actor: row.actor_id === row.user_id ? null : person(row.actor_id),
    to: row.to_user_ids.map(person),
    sentence: row.sentence,
    note: row.note,
    total: row.total,
    done: row.done,
    counts: { moved: row.moved, unchanged: row.unchanged, left: row.left_alone },
    by_reason: toReasons(row.by_reason),
    put_back: row.put_back + row.kept > 0 ? { put_back: row.put_back, kept: row.kept } : null,
    revert_part:
      row.reverting && row.revert_size !== null ? { asked: row.revert_size, done: row.revert_done ?? 0 } : null,
    consent: { rule: row.rule, attested: row.attested },
    failure: row.failure,
    rate: Math.round(row.rate * 10) / 10,
    active_ms: row.active_ms,
    created_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
    version: row.version,
  };
}
