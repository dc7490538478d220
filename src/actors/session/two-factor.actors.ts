import { fromPromise } from 'xstate';
import {
  disableTwoFactor,
  enableTwoFactor,
  generateQr,
  readTwoFactor,
  renewRecoveryCodes,
  type TwoFactorSetUp,
  type TwoFactorStatus,
  updateTwoFactor,
} from '#contract/two-factor.contract.ts';
import type { ApiClient } from '../../api/client.ts';
import { type CodeMethod, twoFactorSetupMachine } from '../../machines/two-factor/two-factor-setup.machine.ts';
import { failing } from './session-failures.ts';

/** Fills the ports of the two-factor setup. A call that needs re-authentication waits for it in the client. */
export const composeTwoFactor = (api: ApiClient) => ({
  twoFactor: twoFactorSetupMachine.provide({
    actors: {
      readStatus: fromPromise<TwoFactorStatus, undefined>(({ signal }) =>
        failing(async () => (await api.call(readTwoFactor, { signal })).data),
      ),
      beginSetUp: fromPromise<TwoFactorSetUp, undefined>(() =>
        failing(async () => (await api.call(generateQr, {})).data),
      ),
      enable: fromPromise<readonly string[], { code: string }>(({ input }) =>
        failing(async () => (await api.call(enableTwoFactor, { body: { otp_code: input.code } })).data.recovery_codes),
      ),
      disable: fromPromise<void, undefined>(() =>
        failing(async () => {
          await api.call(disableTwoFactor, {});
        }),
      ),
      renewCodes: fromPromise<readonly string[], undefined>(() =>
        failing(async () => (await api.call(renewRecoveryCodes, {})).data.recovery_codes),
      ),
      chooseMethod: fromPromise<TwoFactorStatus, { method: CodeMethod }>(({ input }) =>
        failing(async () => (await api.call(updateTwoFactor, { body: input })).data),
      ),
    },
  }),
});
