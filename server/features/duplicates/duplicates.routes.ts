import type { FastifyInstance } from 'fastify';
import {
  dismissDuplicates,
  findDuplicates,
  listDuplicates,
  listMerges,
  mergeContacts,
  restoreDuplicates,
  undoMerge,
} from '#contract/duplicates.contract.ts';
import type { Deps } from '../../deps.ts';
import { bind, bindChange } from '../../http/bind.ts';
import * as duplicates from './duplicates.service.ts';
import * as merges from './merge.service.ts';
import { undoMerge as undo } from './undo-merge.service.ts';

export function duplicatesRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, findDuplicates, async ({ identity, body }) => ({
    data: await duplicates.findDuplicates(deps, identity, body),
  }));
  bind(app, listDuplicates, ({ identity, query }) => duplicates.listDuplicates(deps, identity, query));
  bindChange(app, dismissDuplicates, (call) => duplicates.dismiss(deps, call, call.body));
  bindChange(app, restoreDuplicates, (call) => duplicates.restore(deps, call, call.body));

  bindChange(app, mergeContacts, async (call) => ({ data: await merges.mergeContacts(deps, call, call.body) }));
  bind(app, listMerges, ({ identity, query: { page, limit, contact_id: contactId = null } }) =>
    merges.listMerges(deps, identity, { page, limit, contactId }),
  );
  bindChange(app, undoMerge, async (call) => ({ data: await undo(deps, call, call.params.id) }));
}
