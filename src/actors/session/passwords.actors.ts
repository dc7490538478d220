import { fromPromise } from 'xstate';
import { requestPasswordReset, resetPasswordByToken } from '#contract/passwords.contract.ts';
import type { ApiClient } from '../../api/client.ts';
import { passwordResetMachine } from '../../machines/passwords/password-reset.machine.ts';
import { failing } from './session-failures.ts';

/** Fills the ports of the password reset. */
export const composePasswords = (api: ApiClient) => ({
  passwordReset: passwordResetMachine.provide({
    actors: {
      requestReset: fromPromise<void, { username: string }>(({ input }) =>
        failing(() => api.call(requestPasswordReset, { body: input })),
      ),
      savePassword: fromPromise<string, { token: string; password: string }>(({ input }) =>
        failing(async () => (await api.call(resetPasswordByToken, { body: input })).data.username),
      ),
    },
  }),
});
