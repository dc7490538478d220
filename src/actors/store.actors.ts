import { fromPromise } from 'xstate';
import { listOrders, type OrderDetail, readOrder, refundOrder } from '#contract/orders.contract.ts';
import {
  type CartInput,
  createStoreOrder,
  listStoreOrders,
  type OrderPreview,
  type Placing,
  previewStoreOrder,
  readAgentInfo,
  type StoreOrder,
} from '#contract/store.contract.ts';
import type { ApiClient } from '../api/client.ts';
import { asApiError } from '../api/errors.ts';
import { type Refunding, refundMachine } from '../machines/orders/refund.machine.ts';
import { cartMachine } from '../machines/store/cart.machine.ts';
import type { Resources } from './_resource.actors.ts';

const rethrown = (thrown: unknown): never => {
  throw asApiError(thrown);
};

/** Fills the ports of `src/machines/store/*` and `src/machines/orders/*`. */
export const composeStore = (api: ApiClient, resources: Resources) => ({
  cart: cartMachine.provide({
    actors: {
      priceCart: fromPromise<OrderPreview, CartInput>(
        async ({ input, signal }) => (await api.call(previewStoreOrder, { body: input, signal }).catch(rethrown)).data,
      ),
      placeOrder: fromPromise<StoreOrder, Placing>(
        async ({ input: { key, body } }) =>
          (await api.call(createStoreOrder, { body, idempotencyKey: key }).catch(rethrown)).data,
      ),
    },
    actions: { tellPlaced: () => resources.invalidate([listStoreOrders, readAgentInfo]) },
  }),
  refund: refundMachine.provide({
    actors: {
      refund: fromPromise<OrderDetail, Refunding>(
        async ({ input: { orderId, key, ...body } }) =>
          (await api.call(refundOrder, { params: { id: orderId }, body, idempotencyKey: key }).catch(rethrown)).data,
      ),
    },
    actions: { tellRefunded: () => resources.invalidate([listOrders, readOrder]) },
  }),
});
