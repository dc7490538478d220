import type { Permission } from '#contract/access.contract.ts';
import type { JobChange } from '#contract/bulk.contract.ts';
import { reachOf } from '#rules/access/permissions.ts';
import type { Tx } from '../../db/tx.ts';
import { Refusal } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import { holdChoice } from '../contacts/change/contact-choices.ts';
import { findSeenFlow } from '../workflows/visibility.ts';
import { identityOf } from './caller.ts';
import type { BulkJobRow } from './bulk-job.ts';
import { findCallers } from './bulk-jobs.sql.ts';
import { type ChoiceAction, choiceId, choiceTable } from './bulk-plan.sql.ts';
import { findBulkTrigger } from './plan-for.ts';
import { holdsPool, holdTags } from './bulk-rows.sql.ts';

/** Permissions for a change and its undo. */
export const permissionFor = ({ action }: JobChange): Permission =>
  action === 'delete' || action === 'restore' ? 'contacts.delete' : 'contacts.write';

const GONE: Readonly<Record<ChoiceAction, string>> = {
  group: 'This group no longer exists.',
  status: 'This status no longer exists.',
  agentflow_status: 'This agentflow status no longer exists.',
  pool: "This pool no longer exists, or you don't hold it.",
};

const refuse = (field: string, message: string) => new Refusal('refused', message, { fields: { [field]: [message] } });

/**
 * Names of what a change gives; the rows stay until the transaction ends.
 * @throws {Refusal} `refused` by field when something is not there, or not theirs to give.
 */
export async function requireGiven(tx: Tx, giver: Identity, change: JobChange): Promise<string[]> {
  if (change.action === 'delete' || change.action === 'restore' || change.action === 'do_not_call') return [];
  if (change.action === 'tags') {
    const wanted = new Set(change.tag_ids);
    if (wanted.size === 0 && change.mode !== 'replace') throw refuse('tag_ids', 'Choose at least one tag.');
    if (change.do_not_call === true && (change.mode === 'remove' || wanted.size === 0)) {
      throw refuse('do_not_call', 'Do Not Call is recorded with tags that contacts get.');
    }
    const held = await holdTags(tx, [...wanted]);
    if (held.length < wanted.size) throw refuse('tag_ids', 'One of these tags no longer exists.');
    return held.map(({ name }) => name);
  }
  if (change.action === 'campaign') {
    const trigger = await findBulkTrigger(tx, giver, change.campaign_trigger_id);
    if (trigger === null) throw refuse('campaign_trigger_id', 'Campaign trigger not found.');
    return [trigger.name];
  }
  if (change.action === 'workflow' || change.action === 'workflow_move') {
    const found = await findSeenFlow(tx, giver, change.workflow_id);
    if (found === null) throw refuse('workflow_id', 'Workflow not found.');
    if (change.action === 'workflow_move') {
      if (!found.editable)
        throw new Refusal('access_denied', 'Only those who may change the workflow move its contacts.');
      return [found.name];
    }
    if (found.status !== 'on') throw refuse('workflow_id', 'This workflow is off. Turn it on first.');
    return [found.name];
  }
  const id = choiceId(change);
  if (id === null) return [];
  const found = await holdChoice(tx, giver, choiceTable(change.action), id);
  const isTheirs =
    change.action !== 'pool' ||
    reachOf(giver.roles) === 'account' ||
    (found !== null && (await holdsPool(tx, giver.userId, id)));
  if (found === null || !isTheirs) throw refuse(`${change.action}_id`, GONE[change.action]);
  return [found.name];
}

/** Current identity of a job's owner, limited to the rights of the user who signed in. */
export const callerOf = async (tx: Tx, job: BulkJobRow): Promise<Identity> =>
  identityOf(job, await findCallers(tx, job.id));
