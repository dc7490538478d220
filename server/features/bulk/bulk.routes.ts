import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/bulk.contract.ts';
import { type BulkChange, deleteContacts, restoreContacts } from '#contract/bulk.contract.ts';
import type { ContactSelection } from '#contract/contacts/scope.contract.ts';
import type { Deps } from '../../deps.ts';
import { bind, bindChange } from '../../http/bind.ts';
import type { Caller } from '../contacts/contacts.service.ts';
import * as bulk from './bulk.service.ts';

type Selecting = ContactSelection & { readonly dry_run?: boolean | undefined };

/** Returns only the selection from a body. */
function selectionOf(body: Selecting): ContactSelection {
  if ('ids' in body) return { ids: body.ids };
  const { contacts_scope, select_n, from_end, without_ids } = body;
  return {
    contacts_scope,
    ...(select_n !== undefined && { select_n }),
    ...(from_end !== undefined && { from_end }),
    ...(without_ids !== undefined && { without_ids }),
  };
}

export function bulkRoutes(app: FastifyInstance, deps: Deps): void {
  const change = async (caller: Caller, audit: string, body: Selecting, what: BulkChange) => ({
    data: await bulk.changeSelection(deps, caller, {
      selection: selectionOf(body),
      change: what,
      dryRun: body.dry_run === true,
      audit,
    }),
  });

  bind(app, contract.readSelectedItems, async ({ identity, body }) => ({
    data: await bulk.describeSelection(deps, identity, body),
  }));
  bind(app, contract.selectFirstLast, async ({ identity, body }) => ({
    data: await bulk.resolveEnds(deps, identity, body),
  }));
  bindChange(app, contract.updateTagsOfGroup, ({ body, ...caller }) =>
    change(caller, 'contacts.tagged', body, {
      action: 'tags',
      mode: body.mode,
      tag_ids: body.tag_ids,
      ...(body.do_not_call === true && { do_not_call: true }),
    }),
  );
  bindChange(app, contract.updateGroupOfContacts, ({ body, ...caller }) =>
    change(caller, 'contacts.grouped', body, { action: 'group', group_id: body.group_id }),
  );
  bindChange(app, contract.updateStatusOfGroup, ({ body, ...caller }) =>
    change(
      caller,
      'contacts.status_changed',
      body,
      'status_id' in body
        ? { action: 'status', status_id: body.status_id }
        : { action: 'agentflow_status', agentflow_status_id: body.agentflow_status_id },
    ),
  );
  bindChange(app, contract.updatePoolOfGroup, ({ body, ...caller }) =>
    change(caller, 'contacts.pooled', body, { action: 'pool', pool_id: body.pool_id }),
  );
  bindChange(app, contract.recordDoNotCallOfGroup, ({ body, ...caller }) => {
    const { channels, source, evidence } = body;
    return change(caller, 'contacts.opted_out', body, { action: 'do_not_call', channels, source, evidence });
  });
  bindChange(app, contract.startSequenceOfGroup, ({ body, ...caller }) =>
    change(caller, 'contacts.campaign_started', body, {
      action: 'campaign',
      campaign_trigger_id: body.campaign_trigger_id,
    }),
  );
  bindChange(app, contract.startWorkflowOfGroup, ({ body, ...caller }) =>
    change(caller, 'contacts.workflow_started', body, { action: 'workflow', workflow_id: body.workflow_id }),
  );
  bindChange(app, deleteContacts, ({ body, ...caller }) =>
    change(caller, 'contacts.deleted', body, { action: 'delete' }),
  );
  bindChange(app, restoreContacts, ({ body, ...caller }) =>
    change(caller, 'contacts.restored', body, { action: 'restore' }),
  );

  bind(app, contract.listBulkJobs, ({ identity, query }) =>
    bulk.listJobs(deps, identity, { ...query, running: query.running === 'true' }),
  );
  bind(app, contract.readBulkJob, async ({ identity, params }) => ({
    data: await bulk.readJob(deps, identity, params.id),
  }));
  bindChange(app, contract.cancelBulkJob, async (call) => ({ data: await bulk.cancelJob(deps, call, call.params.id) }));
  bindChange(app, contract.undoBulkJob, async (call) => ({ data: await bulk.undoJob(deps, call, call.params.id) }));
  bind(app, contract.listRefusedRows, ({ identity, params, query }) =>
    bulk.listLeftAlone(deps, identity, { ...query, id: params.id }),
  );
}
