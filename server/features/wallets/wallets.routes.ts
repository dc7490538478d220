import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/wallets.contract.ts';
import type { Deps } from '../../deps.ts';
import { bind, bindChange } from '../../http/bind.ts';
import { askedOf } from '../billing/asked.ts';
import { csvFile, dispositionOf } from '../../http/download.ts';
import { invoiceFile } from './invoice-file.ts';
import { listReconciliations, reconcile } from '#contract/wallets/reconciliation.contract.ts';
import * as people from './people.service.ts';
import { listChecked, reconcileNow } from './reconciliation/reconciliation.service.ts';
import * as statement from './statement.service.ts';
import * as wallets from './wallets.service.ts';

export function walletsRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, contract.readWallet, ({ identity }) => wallets.readWallet(deps, identity));
  bind(app, contract.topUpWallet, (call) =>
    wallets.topUp(deps, call.identity, askedOf(contract.topUpWallet.name, call), call.body),
  );
  bindChange(app, contract.updateWalletSettings, (call) => wallets.updateSettings(deps, call, call.body));
  bind(app, contract.listWalletTransactions, ({ identity, query }) =>
    statement.listTransactions(deps, identity, query),
  );
  bind(app, contract.readWalletTransaction, async ({ identity, params }) => ({
    data: await statement.readTransaction(deps, identity, params.id),
  }));
  bind(app, contract.estimateWalletCost, async ({ identity, body }) => ({
    data: await wallets.estimate(deps, identity, body),
  }));
  bind(app, contract.readWalletAnalytics, async ({ identity, query }) => ({
    data: await statement.analytics(deps, identity, query),
  }));
  bind(app, contract.listWalletInvoices, async ({ identity }) => ({
    data: await statement.listInvoices(deps, identity),
  }));
  bindChange(app, contract.reclaimFromWallets, (call) => people.reclaim(deps, call, call.body));
  bindChange(app, contract.allocateToWallets, (call) => people.allocate(deps, call, call.body));
  bind(app, contract.listUsagePricing, async () => ({ data: wallets.usagePricing(deps) }));
  bind(app, contract.listAgentWallets, async ({ identity }) => ({
    data: await people.listAgentWallets(deps, identity),
  }));
  bind(app, contract.downloadWalletInvoice, async ({ identity, params, reply }) => {
    const { name, bytes } = await invoiceFile(deps, identity, params.id);
    void reply.type('application/pdf').header('content-disposition', dispositionOf(name));
    return bytes;
  });
  bind(app, contract.downloadWalletStatement, async ({ identity, query, reply }) =>
    csvFile(reply, 'wallet-statement.csv', await statement.statementFile(deps, identity, query)),
  );
  bind(app, listReconciliations, ({ identity, query }) => listChecked(deps, identity, query));
  bind(app, reconcile, async (call) => ({ data: await reconcileNow(deps, call, call.body.day) }));
}
