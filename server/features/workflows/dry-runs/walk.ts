import type { Decision } from '#contract/compliance.contract.ts';
import type { FlowDefinition, FlowStep } from '#contract/workflows/definition.contract.ts';
import { ended, entered, type FlowPlan, type FlowState, stepOf, take, type Taken } from '#rules/workflows/flow-run.ts';
import { isDatabaseAway, isLockConflict } from '../../../db/database-away.ts';
import type { Tx } from '../../../db/tx.ts';
import { type CampaignSent, deciderFor } from '../../compliance/may-be-reached.ts';
import type { ReachedContact } from '../../sequences/reached-contact.ts';
import { preparePart, type SendUse } from '../../sequences/send-part.ts';
import { answersOf, isAtGoal, lotOf, partOf } from '../answers.ts';
import { type Facts, findFacts } from '../runs.sql.ts';
import { skipReason } from '../skip-reason.ts';

/** Looks at steps at most. Ours: hours can hold a step only a few times in a month. */
const MOST_LOOKS = 300;

export interface Walk {
  readonly accountId: number;
  readonly flowId: number;
  readonly definition: FlowDefinition;
  readonly plan: FlowPlan;
  readonly contact: ReachedContact;
  readonly begin: Date;
  /** They reply wherever the workflow waits for it. */
  readonly replies: boolean;
}

export interface Look {
  readonly step: FlowStep;
  readonly at: Date;
  /** `null`: the step asks no one. */
  readonly decision: Decision | null;
  readonly taken: Taken;
}

export interface Walked {
  readonly looks: readonly Look[];
  readonly state: FlowState;
}

/** An error at a step, which keeps this contact from being led on. */
export class StepFailure extends Error {
  override readonly name = 'StepFailure';
  readonly step: string;
  readonly at: Date;

  constructor(step: string, at: Date, cause: unknown) {
    super(`step ${step} failed`, { cause });
    this.step = step;
    this.at = at;
  }
}

/**
 * Leads a contact through a definition by the rules of the engine, with a clock that jumps from look to look. It reads
 * only. What its own steps would change counts for the goal and for the messages of a day; conditions see the contact as stored.
 * @throws {StepFailure}
 */
export async function walk(
  use: SendUse,
  tx: Tx,
  { accountId, flowId, definition, plan, contact, begin, replies }: Walk,
): Promise<Walked> {
  const decider = await deciderFor(tx, use.seal, contact, begin);
  const sent: CampaignSent[] = [];
  const looks: Look[] = [];
  let facts = await findFacts(tx, contact.id);
  let state = entered(begin.getTime());
  while (looks.length < MOST_LOOKS && state.at !== null) {
    const at = new Date(Math.max(state.at, begin.getTime()));
    if (isAtGoal(definition, begin, facts)) return { looks, state: ended(state, 'goal', 'The goal is reached.') };
    const step = stepOf(plan, state);
    if (step === null) break;
    const part = partOf(step);
    const decide = (channel: 'text' | 'mail') => Promise.resolve(decider({ channel, purpose: 'automated', at }, sent));
    const lookAt = async (from: FlowState) => {
      const lot = lotOf(flowId, contact.id, step.id);
      const answers = await answersOf(tx, { step, contact, facts, since: from.since, lot, at, decide });
      const ready =
        part !== null && answers.decision?.allowed === true
          ? await preparePart(use, tx, { accountId, contact, ...part, at })
          : null;
      const missing = typeof ready === 'string' ? ready : null;
      const taken = take(plan, from, { ...answers, missing, replied: replies }, at.getTime());
      const why = taken.acts ? await skipReason(tx, step, contact, at) : null;
      const told: Taken = why === null ? taken : { ...taken, outcome: 'skipped', acts: false, message: why };
      return { missing, look: { step, at, decision: answers.decision, taken: told } };
    };
    const { missing, look } = await lookAt(state).catch((error: unknown) => {
      throw isDatabaseAway(error) || isLockConflict(error) ? error : new StepFailure(step.id, at, error);
    });
    const { taken } = look;
    looks.push(look);
    state = taken.state;
    // Only a person ends such a wait.
    if (missing !== null) break;
    if (taken.acts) {
      facts = changedBy(step, facts);
      if (part !== null) sent.push({ channel: part.channel === 'sms' ? 'text' : 'mail', at: at.toISOString() });
    }
    if (step.kind === 'wait_reply' && taken.outcome === 'done' && replies) facts = { ...facts, replied_at: at };
  }
  return { looks, state };
}

function changedBy(step: FlowStep, facts: Facts): Facts {
  if (step.kind === 'status') return { ...facts, status_id: step.status_id };
  if (step.kind !== 'tag' || step.tag_id === null) return facts;
  const others = facts.tag_ids.filter((id) => id !== step.tag_id);
  return { ...facts, tag_ids: step.action === 'add' ? [...others, step.tag_id] : others };
}
