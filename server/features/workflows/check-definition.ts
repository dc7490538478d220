import { sql } from 'kysely';
import type { FlowProblem } from '#contract/workflows.contract.ts';
import type { FlowDefinition, FlowStep } from '#contract/workflows/definition.contract.ts';
import { reachOf } from '#rules/access/permissions.ts';
import { lintTemplate, saysHowToStop } from '#rules/messages/lint-template.ts';
import { problemsOf } from '#rules/workflows/flow-problems.ts';
import type { Tx } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import { readMergeText } from '../../merge-text.ts';
import { holdChoice } from '../contacts/change/contact-choices.ts';
import { searchFilters } from '../contacts/list/contact-search.ts';
import { mayAssign } from '../mailer-kits/assignments.service.ts';
import { OF_FLOWS } from './visibility.ts';

const NO_OPT_OUT = 'The text needs opt-out wording, such as “Reply STOP to opt out.”';

type Message = Extract<FlowStep, { kind: 'text' | 'email' | 'draft' }>;

/** What is wrong with the words of a message; `null`: nothing. */
function badWords(step: Message): string | null {
  const channel = step.kind === 'email' ? 'email' : 'text';
  const subject = step.kind === 'email' ? step.subject : '';
  const notes = lintTemplate({ channel, subject, body: step.body, format: 'text' });
  const fault =
    notes.find(({ severity }) => severity === 'error')?.message ?? readMergeText(step.body, 'text').faults[0];
  if (fault !== undefined) return fault;
  return step.kind === 'text' && step.body !== '' && !saysHowToStop(step.body) ? NO_OPT_OUT : null;
}

/** What a filter of a condition can't be compared with. */
function badFilters(filters: Extract<FlowStep, { kind: 'condition' }>['filters'], year: number): string | null {
  try {
    const read = searchFilters({ search: filters } as unknown as Parameters<typeof searchFilters>[0], year);
    // One without a value would find everyone.
    return read.length < filters.length ? 'A filter has no value.' : null;
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

const isThere = async (tx: Tx, rows: ReturnType<typeof sql>): Promise<boolean> => (await tx.one(rows)) !== null;

function isTag(tx: Tx, id: number) {
  return isThere(tx, sql`select from tags where id = ${id}`);
}

function isOwner(tx: Tx, { roles, userId, businessUnitId }: Identity, id: number) {
  const reach = reachOf(roles);
  const within =
    reach === 'account'
      ? sql`true`
      : reach === 'businessUnit'
        ? sql`u.business_unit_id = ${businessUnitId}`
        : sql`u.id in (select descendant_id from user_tree where ancestor_id = ${userId})`;
  return isThere(tx, sql`select from users u where u.id = ${id} and u.active and (u.id = ${userId} or ${within})`);
}

/** What a step names and the user can't choose; `null`: nothing. */
async function unknownOf(
  deps: Pick<Deps, 'config'>,
  tx: Tx,
  identity: Identity,
  step: FlowStep,
): Promise<string | null> {
  switch (step.kind) {
    case 'tag':
      return step.tag_id === null || (await isTag(tx, step.tag_id)) ? null : 'This tag no longer exists.';
    case 'status': {
      const found = step.status_id === null || (await holdChoice(tx, identity, 'statuses', step.status_id)) !== null;
      return found ? null : 'This status no longer exists.';
    }
    case 'assign':
      return step.owner_id === null || (await isOwner(tx, identity, step.owner_id))
        ? null
        : "You can't assign contacts to this agent.";
    case 'kit':
      return step.kit_id === null || (await mayAssign(deps, tx, identity, step.kit_id))
        ? null
        : "You can't assign this mailer kit.";
    case 'start_flow': {
      const seen = OF_FLOWS.seen(identity);
      const found =
        step.flow_id === null ||
        (await isThere(tx, sql`select from wf_flows r where r.id = ${step.flow_id} and ${seen}`));
      return found ? null : 'This workflow no longer exists.';
    }
    default:
      return null;
  }
}

/** A workflow whose draft is checked. */
export interface Checked {
  readonly definition: FlowDefinition;
  readonly shared: boolean;
  /** `null`: the whole account, where it is shared. */
  readonly business_unit_id: number | null;
}

/** What a workflow of one business unit names and only another one has, by step. */
async function ofOtherUnits(tx: Tx, { definition, shared, business_unit_id: unit }: Checked): Promise<FlowProblem[]> {
  if (!shared || unit === null) return [];
  const { trigger, goal, steps } = definition;
  const named = [
    ...(trigger.kind === 'status_changed' ? trigger.ids : []).map((id) => ({ kind: 'status', step_id: null, id })),
    ...(goal.kind === 'status' ? goal.ids : []).map((id) => ({ kind: 'status', step_id: null, id })),
    ...steps.flatMap((step) => {
      if (step.kind === 'status') return [{ kind: 'status', step_id: step.id, id: step.status_id }];
      return step.kind === 'start_flow' ? [{ kind: 'workflow', step_id: step.id, id: step.flow_id }] : [];
    }),
  ];
  const idsOf = (kind: string) => named.flatMap((one) => (one.kind === kind && one.id !== null ? [one.id] : []));
  const foreign = await tx.raw<{ kind: string; id: number; message: string }>(
    `select 'status' as kind, s.id, format('The status “%s” isn''t available in %s.', s.name, u.name) as message
     from statuses s join business_units u on u.id = $1 and u.id <> s.business_unit_id where s.id = any($2::bigint[])
     union all
     select 'workflow', f.id, format('The workflow “%s” isn''t for %s.', f.name, u.name)
     from wf_flows f join business_units u on u.id = $1 and u.id <> f.business_unit_id where f.id = any($3::bigint[]) and f.shared`,
    [unit, idsOf('status'), idsOf('workflow')],
  );
  return named.flatMap(({ kind, step_id: step, id }) =>
    foreign.flatMap((one) => (one.kind === kind && one.id === id ? [{ step_id: step, message: one.message }] : [])),
  );
}

/** What keeps a workflow from being turned on, by step. */
export async function allProblems(
  deps: Pick<Deps, 'config' | 'now'>,
  tx: Tx,
  identity: Identity,
  flow: Checked,
): Promise<FlowProblem[]> {
  const { definition } = flow;
  const found = problemsOf(definition);
  const now = deps.now();
  for (const step of definition.steps) {
    const message =
      step.kind === 'text' || step.kind === 'email' || step.kind === 'draft'
        ? badWords(step)
        : step.kind === 'condition'
          ? badFilters(step.filters, now.getUTCFullYear())
          : await unknownOf(deps, tx, identity, step);
    if (message !== null && !found.some(({ step_id: id }) => id === step.id)) found.push({ step_id: step.id, message });
  }
  const { schedule } = definition.trigger;
  const bad = schedule === undefined ? null : badFilters(schedule.filters, now.getUTCFullYear());
  if (bad !== null) found.push({ step_id: null, message: bad });
  const kinds = { status_changed: 'statuses', tag_added: 'tags' } as const;
  const kind = kinds[definition.trigger.kind as keyof typeof kinds];
  for (const id of kind === undefined ? [] : definition.trigger.ids) {
    const there = kind === 'tags' ? await isTag(tx, id) : (await holdChoice(tx, identity, 'statuses', id)) !== null;
    if (!there) found.push({ step_id: null, message: 'The trigger names something that no longer exists.' });
  }
  const foreign = await ofOtherUnits(tx, flow);
  return [...found, ...foreign.filter(({ step_id: step }) => !found.some(({ step_id: id }) => id === step))];
}
