import { fromPromise } from 'xstate';
import {
  type BulkCheck,
  type BulkJob,
  type BulkReply,
  readSelectedItems,
  recordDoNotCallOfGroup,
  startSequenceOfGroup,
  startWorkflowOfGroup,
  updateGroupOfContacts,
  updatePoolOfGroup,
  updateStatusOfGroup,
  updateTagsOfGroup,
  deleteContacts,
  restoreContacts,
} from '#contract/bulk.contract.ts';
import type { ApiClient } from '../api/client.ts';
import { newIdempotencyKey } from '../api/idempotency-key.ts';
import { bulkMachine, type BulkWish } from '../machines/bulk/bulk.machine.ts';

function send(api: ApiClient, { selection, change }: BulkWish): Promise<BulkReply> {
  const idempotencyKey = newIdempotencyKey();
  switch (change.action) {
    case 'tags':
      return api.call(updateTagsOfGroup, {
        body: {
          ...selection,
          tag_ids: change.tag_ids,
          mode: change.mode,
          ...(change.do_not_call === true && { do_not_call: true }),
        },
        idempotencyKey,
      });
    case 'group':
      return api.call(updateGroupOfContacts, { body: { ...selection, group_id: change.group_id }, idempotencyKey });
    case 'status':
      return api.call(updateStatusOfGroup, { body: { ...selection, status_id: change.status_id }, idempotencyKey });
    case 'agentflow_status':
      return api.call(updateStatusOfGroup, {
        body: { ...selection, agentflow_status_id: change.agentflow_status_id },
        idempotencyKey,
      });
    case 'pool':
      return api.call(updatePoolOfGroup, { body: { ...selection, pool_id: change.pool_id }, idempotencyKey });
    case 'do_not_call': {
      const { channels, source, evidence } = change;
      return api.call(recordDoNotCallOfGroup, { body: { ...selection, channels, source, evidence }, idempotencyKey });
    }
    case 'campaign':
      return api.call(startSequenceOfGroup, {
        body: { ...selection, campaign_trigger_id: change.campaign_trigger_id },
        idempotencyKey,
      });
    case 'workflow':
      return api.call(startWorkflowOfGroup, {
        body: { ...selection, workflow_id: change.workflow_id },
        idempotencyKey,
      });
    case 'delete':
      return api.call(deleteContacts, { body: selection, idempotencyKey });
    case 'restore':
      return api.call(restoreContacts, { body: selection, idempotencyKey });
  }
}

async function start(api: ApiClient, wish: BulkWish): Promise<BulkJob> {
  const { data } = await send(api, wish);
  if (data.job === null) throw new Error('A change answered no job.');
  return data.job;
}

async function check(api: ApiClient, { selection, change }: BulkWish, signal: AbortSignal): Promise<BulkCheck> {
  const { data } = await api.call(readSelectedItems, { body: { selection, changes: [change] }, signal });
  if (data.checks[0] === undefined) throw new Error('A selection was answered without its count.');
  return data.checks[0];
}

/** The machine that starts a bulk change. */
export const composeBulk = (api: ApiClient) => ({
  bulk: bulkMachine.provide({
    actors: {
      checkBulk: fromPromise<BulkCheck, BulkWish>(({ input, signal }) => check(api, input, signal)),
      startBulk: fromPromise<BulkJob, BulkWish>(({ input }) => start(api, input)),
    },
  }),
});
