import type { Endpoint } from '#contract/endpoint.ts';
import { canaryOf } from './canaries.ts';
import type { Question, Verdict } from './kinds.ts';
import type { Actor, MatrixWorld, Relation, Somebody } from './matrix-world.ts';
import { contact, ownerOf, textOf, type Thing, UNKNOWN } from './things.ts';

const DEFINITION = {
  trigger: { kind: 'manual', ids: [], imported: false, days: 90 },
  goal: { kind: 'none', ids: [] },
  steps: [{ kind: 'wait', id: 's1', under: '', count: 1, unit: 'day' }],
};

/** Somebody's own row of a table. */
const ownedIn =
  (table: 'wf_flows' | 'wf_templates') =>
  async (world: MatrixWorld, actor: Actor, relation: Relation, state = ''): Promise<Thing> => {
    if (relation === 'unknown') return UNKNOWN;
    const owner = ownerOf(actor, relation);
    const id = await world.one(
      `insert into ${table} (account_id, user_id, business_unit_id, name, description, definition)
       select $1, u.id, u.business_unit_id, $3, $3, $4 from users u where u.id = $2`,
      [owner.accountId, owner.id, textOf(owner), JSON.stringify(DEFINITION)],
    );
    if (state === 'on') await turnOn(world, owner, id);
    if (state === 'versions') for (const number of [1, 2]) await pinned(world, owner, id, number);
    return { id, row: { table, id } };
  };

async function turnOn(world: MatrixWorld, owner: Somebody, flowId: number): Promise<void> {
  const version = await pinned(world, owner, flowId);
  await world.it.owner.query(`update wf_flows set status = 'on', live_version_id = $2 where id = $1`, [
    flowId,
    version,
  ]);
}

const pinned = (world: MatrixWorld, owner: Somebody, flowId: number, number = 1) =>
  world.one(
    `insert into wf_versions (account_id, flow_id, number, definition, created_at) values ($1, $2, $4, $3, now())`,
    [
      owner.accountId,
      flowId,
      JSON.stringify({
        ...DEFINITION,
        steps: [{ kind: 'follow_up', id: 's1', under: '', title: textOf(owner), days: 1 }],
      }),
      number,
    ],
  );

/** A category, which all users of an account see. */
async function category(world: MatrixWorld, actor: Actor, relation: Relation): Promise<Thing> {
  if (relation === 'unknown') return UNKNOWN;
  const owner = ownerOf(actor, relation);
  const name = `${canaryOf(owner.tenant, 'shared')} ${(named += 1)}`;
  const id = await world.one('insert into wf_categories (account_id, name) values ($1, $2)', [owner.accountId, name]);
  return { id, row: { table: 'wf_categories', id } };
}

let named = 0;

/** A contact in a workflow of the asker. */
async function run(world: MatrixWorld, actor: Actor, relation: Relation): Promise<Thing> {
  if (relation === 'unknown') return UNKNOWN;
  const owner = ownerOf(actor, relation);
  const of = await contact(world, actor, relation, '');
  const flow = await ownedIn('wf_flows')(world, actor, FOREIGN.includes(relation) ? relation : 'own');
  const version = await pinned(world, owner, flow.id);
  const id = await world.one(
    `insert into wf_runs (account_id, flow_id, version_id, contact_id, entered_contact_id, occasion, step, due_at, note,
       revision, created_at)
     values ($1, $2, $3, $4, $4, 'manual:1', 's1', now() + interval '1 day', $5, 1, now())`,
    [owner.accountId, flow.id, version, of.id, textOf(owner)],
  );
  await world.it.owner.query(
    `insert into wf_steps (account_id, run_id, revision, step, outcome, message, at) values ($1, $2, 0, 's1', 'waiting', $3, now())`,
    [owner.accountId, id, textOf(owner)],
  );
  return { id, row: { table: 'wf_runs', id } };
}

/** A dry run with one contact, led through. */
async function dryRun(world: MatrixWorld, actor: Actor, relation: Relation, state = ''): Promise<Thing> {
  if (relation === 'unknown') return UNKNOWN;
  const owner = ownerOf(actor, relation);
  const of = await contact(world, actor, relation, '');
  const flow = await ownedIn('wf_flows')(world, actor, relation);
  const id = await world.one(
    `insert into wf_dry_runs (account_id, flow_id, user_id, definition, sentence, replies, status, total, done, created_at)
     values ($1, $2, $3, $4, $5, false, $6, 1, 1, now())`,
    [owner.accountId, flow.id, owner.id, JSON.stringify(DEFINITION), textOf(owner), state],
  );
  await world.it.owner.query(
    `insert into wf_dry_run_steps (account_id, dry_run_id, contact_id, step, outcome, reason, message, at)
     values ($1, $2, $3, 's1', 'done', '', $4, now())`,
    [owner.accountId, id, of.id, textOf(owner)],
  );
  return { id, row: { table: 'wf_dry_runs', id } };
}

const FOREIGN: readonly Relation[] = ['otherAccount', 'assigned', 'unknown'];
const relations: readonly Relation[] = ['own', 'downline', 'peer', 'upline', 'otherUnit', ...FOREIGN];

const isForeign = ({ actor, relation }: Question): boolean =>
  FOREIGN.includes(relation) && !(relation === 'assigned' && actor.tenant === 'z');

/** One's own, and those of the unit or account where the role reaches so far. */
function ofAuthor(question: Question): Verdict {
  const { actor, relation } = question;
  if (isForeign(question)) return 'absent';
  if (relation === 'own' || actor.visibility === 'account') return 'open';
  return actor.visibility === 'unit' && ['downline', 'peer', 'upline'].includes(relation) ? 'open' : 'absent';
}

/** As contacts. */
function ofContact(question: Question): Verdict {
  return question.relation === 'downline' && !isForeign(question) ? 'open' : ofAuthor(question);
}

const ofAccount = (question: Question): Verdict => (isForeign(question) ? 'absent' : 'open');

/** Calls that name versions. */
const VERSIONED = /\/(versions|moves)$/;

/** Calls that take only a workflow that is on. */
const STARTING: readonly string[] = ['startWorkflow', 'startWorkflowOfGroup', 'readSelectedItems'];

export const WORKFLOW_KINDS = {
  workflow: {
    relations,
    verdict: ofAuthor,
    make: ownedIn('wf_flows'),
    stateFor: ({ name, path }: Endpoint) => (STARTING.includes(name) ? 'on' : VERSIONED.test(path) ? 'versions' : ''),
  },
  workflowTemplate: { relations, verdict: ofAuthor, make: ownedIn('wf_templates') },
  workflowCategory: { relations: ['own', ...FOREIGN], verdict: ofAccount, make: category },
  /** Rows of the caller and their downline; business units don't widen them. */
  dryRun: {
    relations,
    verdict: ({ relation }: Question): Verdict => (relation === 'own' || relation === 'downline' ? 'open' : 'absent'),
    make: dryRun,
    stateFor: ({ path }: Endpoint) => (path.endsWith('/cancel') ? 'working' : 'complete'),
  },
  workflowRun: { relations, verdict: ofContact, make: run },
} as const;
