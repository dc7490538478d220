import { listWebhookDeliveries, type WebhookEvent, webhookEndpoints } from '#contract/webhooks.contract.ts';
import { sendToEndpoint } from '../../server/features/webhooks/send-to-endpoint.ts';
import { findDueEndpoints } from '../../server/features/webhooks/webhooks.sql.ts';
import type { Client } from '../_api/app.ts';
import { type Office, openOffice } from '../contacts/office.ts';
import { openReceiver, type Receiver } from './receiver.ts';

export interface WebhookDesk extends Office {
  readonly admin: Client;
  readonly receiver: Receiver;
  /** A fresh endpoint at the receiver. */
  subscribe(events: readonly WebhookEvent[], url?: string): Promise<number>;
  /** Sends what is due some milliseconds from now, once, as the jobs do: sessions don't last that long. */
  send(how?: { readonly after?: number; readonly signal?: AbortSignal }): Promise<void>;
  deliveries(endpointId: number): Promise<Awaited<ReturnType<typeof listOf>>>;
  removeEndpoints(): Promise<void>;
}

const listOf = async (admin: Client, endpointId: number) =>
  (await admin.call(listWebhookDeliveries, { query: { endpoint_id: endpointId } })).body.data;

export async function openWebhookDesk(): Promise<WebhookDesk> {
  const office = await openOffice({ config: { webhooksToPrivate: true } });
  const receiver = await openReceiver();
  const admin = await office.signIn('admin');
  let number = 0;
  return {
    ...office,
    admin,
    receiver,
    subscribe: async (events, url = receiver.url) => {
      const name = `Endpoint ${(number += 1)}`;
      const { body } = await admin.call(webhookEndpoints.create, { body: { name, url, events: [...events] } });
      return body.data.id;
    },
    send: async ({ after = 0, signal = new AbortController().signal } = {}) => {
      const deps = { ...office.deps, now: () => new Date(office.deps.now().getTime() + after) };
      for (const due of await findDueEndpoints(deps.pool, deps.now(), 100))
        await sendToEndpoint(deps, { accountId: due.account_id, endpointId: due.endpoint_id }, signal);
    },
    deliveries: (endpointId) => listOf(admin, endpointId),
    removeEndpoints: async () => {
      await office.owner.query('delete from webhook_endpoints');
      receiver.received.length = 0;
    },
    close: async () => {
      await receiver.close();
      await office.close();
    },
  };
}
