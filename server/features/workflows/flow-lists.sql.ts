import type { FlowDefinition } from '#contract/workflows/definition.contract.ts';
import type { FlowHistoryRow, FlowRun } from '#contract/workflows.contract.ts';
import { placeWords } from '#rules/workflows/flow-words.ts';
import { sql } from 'kysely';
import type { Tx } from '../../db/tx.ts';
import type { Sql } from '../../resource/table.ts';

interface OfRun {
  readonly contact_id: number;
  readonly number: number;
  readonly contact: string;
  readonly version_number: number;
  readonly definition: FlowDefinition;
  readonly step: string;
}

const FROM = sql`wf_runs r join contacts c on c.id = r.contact_id join wf_versions v on v.id = r.version_id`;
const OF_RUN = sql`r.contact_id, c.number, trim(c.first_name || ' ' || c.last_name) as contact, v.number as version_number,
  v.definition`;

const shared = ({ contact_id: id, number, contact, version_number, definition, step }: OfRun) => ({
  contact: { id, number, name: contact },
  version_number,
  step: step === '' ? '' : placeWords(definition, step),
});

export interface Page {
  readonly page: number;
  readonly limit: number;
}

const metaOf = ({ page, limit }: Page, total: number) => ({
  current_page: page,
  limit,
  total_count: total,
  total_pages: Math.max(1, Math.ceil(total / limit)),
});

const countOf = async (tx: Tx, from: Sql): Promise<number> =>
  (await tx.one<{ count: number }>(sql<{ count: number }>`select count(*) from ${from}`))?.count ?? 0;

type RunFound = OfRun &
  Omit<FlowRun, 'contact' | 'next_at' | 'started_at'> & { readonly next_at: Date | null; readonly started_at: Date };

const selectRuns = (where: Sql, end: Sql) => sql<RunFound>`select r.id, ${OF_RUN}, r.status, r.paused, r.step,
    case when not r.paused then r.due_at end as next_at, r.reason, r.note, r.created_at as started_at
  from ${FROM} where ${where} ${end}`;

const runOf = ({ next_at: nextAt, started_at: startedAt, ...row }: RunFound): FlowRun => ({
  id: row.id,
  ...shared(row),
  status: row.status,
  paused: row.paused,
  next_at: nextAt?.toISOString() ?? null,
  reason: row.reason,
  note: row.note,
  started_at: startedAt.toISOString(),
});

/** Contacts in a workflow that the caller sees, the last to begin first. */
export async function findRuns(tx: Tx, flowId: number, seen: Sql, { running, ...page }: Page & { running: boolean }) {
  const under = running ? sql`and r.status in ('ready', 'waiting', 'held')` : sql``;
  const where = sql`r.flow_id = ${flowId} and c.deleted_at is null and ${seen} ${under}`;
  const end = sql`order by r.id desc limit ${page.limit} offset ${(page.page - 1) * page.limit}`;
  const found = await tx.all<RunFound>(selectRuns(where, end));
  return { data: found.map(runOf), meta: metaOf(page, await countOf(tx, sql`${FROM} where ${where}`)) };
}

export async function readRun(tx: Tx, id: number, seen: Sql): Promise<FlowRun | null> {
  const row = await tx.one<RunFound>(selectRuns(sql`r.id = ${id} and c.deleted_at is null and ${seen}`, sql``));
  return row === null ? null : runOf(row);
}

type StepFound = OfRun & Omit<FlowHistoryRow, 'contact' | 'at'> & { readonly at: Date };

/** What a workflow did with contacts that the caller sees, the last first. */
export async function findHistory(
  tx: Tx,
  flowId: number,
  seen: Sql,
  { contactId, ...page }: Page & { readonly contactId: number | undefined },
) {
  const one = contactId === undefined ? sql`` : sql`and r.contact_id = ${contactId}`;
  const from = sql`wf_steps s join wf_runs r on r.id = s.run_id join contacts c on c.id = r.contact_id
    join wf_versions w on w.id = r.version_id
    join wf_versions v on v.flow_id = r.flow_id and v.number = coalesce(s.version_number, w.number)
    where r.flow_id = ${flowId} and c.deleted_at is null and ${seen} ${one}`;
  const found = await tx.all<StepFound>(
    sql<StepFound>`select s.id, s.run_id, ${OF_RUN}, s.step, s.outcome, s.message, s.decision, s.at
      from ${from} order by s.id desc limit ${page.limit} offset ${(page.page - 1) * page.limit}`,
  );
  const data = found.map(
    (row): FlowHistoryRow => ({
      id: row.id,
      run_id: row.run_id,
      ...shared(row),
      outcome: row.outcome,
      message: row.message,
      decision: row.decision,
      at: row.at.toISOString(),
    }),
  );
  return { data, meta: metaOf(page, await countOf(tx, from)) };
}
