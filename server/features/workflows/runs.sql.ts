import { sql } from 'kysely';
import type { Decision } from '#contract/compliance.contract.ts';
import type { FlowDefinition, FlowTrigger } from '#contract/workflows/definition.contract.ts';
import type { RunEnd } from '#contract/workflows.contract.ts';
import type { FlowState } from '#rules/workflows/flow-run.ts';
import type { Pool } from '../../db/pool.ts';
import { outsideAccounts, type Tx } from '../../db/tx.ts';
import type { CallerRow } from '../bulk/caller.ts';

export interface RunRow {
  readonly id: number;
  readonly flow_id: number;
  readonly version_id: number;
  readonly contact_id: number;
  readonly occasion: string;
  readonly depth: number;
  readonly status: FlowState['stage'];
  readonly paused: boolean;
  readonly step: string;
  readonly due_at: Date | null;
  readonly since: Date | null;
  readonly reason: RunEnd | '';
  readonly note: string;
  readonly revision: number;
  readonly created_at: Date;
}

const COLUMNS = `r.id, r.flow_id, r.version_id, r.contact_id, r.occasion, r.depth, r.status, r.paused, r.step, r.due_at, r.since,
  r.reason, r.note, r.revision, r.created_at`;

export async function findRun(tx: Tx, id: number): Promise<RunRow | null> {
  const [row] = await tx.raw<RunRow>(`select ${COLUMNS} from wf_runs r where r.id = $1`, [id]);
  return row ?? null;
}

/** Contacts of runs, before anything is locked. */
export const findContactsOf = (tx: Tx, ids: readonly number[]) =>
  tx.raw<{ id: number; contact_id: number }>('select id, contact_id from wf_runs where id = any($1::bigint[])', [ids]);

/** Locked, without those that another process has. Their contacts are locked before. */
export const lockRuns = (tx: Tx, ids: readonly number[]) =>
  tx.raw<RunRow>(
    `select ${COLUMNS} from wf_runs r where r.id = any($1::bigint[]) order by r.id for update skip locked`,
    [ids],
  );

export interface LiveFlow {
  readonly id: number;
  readonly name: string;
  readonly user_id: number;
  readonly business_unit_id: number | null;
  readonly shared: boolean;
  readonly status: 'draft' | 'on' | 'paused';
  readonly live_version_id: number | null;
  readonly live_trigger: FlowTrigger | null;
  readonly live_since: Date | null;
}

const byId = <Row extends { readonly id: number }>(rows: readonly Row[]): ReadonlyMap<number, Row> =>
  new Map(rows.map((row) => [row.id, row]));

export const findFlows = async (tx: Tx, ids: readonly number[]) =>
  byId(
    await tx.raw<LiveFlow>(
      `select id, name, user_id, business_unit_id, shared, status, live_version_id, live_trigger, live_since
       from wf_flows where id = any($1::bigint[])`,
      [ids],
    ),
  );

/**
 * Paused steps by workflow, of those workflows that have any. They are locked against a change, before contacts: who is held at a
 * step is written before that step is resumed, or isn't held.
 */
export async function lockPausedSteps(tx: Tx, runIds: readonly number[]) {
  const found = await tx.raw<{ id: number; steps: string[] }>(
    `select id, paused_steps as steps from wf_flows
     where id in (select flow_id from wf_runs where id = any($1::bigint[])) and paused_steps <> '{}' order by id for share`,
    [runIds],
  );
  return new Map(found.map(({ id, steps }) => [id, steps]));
}

/** Takes up those who wait at a paused step. */
export const resumeStep = (tx: Tx, flowId: number, step: string, at: Date) =>
  tx.raw(`update wf_runs set due_at = $3 where flow_id = $1 and step = $2 and status = 'held' and due_at is null`, [
    flowId,
    step,
    at,
  ]);

export const findFlow = async (tx: Tx, id: number): Promise<LiveFlow | null> =>
  (await findFlows(tx, [id])).get(id) ?? null;

/** True when a workflow is for the contacts of this one's owner. */
export async function isFor(tx: Tx, flowId: number, contactId: number): Promise<boolean> {
  const [row] = await tx.raw<{ fits: boolean }>(
    `select flow_is_for(f, c.owner_id, u.business_unit_id) as fits
     from wf_flows f, contacts c join users u on u.id = c.owner_id where f.id = $1 and c.id = $2`,
    [flowId, contactId],
  );
  return row?.fits ?? false;
}

/** The author of a workflow, who its changes are made as. */
export const findAuthor = (tx: Tx, userId: number) =>
  tx.raw<CallerRow>('select id as user_id, business_unit_id, roles, active from users where id = $1', [userId]);

/** Name of a user. */
export async function nameOf(tx: Tx, userId: number): Promise<string> {
  const [user] = await tx.raw<{ name: string }>('select name from names_of_people(array[$1::bigint])', [userId]);
  return user?.name ?? '';
}

export interface VersionRow {
  readonly number: number;
  readonly definition: FlowDefinition;
}

export const findVersions = async (tx: Tx, ids: readonly number[]) =>
  byId(
    await tx.raw<VersionRow & { id: number }>(
      'select id, number, definition from wf_versions where id = any($1::bigint[])',
      [ids],
    ),
  );

export async function findVersion(tx: Tx, id: number): Promise<VersionRow> {
  const row = (await findVersions(tx, [id])).get(id);
  if (row === undefined) throw new Error('a version of a workflow is gone');
  return row;
}

export const stateOf = ({ status, step, due_at: dueAt, since, reason, note }: RunRow): FlowState => ({
  stage: status,
  step,
  at: dueAt?.getTime() ?? null,
  since: since?.getTime() ?? null,
  reason,
  note,
});

const timeOf = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));

export interface WrittenRun {
  readonly id: number;
  readonly state: FlowState;
  /** A reply ends the wait. */
  readonly hears: boolean;
}

/** Writes where contacts are now. */
export const writeRuns = (tx: Tx, runs: readonly WrittenRun[]) =>
  tx.raw(
    `update wf_runs r set status = w.status, step = w.step, due_at = w.due_at, since = w.since, reason = w.reason,
       note = w.note, hears = w.hears, revision = r.revision + 1
     from unnest($1::bigint[], $2::text[], $3::text[], $4::timestamptz[], $5::timestamptz[], $6::text[], $7::text[], $8::boolean[])
       w(id, status, step, due_at, since, reason, note, hears) where r.id = w.id`,
    [
      runs.map(({ id }) => id),
      runs.map(({ state }) => state.stage),
      runs.map(({ state }) => state.step),
      runs.map(({ state }) => timeOf(state.at)),
      runs.map(({ state }) => timeOf(state.since)),
      runs.map(({ state }) => state.reason),
      runs.map(({ state }) => state.note),
      runs.map(({ hears }) => hears),
    ],
  );

export interface NewStep {
  readonly runId: number;
  readonly revision: number;
  readonly step: string;
  readonly outcome: string;
  readonly message: string;
  readonly decision: Decision | null;
  readonly textId: number | null;
  readonly emailId: number | null;
  readonly at: Date;
}

/** A step with its revision is written once: a second process that took it fails here, with all that it did. */
export const insertSteps = (tx: Tx, steps: readonly NewStep[]) =>
  tx.raw(
    `insert into wf_steps (account_id, run_id, revision, step, outcome, message, decision, text_id, email_id, at, version_number)
     select app_account_id(), s.*, (select v.number from wf_runs r join wf_versions v on v.id = r.version_id where r.id = s.run_id)
     from unnest($1::bigint[], $2::int[], $3::text[], $4::text[], $5::text[], $6::jsonb[],
       $7::bigint[], $8::bigint[], $9::timestamptz[]) s(run_id, revision, step, outcome, message, decision, text_id, email_id, at)`,
    [
      steps.map(({ runId }) => runId),
      steps.map(({ revision }) => revision),
      steps.map(({ step }) => step),
      steps.map(({ outcome }) => outcome),
      steps.map(({ message }) => message),
      steps.map(({ decision }) => (decision === null ? null : JSON.stringify(decision))),
      steps.map(({ textId }) => textId),
      steps.map(({ emailId }) => emailId),
      steps.map(({ at }) => at),
    ],
  );

export interface NewLog {
  readonly contactId: number;
  readonly name: string;
  readonly step: string;
  readonly status: string;
  readonly message: string;
  readonly at: Date;
}

export const insertLogs = (tx: Tx, logs: readonly NewLog[]) =>
  tx.raw(
    `insert into workflow_logs (account_id, contact_id, workflow_name, step, status, message, at)
     select app_account_id(), l.* from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::timestamptz[]) l`,
    [
      logs.map(({ contactId }) => contactId),
      logs.map(({ name }) => name),
      logs.map(({ step }) => step),
      logs.map(({ status }) => status),
      logs.map(({ message }) => message),
      logs.map(({ at }) => at),
    ],
  );

interface NewRun {
  readonly flow: LiveFlow;
  readonly contactId: number;
  readonly occasion: string;
  readonly userId: number | null;
  readonly depth: number;
  readonly dueAt: Date;
  readonly at: Date;
}

/** Returns its id. `null`: the contact is in the workflow, or was for this occasion. */
export async function insertRun(tx: Tx, { flow, contactId, occasion, userId, depth, dueAt, at }: NewRun) {
  const rows = await tx.raw<{ id: number }>(
    `insert into wf_runs (account_id, flow_id, version_id, contact_id, entered_contact_id, occasion, user_id, depth, due_at, created_at)
     select app_account_id(), $1, $2, $3, $3, $4, $5, $6, $7, $8
     where not exists (select from wf_runs r where r.flow_id = $1 and r.contact_id = $3
       and (r.occasion = $4 or r.status in ('ready', 'waiting', 'held')))
     on conflict do nothing returning id`,
    [flow.id, flow.live_version_id, contactId, occasion, userId, depth, dueAt, at],
  );
  return rows[0]?.id ?? null;
}

/** Those with an earlier run of the same contact, brought together by a merge, that is for the same or still runs. */
export async function findRepeated(tx: Tx, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await tx.raw<{ id: number }>(
    `select this.id from wf_runs this where this.id = any($1::bigint[]) and exists (select from wf_runs r
       where r.flow_id = this.flow_id and r.contact_id = this.contact_id and r.id < this.id
         and (r.occasion = this.occasion or r.status in ('ready', 'waiting', 'held')))`,
    [ids],
  );
  return new Set(rows.map(({ id }) => id));
}

/** What a step and the goal look at. */
export interface Facts {
  readonly dob: string | null;
  readonly follow_up_on: string | null;
  /** Effective days and last days of active policies and of those applied for. */
  readonly policy_days: { readonly effective: string[]; readonly expires: string[] };
  readonly status_id: number | null;
  readonly tag_ids: readonly number[];
  readonly unit: number;
  /** The last text from them that is no opt-out; `null`: none. */
  readonly replied_at: Date | null;
}

export const findFactsOf = async (tx: Tx, contactIds: readonly number[]) =>
  byId(
    await tx.raw<Facts & { id: number }>(
      `select c.id, c.dob::text, c.follow_up_on::text, c.status_id, c.tag_ids, u.business_unit_id as unit,
         (select jsonb_build_object('effective', coalesce(jsonb_agg(p.effective_on) filter (where p.effective_on is not null), '[]'),
             'expires', coalesce(jsonb_agg(p.expires_on) filter (where p.expires_on is not null), '[]'))
           from policies p where p.contact_id = c.id and p.deleted_at is null and p.status in ('applied', 'active'))
           as policy_days,
         (select max(t.created_at) from text_messages t
           where t.contact_id = c.id and t.direction = 'in' and t.asks is distinct from 'opt_out') as replied_at
       from contacts c join users u on u.id = c.owner_id where c.id = any($1::bigint[])`,
      [contactIds],
    ),
  );

export async function findFacts(tx: Tx, contactId: number): Promise<Facts> {
  const facts = (await findFactsOf(tx, [contactId])).get(contactId);
  if (facts === undefined) throw new Error('a contact is gone');
  return facts;
}

export async function matches(tx: Tx, contactId: number, scope: object): Promise<boolean> {
  const [row] = await tx.raw<{ found: boolean }>('select contact_matches($1, $2) as found', [
    contactId,
    JSON.stringify(scope),
  ]);
  return row?.found ?? false;
}

/** Contacts that a workflow is for and whom filters find, by id. */
export async function findAudience(
  tx: Tx,
  flowId: number,
  scope: object,
  { after, most }: { readonly after: number; readonly most: number },
): Promise<number[]> {
  const rows = await tx.raw<{ id: number }>('select contact_id as id from find_flow_audience($1, $2, $3, $4)', [
    flowId,
    JSON.stringify(scope),
    after,
    most,
  ]);
  return rows.map(({ id }) => id);
}

/** Instants of a schedule that are done. */
export const findOccurrences = (tx: Tx, flowId: number) =>
  tx.raw<{ at: Date }>('select at from wf_occurrences where flow_id = $1', [flowId]);

/** Notes that one is done; those of two days before are forgotten. */
export async function noteOccurrence(tx: Tx, flowId: number, at: Date): Promise<void> {
  await tx.raw(`delete from wf_occurrences where flow_id = $1 and at < $2::timestamptz - interval '2 days'`, [
    flowId,
    at,
  ]);
  await tx.raw(
    'insert into wf_occurrences (account_id, flow_id, at) values (app_account_id(), $1, $2) on conflict do nothing',
    [flowId, at],
  );
}

/** What this transaction starts knows how many workflows led to it. */
export const deepen = (tx: Tx, depth: number) =>
  tx.raw(`select set_config('app.flow_depth', $1, true)`, [String(depth)]);

/** Ends those of these runs that are under way. Their contacts are locked before. */
export const stopThese = (tx: Tx, ids: readonly number[], note: string) =>
  tx.raw<{ id: number; contact_id: number; owner_id: number }>(
    `with live as (
       select r.id, r.revision from wf_runs r where r.id = any($1::bigint[]) and r.status in ('ready', 'waiting', 'held')
       order by r.id for update
     ), stopped as (
       update wf_runs r set status = 'ended', reason = 'stopped', due_at = null, since = null, note = $2, revision = r.revision + 1
       from live where r.id = live.id returning r.id, r.contact_id, r.flow_id, r.step, r.version_id, live.revision
     ), told as (
       insert into workflow_logs (account_id, contact_id, workflow_name, status, message)
       select app_account_id(), s.contact_id, f.name, 'done', $2 from stopped s join wf_flows f on f.id = s.flow_id
     ), noted as (
       insert into wf_steps (account_id, run_id, revision, step, outcome, message, at, version_number)
       select app_account_id(), s.id, s.revision, s.step, 'ended', $2, clock_now(), v.number
       from stopped s join wf_versions v on v.id = s.version_id
     )
     select s.id, s.contact_id, c.owner_id from stopped s join contacts c on c.id = s.contact_id order by s.id`,
    [ids, note],
  );

export const findRunning = (tx: Tx, after: number, limit: number) =>
  tx.raw<{ id: number; contact_id: number }>(
    `select id, contact_id from wf_runs where status in ('ready', 'waiting', 'held') and id > $1 order by id limit $2`,
    [after, limit],
  );

export async function countRunning(tx: Tx): Promise<number> {
  const row = await tx.one<{ count: number }>(
    sql<{ count: number }>`select count(*) from wf_runs where status in ('ready', 'waiting', 'held')`,
  );
  return row?.count ?? 0;
}

// ---- outside of any account ------------------------------------------------

export const findDueRuns = (pool: Pool, at: Date, mostOfAccount: number, most: number) =>
  outsideAccounts<{ account_id: number; id: number }>(
    pool,
    'select account_id, run_id as id from find_due_flow_runs($1, $2, $3)',
    [at, mostOfAccount, most],
  );

export const findDatedFlows = (pool: Pool) =>
  outsideAccounts<{ account_id: number; flow_id: number }>(pool, 'select account_id, flow_id from find_dated_flows()');

export const findScheduledFlows = (pool: Pool) =>
  outsideAccounts<{ account_id: number; flow_id: number }>(
    pool,
    'select account_id, flow_id from find_scheduled_flows()',
  );
