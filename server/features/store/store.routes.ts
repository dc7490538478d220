import type { FastifyInstance } from 'fastify';
import type { Params, Query } from '#contract/endpoint.ts';
import { products } from '#contract/store/products.contract.ts';
import * as contract from '#contract/store.contract.ts';
import type { Deps } from '../../deps.ts';
import { bind } from '../../http/bind.ts';
import { bindResource } from '../../resource/bind-resource.ts';
import { pageRows, readRow } from '../../resource/resource.service.ts';
import type { Values } from '../../resource/table.ts';
import { askedOf } from '../billing/asked.ts';
import { previewOrder } from './cart.service.ts';
import { createProduct, productOf, removeProduct, updateProduct } from './products.service.ts';
import { PRODUCTS } from './products.table.ts';
import * as store from './store.service.ts';

export function storeRoutes(app: FastifyInstance, deps: Deps): void {
  bindResource(app, deps, products, PRODUCTS, {
    list: async ({ identity, query }) => {
      const page = await pageRows(deps, identity, PRODUCTS, query as Query<typeof products.list>);
      return { ...page, data: page.data.map((row) => productOf(deps, identity, row)) };
    },
    read: async ({ identity, params }) => {
      const row = await readRow(deps, identity, products, PRODUCTS, (params as Params<typeof products.read>).id);
      return { data: productOf(deps, identity, row) };
    },
    create: async (call) => ({
      data: productOf(
        deps,
        call.identity,
        await createProduct(deps, call, { body: call.body as Values, file: call.file }),
      ),
    }),
    update: async (call) => {
      const { id } = call.params as Params<typeof products.update>;
      const row = await updateProduct(deps, call, id, { body: (call.body ?? {}) as Values, file: call.file });
      return { data: productOf(deps, call.identity, row) };
    },
    remove: (call) => removeProduct(deps, call, (call.params as Params<typeof products.remove>).id),
  });

  bind(app, contract.listStoreItems, async ({ identity }) => ({ data: await store.listItems(deps, identity) }));
  bind(app, contract.readStoreItem, async ({ identity, params }) => ({
    data: await store.readItem(deps, identity, params.id),
  }));
  bind(app, contract.readAgentInfo, async ({ identity }) => ({ data: await store.readAgentInfo(deps, identity) }));
  bind(app, contract.previewStoreOrder, async ({ identity, body }) => ({
    data: await previewOrder(deps, identity, body),
  }));
  bind(app, contract.createStoreOrder, async (call) => ({
    data: await store.placeOrder(deps, call.identity, askedOf(contract.createStoreOrder.name, call), call.body),
  }));
  bind(app, contract.listStoreOrders, ({ identity, query }) => store.listOwnOrders(deps, identity, query));
}
