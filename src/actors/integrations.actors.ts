import { fromPromise } from 'xstate';
import {
  createAuthorization,
  deleteAuthorization,
  listAuthorizations,
  syncAuthorization,
} from '#contract/integrations.contract.ts';
import type { ApiClient } from '../api/client.ts';
import {
  type IntegrationOrder,
  type Integrations,
  integrationsMachine,
} from '../machines/integrations/integrations.machine.ts';

/** The machine of a person's integrations. */
export const composeIntegrations = (api: ApiClient) => ({
  integrations: integrationsMachine.provide({
    actors: {
      readIntegrations: fromPromise<Integrations, undefined>(async ({ signal }) => {
        const { data, meta } = await api.call(listAuthorizations, { signal });
        return { own: data, ...meta };
      }),
      submitIntegration: fromPromise<{ readonly url: string | null }, IntegrationOrder>(({ input }) =>
        submit(api, input),
      ),
    },
  }),
});

async function submit(api: ApiClient, { ask, key: idempotencyKey }: IntegrationOrder): Promise<{ url: string | null }> {
  switch (ask.what) {
    case 'connect':
      return (await api.call(createAuthorization, { body: { type: ask.type }, idempotencyKey })).meta;
    case 'finish': {
      const { type, code, state } = ask;
      return (await api.call(createAuthorization, { body: { type, code, state }, idempotencyKey })).meta;
    }
    case 'sync':
      await api.call(syncAuthorization, { params: { id: ask.id }, idempotencyKey });
      return { url: null };
    case 'disconnect':
      await api.call(deleteAuthorization, { params: { id: ask.id }, idempotencyKey });
      return { url: null };
  }
}
