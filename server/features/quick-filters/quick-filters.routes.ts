import type { FastifyInstance } from 'fastify';
import type { ContactsScope } from '#contract/contacts/scope.contract.ts';
import { quickFilters } from '#contract/quick-filters.contract.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import { bindResource } from '../../resource/bind-resource.ts';
import { readRow } from '../../resource/resource.service.ts';
import { listContacts } from '../contacts/list/list-contacts.service.ts';
import { requirePrescriptions } from '../contacts/list/prescription-filter.ts';
import { QUICK_FILTERS } from './quick-filters.table.ts';

export function quickFiltersRoutes(app: FastifyInstance, deps: Deps): void {
  bindResource(app, deps, quickFilters, QUICK_FILTERS, {
    read: async ({ identity, params }) => {
      const { id } = params as { readonly id: number };
      const view = await readRow(deps, identity, quickFilters, QUICK_FILTERS, id);
      return { data: { ...view, count: await countOf(deps, identity, view['scope'] as ContactsScope) } };
    },
  });
}

/**
 * `null`: a person or pool of the scope is gone. @throws {Refusal} `unavailable` when counting takes too long,
 * `access_denied` for prescriptions without permission.
 */
async function countOf(deps: Deps, identity: Identity, scope: ContactsScope): Promise<number | null> {
  requirePrescriptions(identity, scope.search);
  try {
    const { meta } = await listContacts(deps, identity, { ...scope, page: 1, limit: 1 });
    return meta.total_count;
  } catch (error) {
    const isGone = error instanceof Refusal && (error.code === 'not_found' || error.code === 'access_denied');
    if (!isGone) throw error;
    return null;
  }
}
