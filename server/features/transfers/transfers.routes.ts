import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/transfers.contract.ts';
import type { Deps } from '../../deps.ts';
import { bind, bindChange } from '../../http/bind.ts';
import * as lists from './list-transfers.service.ts';
import * as changes from './transfer-changes.service.ts';
import * as transfers from './transfers.service.ts';

export function transfersRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, contract.listTransferTargets, ({ identity, query }) => transfers.listTargets(deps, identity, query));
  bind(app, contract.transferGroup, async ({ identity, body }) => ({
    data: await transfers.previewTransfer(deps, identity, body),
  }));
  bindChange(app, contract.updateTransferGroup, async ({ body, ...caller }) => ({
    data: await transfers.startTransfer(deps, caller, body),
  }));
  bind(app, contract.listTransferAttempts, ({ identity, query }) => lists.listAttempts(deps, identity, query));
  bind(app, contract.readTransferAttempt, ({ identity, params, query }) =>
    lists.readAttempt(deps, identity, params.id, query),
  );
  bind(app, contract.readTransferStatus, async ({ identity, params }) => ({
    data: await lists.readStatus(deps, identity, params.id),
  }));
  bind(app, contract.listTransferLogs, ({ identity, params, query }) =>
    lists.listLogs(deps, identity, params.id, query),
  );
  bindChange(app, contract.updateTransferStatus, async ({ params, body, ...caller }) => ({
    data: await changes.changeStatus(deps, caller, params.id, body),
  }));
  bindChange(app, contract.revertTransfer, async ({ params, body, ...caller }) => ({
    data: await changes.revert(deps, caller, params.id, body),
  }));
  bindChange(app, contract.revertTransferAgain, async ({ params, body, ...caller }) => ({
    data: await changes.revert(deps, caller, params.id, body),
  }));
}
