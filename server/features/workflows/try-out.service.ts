import { sql } from 'kysely';
import type { Body, Reply } from '#contract/endpoint.ts';
import type { FlowDefinition, FlowStep } from '#contract/workflows/definition.contract.ts';
import type { TrialStep, workflowFlows } from '#contract/workflows.contract.ts';
import { contactName } from '#rules/contacts/contact-name.ts';
import { faultsOf } from '#rules/workflows/flow-problems.ts';
import { entered, planOf, stepOf, take, type Taken } from '#rules/workflows/flow-run.ts';
import { placeWords } from '#rules/workflows/flow-words.ts';
import { withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import { deciderFor } from '../compliance/may-be-reached.ts';
import { requireLiveContact } from '../contacts/contacts.service.ts';
import { findReached } from '../sequences/reached-contact.ts';
import { answersOf, lotOf } from './answers.ts';
import { findFacts } from './runs.sql.ts';
import { OF_FLOWS } from './visibility.ts';

/** Looks at steps at most. Ours: hours can hold a step only a few times in a month. */
const MOST_LOOKS = 300;

const DOES: Partial<Readonly<Record<FlowStep['kind'], string>>> = {
  text: 'Would text.',
  email: 'Would e-mail.',
  tag: 'Would change the tags.',
  status: 'Would set the status.',
  assign: 'Would assign the contact.',
  follow_up: 'Would set the follow-up.',
  start_flow: 'Would start the workflow.',
  webhook: 'Would send the webhook.',
};

/**
 * Takes a contact through the draft of a workflow by the rules of the engine, with a clock that jumps from step to step.
 * @throws {Refusal} `not_found`, `conflict` for a deleted contact.
 */
export const tryOut = (
  deps: Deps,
  identity: Identity,
  id: number,
  { contact_id: contactId, replies }: Body<typeof workflowFlows.tryOut>,
): Promise<Reply<typeof workflowFlows.tryOut>> =>
  withAccount(deps.pool, identity, async (tx) => {
    const flow = await tx.one<{ definition: FlowDefinition }>(
      sql`select r.definition from wf_flows r where r.id = ${id} and ${OF_FLOWS.seen(identity)}`,
    );
    if (flow === null) throw new Refusal('not_found', 'Workflow not found.');
    const { definition } = flow;
    if (faultsOf(definition).length > 0) throw new Refusal('conflict', 'The steps of this workflow are damaged.');
    const stored = await requireLiveContact(tx, identity, contactId, false);
    const contact = (await findReached(tx, [contactId])).get(contactId);
    if (contact === undefined) throw new Error('a contact is gone');
    const begin = deps.now();
    const decider = await deciderFor(tx, deps.seal, contact, begin);
    const facts = await findFacts(tx, contactId);
    const plan = planOf(definition);
    const steps: TrialStep[] = [];
    let state = entered(begin.getTime());
    for (let looks = 0; looks < MOST_LOOKS && state.at !== null; looks += 1) {
      const at = new Date(Math.max(state.at, begin.getTime()));
      const step = stepOf(plan, state);
      if (step === null) break;
      const decide = (channel: 'text' | 'mail') => Promise.resolve(decider({ channel, purpose: 'automated', at }));
      const lot = lotOf(contactId, step.id);
      const answers = await answersOf(tx, { step, contact, facts, since: state.since, lot, at, decide });
      const taken = take(plan, state, { ...answers, replied: replies }, at.getTime());
      steps.push({
        step_id: step.id,
        step: placeWords(definition, step.id),
        at: at.toISOString(),
        message: wordsOf(step, taken),
      });
      state = taken.state;
    }
    const name = contactName(stored) || `#${stored.number}`;
    return {
      data: {
        contact: { id: contactId, number: stored.number, name },
        steps,
        ends: state.stage === 'done' ? 'The workflow ends.' : state.note || 'The workflow continues.',
      },
    };
  });

const wordsOf = ({ kind }: FlowStep, { acts, message }: Taken): string => (acts ? (DOES[kind] ?? message) : message);
