import { sql } from 'kysely';
import type { Body, Reply } from '#contract/endpoint.ts';
import type { FlowDefinition, FlowStep } from '#contract/workflows/definition.contract.ts';
import type { workflowFlows } from '#contract/workflows.contract.ts';
import { contactName } from '#rules/contacts/contact-name.ts';
import { faultsOf } from '#rules/workflows/flow-problems.ts';
import { planOf, type Taken } from '#rules/workflows/flow-run.ts';
import { placeWords } from '#rules/workflows/flow-words.ts';
import { withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import { requireLiveContact } from '../contacts/contacts.service.ts';
import { findReached } from '../sequences/reached-contact.ts';
import { StepFailure, walk } from './dry-runs/walk.ts';
import { OF_FLOWS } from './visibility.ts';

const DOES: Partial<Readonly<Record<FlowStep['kind'], string>>> = {
  text: 'Would text.',
  email: 'Would e-mail.',
  tag: 'Would change the tags.',
  status: 'Would set the status.',
  assign: 'Would assign the contact.',
  follow_up: 'Would set the follow-up.',
  event: 'Would add the event to the calendar.',
  start_flow: 'Would start the workflow.',
  kit: 'Would assign the mailer kit.',
  draft: 'Would leave a draft.',
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
    const { looks, state } = await walk(deps, tx, {
      accountId: identity.accountId,
      flowId: id,
      definition,
      plan: planOf(definition),
      contact,
      begin: deps.now(),
      replies,
    }).catch((error: unknown) => {
      if (!(error instanceof StepFailure)) throw error;
      deps.log.error({ err: error, flow: id, contact: contactId }, 'a step could not be tried');
      throw new Refusal('conflict', `${placeWords(definition, error.step)} couldn't be tried: an error on our side.`);
    });
    const steps = looks.map(({ step, at, taken }) => ({
      step_id: step.id,
      step: placeWords(definition, step.id),
      at: at.toISOString(),
      message: wordsOf(step, taken),
    }));
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
