import { fromPromise } from 'xstate';
import {
  checkTextRegistration,
  readTextRegistration,
  submitBrand,
  submitCampaign,
  type TextRegistration,
} from '#contract/registration.contract.ts';
import type { ApiClient } from '../api/client.ts';
import { type RegistrationOrder, registrationMachine } from '../machines/registration/registration.machine.ts';

/** The machine of the registration of texts. */
export const composeRegistration = (api: ApiClient) => ({
  registration: registrationMachine.provide({
    actors: {
      readRegistration: fromPromise<TextRegistration, undefined>(
        async ({ signal }) => (await api.call(readTextRegistration, { signal })).data,
      ),
      submitRegistration: fromPromise<TextRegistration, RegistrationOrder>(
        async ({ input }) => (await submit(api, input)).data,
      ),
    },
  }),
});

function submit(api: ApiClient, { ask, key }: RegistrationOrder) {
  const keyed = { idempotencyKey: key };
  if (ask.what === 'brand') return api.call(submitBrand, { body: ask.said, ...keyed });
  return ask.what === 'campaign'
    ? api.call(submitCampaign, { body: ask.said, ...keyed })
    : api.call(checkTextRegistration, keyed);
}
