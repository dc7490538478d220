import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Body, Query, Reply } from '#contract/endpoint.ts';
import {
  type Flow,
  type FlowRun,
  workflowCategories,
  workflowFlows,
  workflowTemplates,
} from '#contract/workflows.contract.ts';
import { reachOf } from '#rules/access/permissions.ts';
import { placeWords } from '#rules/workflows/flow-words.ts';
import { writeAudit } from '../../audit.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal, refuseField } from '../../errors.ts';
import { accountStream } from '../../events.ts';
import type { Identity } from '../../identity.ts';
import { createRow, listRows, readRow, tellChange, updateRow } from '../../resource/resource.service.ts';
import type { Caller, Stored, Values } from '../../resource/table.ts';
import { emitContactsChanged } from '../contacts/contact-events.ts';
import { seenIn } from '../contacts/contact-visibility.sql.ts';
import { seenBy } from '../contacts/contact-visibility.ts';
import { requireLiveContact } from '../contacts/contacts.service.ts';
import { lockContacts } from '../contacts/lock-contacts.sql.ts';
import { allProblems, type Checked } from './check-definition.ts';
import { findHistory, findRuns, readRun } from './flow-lists.sql.ts';
import {
  findFlow,
  findRun,
  insertRun,
  isFor,
  insertSteps,
  nameOf,
  type RunRow,
  stopThese,
  writeRuns,
} from './runs.sql.ts';
import { changeable, OF_FLOWS, tellFlow } from './visibility.ts';
import { CATEGORIES, FLOWS, TEMPLATES } from './workflow-tables.ts';
import { movedOn } from './moved-on.ts';

const unknown = () => new Refusal('not_found', 'Workflow not found.');

/** A row as the contract has it. */
const dated = (row: Stored): Stored => ({ ...row, updated_at: (row['updated_at'] as Date).toISOString() });

export const rowsOf = (rows: readonly Stored[]): Stored[] => rows.map(dated);

/** A workflow with what keeps it from being turned on. */
async function withProblems(deps: Deps, identity: Identity, row: Stored): Promise<Flow> {
  const problems = await withAccount(deps.pool, identity, (tx) => allProblems(deps, tx, identity, row as FlowStored));
  return { ...dated(row), problems } as unknown as Flow;
}

/** @throws {Refusal} `not_found` */
export const readFlow = async (deps: Deps, identity: Identity, id: number): Promise<Flow> =>
  withProblems(deps, identity, await readRow(deps, identity, workflowFlows, FLOWS, id));

/** @throws {Refusal} `refused` by field. */
export async function createFlow(
  deps: Deps,
  caller: Caller,
  { template_id: template, from_id: from, ...body }: Values,
) {
  const { identity } = caller;
  const copied = {
    ...(template !== undefined && { definition: await templateOf(deps, identity, Number(template)) }),
    ...(from !== undefined && { definition: await draftOf(deps, identity, Number(from)) }),
  };
  const row = await createRow(deps, caller, workflowFlows, FLOWS, { ...copied, ...body });
  return withProblems(deps, caller.identity, row);
}

const draftOf = (deps: Deps, identity: Identity, id: number): Promise<unknown> =>
  withAccount(deps.pool, identity, async (tx) => {
    const found = await tx.one<{ definition: unknown }>(
      sql`select r.definition from wf_flows r where r.id = ${id} and ${OF_FLOWS.seen(identity)}`,
    );
    if (found === null) throw refuseField('from_id', 'Workflow not found.');
    return found.definition;
  });

async function templateOf(deps: Deps, identity: Identity, id: number): Promise<unknown> {
  const found = await withAccount(deps.pool, identity, (tx) =>
    tx.one<{ definition: unknown }>(
      sql`select r.definition from wf_templates r where r.id = ${id} and ${OF_FLOWS.seen(identity)}`,
    ),
  );
  if (found === null) throw refuseField('template_id', 'Workflow template not found.');
  return found.definition;
}

/** @throws {Refusal} `not_found`, `access_denied`, `conflict` for another draft, `refused` by field. */
export const updateFlow = async (deps: Deps, caller: Caller, id: number, body: Values): Promise<Flow> =>
  withProblems(deps, caller.identity, await updateRow(deps, caller, workflowFlows, FLOWS, { id, body }));

export type FlowStored = Stored & Checked & { readonly editable: boolean };

/** A workflow that the caller may change. @throws {Refusal} `not_found`, `access_denied`. */
export async function requireFlow(tx: Tx, identity: Identity, id: number, lock: boolean): Promise<FlowStored> {
  const row = await tx.one<FlowStored>(
    sql<FlowStored>`select r.*, ${changeable(identity)} as editable from wf_flows r
      where r.id = ${id} and ${OF_FLOWS.seen(identity)} ${lock ? sql`for no key update of r` : sql``}`,
  );
  if (row === null) throw unknown();
  if (!row.editable) throw new Refusal('access_denied', 'This workflow is shared: an administrator changes it.');
  return row;
}

/**
 * Turns a workflow on with its draft as the version of new contacts, or pauses it with all its contacts.
 * @throws {Refusal} `not_found`, `access_denied`, `refused` with the step that isn't complete.
 */
export async function activateFlow(deps: Deps, caller: Caller, id: number, active: boolean): Promise<Flow> {
  const { identity, requestId } = caller;
  await withAccount(deps.pool, identity, async (tx) => {
    const flow = await requireFlow(tx, identity, id, true);
    const at = deps.now();
    let version: number | null = null;
    if (active) {
      const [problem] = await allProblems(deps, tx, identity, flow);
      if (problem !== undefined)
        throw refuseField('definition', `${placeWords(flow.definition, problem.step_id)}: ${problem.message}`);
      version = await pinVersion(tx, id, at);
    } else {
      if (flow['status'] !== 'on') throw new Refusal('conflict', 'This workflow is off already.');
      await tx.raw(`update wf_flows set status = 'paused', live_since = null where id = $1`, [id]);
    }
    const detail = { name: flow['name'], active, ...(version !== null && { version }) };
    await writeAudit(tx, identity, requestId, {
      action: active ? 'workflow.activated' : 'workflow.paused',
      subjectType: 'workflow',
      subjectId: id,
      detail,
    });
    await tellFlow(tx, identity.accountId, flow);
  });
  return readFlow(deps, identity, id);
}

/** The version of the draft: the last one if it is the same, or a new one. */
async function pinVersion(tx: Tx, id: number, at: Date): Promise<number> {
  const [pinned] = await tx.raw<{ id: number; number: number }>(
    `with draft as (select definition from wf_flows where id = $1), last as (
       select id, number, definition from wf_versions where flow_id = $1 order by number desc limit 1
     ), made as (
       insert into wf_versions (account_id, flow_id, number, definition, created_at)
       select app_account_id(), $1, coalesce((select number from last), 0) + 1, definition, $2 from draft
       where not exists (select from last where last.definition = draft.definition) returning id, number
     )
     select id, number from made union all
     select last.id, last.number from last, draft where last.definition = draft.definition`,
    [id, at],
  );
  if (pinned === undefined) throw new Error('the draft of a workflow has no version');
  await tx.raw(
    `update wf_flows set status = 'on', live_version_id = $2, live_trigger = definition -> 'trigger',
       live_since = coalesce(case when status = 'on' and live_trigger = definition -> 'trigger' then live_since end, $3) where id = $1`,
    [id, pinned.id, at],
  );
  return pinned.number;
}

/** @throws {Refusal} `not_found`, `access_denied` */
export const activateTemplate = (deps: Deps, caller: Caller, id: number, active: boolean): Promise<Stored> =>
  updateRow(deps, caller, workflowTemplates, TEMPLATES, { id, body: { active } });

const seenContacts = async (tx: Tx, identity: Identity) => seenIn(await seenBy(tx, identity));

export async function requireSeen(tx: Tx, identity: Identity, id: number): Promise<void> {
  const row = await tx.one(sql`select from wf_flows r where r.id = ${id} and ${OF_FLOWS.seen(identity)}`);
  if (row === null) throw unknown();
}

/** @throws {Refusal} `not_found` */
export const listRuns = (
  deps: Deps,
  identity: Identity,
  id: number,
  { running, ...page }: Query<typeof workflowFlows.runs>,
): Promise<Reply<typeof workflowFlows.runs>> =>
  withAccount(deps.pool, identity, async (tx) => {
    await requireSeen(tx, identity, id);
    return findRuns(tx, id, await seenContacts(tx, identity), { ...page, running: running === 'true' });
  });

/** @throws {Refusal} `not_found` */
export const listHistory = (
  deps: Deps,
  identity: Identity,
  id: number,
  { contact_id: contactId, ...page }: Query<typeof workflowFlows.history>,
): Promise<Reply<typeof workflowFlows.history>> =>
  withAccount(deps.pool, identity, async (tx) => {
    await requireSeen(tx, identity, id);
    return findHistory(tx, id, await seenContacts(tx, identity), { ...page, contactId });
  });

/** Starts a workflow for a contact. @throws {Refusal} `not_found`, `conflict` while it is off, or the contact is in it. */
export const startFlow = (
  deps: Deps,
  { identity, requestId }: Caller,
  id: number,
  contactId: number,
): Promise<FlowRun> =>
  withAccount(deps.pool, identity, async (tx) => {
    await requireSeen(tx, identity, id);
    const contact = await requireLiveContact(tx, identity, contactId);
    const flow = await findFlow(tx, id);
    if (flow?.status !== 'on') throw new Refusal('conflict', 'This workflow is off. Turn it on first.');
    if (!(await isFor(tx, id, contactId)))
      throw new Refusal('conflict', "This workflow isn't for contacts of this owner.");
    const at = deps.now();
    const occasion = `manual:${randomUUID()}`;
    const of = { flow, contactId, occasion, userId: identity.userId, depth: 0, dueAt: at, at };
    const runId = await insertRun(tx, of);
    if (runId === null) throw new Refusal('conflict', 'This contact is in the workflow already.');
    await writeAudit(tx, identity, requestId, {
      action: 'workflow.started',
      subjectType: 'contact',
      subjectId: contactId,
      detail: { workflow_id: id },
    });
    await emitContactsChanged(tx, identity.accountId, [contact]);
    const run = await readRun(tx, runId, sql`true`);
    if (run === null) throw new Error('a started workflow is gone');
    return run;
  });

/**
 * Changes how one contact goes through a workflow.
 * @throws {Refusal} `not_found`, `access_denied`, `conflict` once it has ended.
 */
export const changeRun = (
  deps: Deps,
  { identity, requestId }: Caller,
  id: number,
  { action }: Body<typeof workflowFlows.changeRun>,
): Promise<FlowRun> =>
  withAccount(deps.pool, identity, async (tx) => {
    const seen = await seenContacts(tx, identity);
    const found = await findRun(tx, id);
    if (found === null || (await readRun(tx, id, seen)) === null)
      throw new Refusal('not_found', 'No contact in this workflow found.');
    const flow = await requireFlow(tx, identity, found.flow_id, false);
    const contact = await requireLiveContact(tx, identity, found.contact_id, false);
    await lockContacts(tx, [contact.id]);
    const [run] = await tx.raw<RunRow>('select * from wf_runs where id = $1 for update', [id]);
    if (run === undefined || run.status === 'done' || run.status === 'ended')
      throw new Refusal('conflict', 'This workflow has already ended for the contact.');
    await apply(tx, run, action, { name: await nameOf(tx, identity.userId), at: deps.now() });
    const detail = { workflow: flow['name'], action };
    const subject = { subjectType: 'contact', subjectId: contact.id };
    await writeAudit(tx, identity, requestId, { action: 'workflow.run_changed', ...subject, detail });
    await emitContactsChanged(tx, identity.accountId, [contact]);
    const changed = await readRun(tx, id, seen);
    if (changed === null) throw new Error('a contact in a workflow is gone');
    return changed;
  });

async function apply(
  tx: Tx,
  run: RunRow,
  action: Body<typeof workflowFlows.changeRun>['action'],
  { name, at }: { readonly name: string; readonly at: Date },
): Promise<void> {
  switch (action) {
    case 'pause':
    case 'resume':
      await tx.raw('update wf_runs set paused = $2 where id = $1', [run.id, action === 'pause']);
      return;
    case 'now':
      await tx.raw('update wf_runs set due_at = $2, paused = false where id = $1', [run.id, at]);
      return;
    case 'stop':
      await stopThese(tx, [run.id], `Stopped by ${name}.`);
      return;
    default: {
      const state = await movedOn(tx, run, at);
      await writeRuns(tx, [{ id: run.id, state, hears: false }]);
      const skipped = {
        runId: run.id,
        revision: run.revision,
        step: run.step,
        outcome: 'skipped',
        message: `Skipped by ${name}.`,
        decision: null,
        textId: null,
        emailId: null,
        at,
      };
      await insertSteps(tx, [skipped]);
    }
  }
}

/** Saves categories in an order. @throws {Refusal} `refused` for an unknown one, or a name that is taken. */
export const placeCategories = async (
  deps: Deps,
  { identity, requestId }: Caller,
  { categories }: Body<typeof workflowCategories.place>,
): Promise<Stored[]> => {
  await withAccount(deps.pool, identity, async (tx) => {
    await tx.raw('select pg_advisory_xact_lock(hashtextextended($1, app_account_id()))', ['resource:wf_categories']);
    const ids: number[] = [];
    for (const { id, name } of categories) ids.push(await saveCategory(tx, id, name));
    // They take the places that they have among each other; others keep theirs.
    await tx.raw(
      `update wf_categories c set position = taken.position
       from (select id, row_number() over () as place from unnest($1::bigint[]) id) named
       join (select position, row_number() over (order by position, id) as place from wf_categories
             where id = any($1::bigint[])) taken using (place)
       where c.id = named.id`,
      [ids],
    );
    await writeAudit(tx, identity, requestId, {
      action: 'workflow_category.placed',
      subjectType: 'workflow_category',
      subjectId: ids[0] ?? 0,
      detail: { categories: ids.length },
    });
    await tellChange(tx, identity.accountId, workflowCategories, ids[0] ?? 0, [accountStream(identity.accountId)]);
  });
  return listRows(deps, identity, CATEGORIES, {});
};

async function saveCategory(tx: Tx, id: number | undefined, name: string | undefined): Promise<number> {
  const taken =
    name !== undefined &&
    (await tx.one(sql`select from wf_categories where lower(name) = lower(${name}) and id <> ${id ?? 0}`)) !== null;
  if (taken) throw refuseField('categories', `A workflow category “${name}” already exists.`);
  if (id === undefined && name === undefined) throw refuseField('categories', 'Enter a name for the new category.');
  const [row] =
    id === undefined
      ? await tx.raw<{ id: number }>(
          `insert into wf_categories (account_id, name, position)
           select app_account_id(), $1, coalesce(max(position), 0) + 1 from wf_categories returning id`,
          [name],
        )
      : await tx.raw<{ id: number }>('update wf_categories set name = coalesce($2, name) where id = $1 returning id', [
          id,
          name ?? null,
        ]);
  if (row === undefined) throw refuseField('categories', 'A workflow category is gone. Reload the page.');
  return row.id;
}

/** Business units in which the caller may create shared workflows. */
export const manageableUnits = (deps: Deps, identity: Identity) =>
  withAccount(deps.pool, identity, (tx) => {
    const reach = reachOf(identity.roles);
    if (reach === 'downline') return Promise.resolve([]);
    const unit = reach === 'account' ? null : identity.businessUnitId;
    return tx.raw<{ id: number; name: string }>(
      'select id, name from business_units where $1::bigint is null or id = $1 order by lower(name), id',
      [unit],
    );
  });
