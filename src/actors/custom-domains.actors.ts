import { fromPromise } from 'xstate';
import { type CustomDomain, customDomains, verifyCustomDomain } from '#contract/custom-domains.contract.ts';
import type { ApiClient } from '../api/client.ts';
import { type DomainOrder, domainsMachine } from '../machines/custom-domains/domains.machine.ts';

/** The machine of an agency's domains. */
export const composeCustomDomains = (api: ApiClient) => ({
  domains: domainsMachine.provide({
    actors: {
      readDomains: fromPromise<readonly CustomDomain[], undefined>(
        async ({ signal }) => (await api.call(customDomains.list, { query: {}, signal })).data,
      ),
      submitDomain: fromPromise<undefined, DomainOrder>(async ({ input }) => {
        await submit(api, input);
        return undefined;
      }),
    },
  }),
});

function submit(api: ApiClient, { ask, key: idempotencyKey }: DomainOrder): Promise<unknown> {
  if (ask.what === 'verify') return api.call(verifyCustomDomain, { params: { id: ask.id }, idempotencyKey });
  const { id, custom_domain, business_unit_id } = ask.domain;
  return ask.what === 'remove'
    ? api.call(customDomains.remove, { params: { id }, idempotencyKey })
    : api.call(customDomains.create, { body: { custom_domain, business_unit_id }, idempotencyKey });
}
