import type { ListMeta } from '#contract/_wire.contract.ts';
import type { Query, Reply } from '#contract/endpoint.ts';
import type { FlowDefinition } from '#contract/workflows/definition.contract.ts';
import type { FlowDryRun, listDryRunContacts, listDryRuns } from '#contract/workflows/dry-runs.contract.ts';
import { placeWords } from '#rules/workflows/flow-words.ts';
import { audienceWords } from '#rules/workflows/audience-words.ts';
import { faultsOf } from '#rules/workflows/flow-problems.ts';
import { sql } from 'kysely';
import { writeAudit } from '../../../audit.ts';
import { type Tx, withAccount } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import { Refusal } from '../../../errors.ts';
import { dryRunStream, emitEvents, userStream } from '../../../events.ts';
import type { Identity } from '../../../identity.ts';
import type { Caller } from '../../../resource/table.ts';
import { seenBy } from '../../contacts/contact-visibility.ts';
import { allProblems, type Checked } from '../check-definition.ts';
import { OF_FLOWS } from '../visibility.ts';
import * as rows from './dry-runs.sql.ts';

/** Reports a dry run to its user and to everyone who follows it. */
export async function tellDryRun(tx: Tx, row: rows.DryRunFound, type: 'dry_run.progressed' | 'dry_run.changed') {
  const body = { type, dry_run: rows.toDryRun(row) };
  const streams = [dryRunStream(row.id), userStream(row.user_id)];
  await emitEvents(
    tx,
    row.account_id,
    streams.map((stream) => ({ stream, body })),
  );
}

/**
 * Queues leading those whom the trigger of a draft would take through it; its job finds them.
 * @throws {Refusal} `not_found`, `conflict` for damaged or incomplete steps.
 */
export const startDryRun = (
  deps: Deps,
  { identity, requestId }: Caller,
  flowId: number,
  replies: boolean,
): Promise<FlowDryRun> =>
  withAccount(deps.pool, identity, async (tx) => {
    const flow = await tx.one<Checked>(
      sql<Checked>`select r.definition, r.shared, r.business_unit_id from wf_flows r
        where r.id = ${flowId} and ${OF_FLOWS.seen(identity)} for no key update of r`,
    );
    if (flow === null) throw new Refusal('not_found', 'Workflow not found.');
    const { definition } = flow;
    if (faultsOf(definition).length > 0) throw new Refusal('conflict', 'The steps of this workflow are damaged.');
    const [problem] = await allProblems(deps, tx, identity, flow);
    if (problem !== undefined)
      throw new Refusal('conflict', `${placeWords(definition, problem.step_id)}: ${problem.message}`);
    const { trigger } = definition;
    const names = await namesOf(tx, trigger);
    const sentence = audienceWords(trigger, (id) => names.get(id) ?? null);
    const { userId, accountId } = identity;
    const id = await rows.insertDryRun(tx, { flowId, userId, definition, sentence, replies }, deps.now());
    await deps.jobs.enqueue(tx, 'workflows.dryRun', { accountId, dryRunId: id }, String(id));
    const subject = { subjectType: 'workflow', subjectId: flowId };
    await writeAudit(tx, identity, requestId, { action: 'workflow.dry_run', ...subject });
    const row = requireDryRun(await rows.findDryRun(tx, id));
    await tellDryRun(tx, row, 'dry_run.changed');
    return rows.toDryRun(row);
  });

async function namesOf(tx: Tx, { kind, ids }: FlowDefinition['trigger']): Promise<ReadonlyMap<number, string>> {
  const table = kind === 'tag_added' ? 'tags' : kind === 'status_changed' ? 'statuses' : null;
  if (table === null || ids.length === 0) return new Map();
  const found = await tx.raw<{ id: number; name: string }>(
    `select id, name from ${table} where id = any($1::bigint[])`,
    [ids],
  );
  return new Map(found.map(({ id, name }) => [id, name]));
}

const requireDryRun = (row: rows.DryRunFound | null): rows.DryRunFound => {
  if (row === null) throw new Refusal('not_found', 'Dry run not found.');
  return row;
};

/** @throws {Refusal} `not_found` */
export const readDryRun = ({ pool }: Pick<Deps, 'pool'>, identity: Identity, id: number): Promise<FlowDryRun> =>
  withAccount(pool, identity, async (tx) =>
    rows.toDryRun(requireDryRun(await rows.findVisibleDryRun(tx, id, identity.userId))),
  );

/** True when a user may follow a dry run. */
export const seesDryRun = ({ pool }: Pick<Deps, 'pool'>, identity: Identity, id: number): Promise<boolean> =>
  withAccount(pool, identity, async (tx) => (await rows.findVisibleDryRun(tx, id, identity.userId)) !== null);

const metaOf = ({ page, limit }: { readonly page: number; readonly limit: number }, total: number): ListMeta => ({
  current_page: page,
  limit,
  total_count: total,
  total_pages: Math.ceil(total / limit),
});

export const listDryRunsOf = (
  { pool }: Deps,
  identity: Identity,
  { running, flow_id: flowId, ...page }: Query<typeof listDryRuns>,
): Promise<Reply<typeof listDryRuns>> =>
  withAccount(pool, identity, async (tx) => {
    const asked = { userId: identity.userId, running: running === 'true', flowId };
    const found = await rows.findDryRuns(tx, asked, page);
    return { data: found.rows.map(rows.toDryRun), meta: metaOf(page, found.total) };
  });

/** @throws {Refusal} `not_found` */
export const listBehind = (
  { pool }: Deps,
  identity: Identity,
  id: number,
  asked: Query<typeof listDryRunContacts>,
): Promise<Reply<typeof listDryRunContacts>> =>
  withAccount(pool, identity, async (tx) => {
    requireDryRun(await rows.findVisibleDryRun(tx, id, identity.userId));
    const { data, total } = await rows.findBehind(tx, id, await seenBy(tx, identity), asked);
    return { data, meta: metaOf(asked, total) };
  });

/** @throws {Refusal} `not_found`, `conflict` when it has ended. */
export const cancelDryRun = (deps: Deps, { identity, requestId }: Caller, id: number): Promise<FlowDryRun> =>
  withAccount(deps.pool, identity, async (tx) => {
    requireDryRun(await rows.findVisibleDryRun(tx, id, identity.userId));
    const run = requireDryRun(await rows.lockDryRun(tx, id));
    if (run.status === 'cancelled') return rows.toDryRun(run);
    if (run.status !== 'queued' && run.status !== 'working')
      throw new Refusal('conflict', 'This dry run has already ended.');
    const subject = { subjectType: 'workflow', subjectId: run.flow_id };
    await writeAudit(tx, identity, requestId, { action: 'workflow.dry_run_cancelled', ...subject });
    const after = await rows.changeDryRun(tx, id, { status: 'cancelled', finished_at: deps.now() });
    await tellDryRun(tx, after, 'dry_run.changed');
    return rows.toDryRun(after);
  });
