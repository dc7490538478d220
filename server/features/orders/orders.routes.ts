import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/orders.contract.ts';
import type { Deps } from '../../deps.ts';
import { bind, bindChange } from '../../http/bind.ts';
import { askedOf } from '../billing/asked.ts';
import { csvFile } from '../../http/download.ts';
import * as orders from './orders.service.ts';
import { refundOrder } from './refunds.service.ts';

export function ordersRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, contract.listOrders, ({ identity, query }) => orders.listOrders(deps, identity, query));
  bind(app, contract.downloadOrders, async ({ identity, query, reply }) =>
    csvFile(reply, 'orders.csv', await orders.ordersFile(deps, identity, query)),
  );
  bind(app, contract.readOrder, async ({ identity, params }) => ({
    data: await orders.readOrder(deps, identity, params.id),
  }));
  bindChange(app, contract.updateOrder, async (call) => ({
    data: await orders.updateOrder(deps, call, call.params.id, call.body),
  }));
  bind(app, contract.refundOrder, async (call) => ({
    data: await refundOrder(deps, call.identity, askedOf(contract.refundOrder.name, call), {
      id: call.params.id,
      ...call.body,
    }),
  }));
}
