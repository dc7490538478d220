import { fromPromise } from 'xstate';
import { readAccountInfo } from '#contract/account.contract.ts';
import { type CurrentUser, leaveIdentity, readMe, signOut } from '#contract/session.contract.ts';
import type { SecondStepDue } from '#contract/session/sign-in.contract.ts';
import type { ApiClient } from '../../api/client.ts';
import type { Identity } from '../../machines/session/identity.ts';
import { secondStepMachine } from '../../machines/session/second-step.machine.ts';
import type { Credentials, SsoReturn } from '../../machines/session/session-context.ts';
import { clockNow } from '../../store/demo-clock.ts';
import { loginStackStore } from '../../store/login-stack.store.ts';
import { adoptUser } from '../../store/reset.ts';
import { createOtherTabs, type Tabs } from '../_frame/tabs.actors.ts';
import { failing } from './session-failures.ts';
import { wordsOfChange } from './stack-change.ts';

export interface SessionWorld {
  readonly location: Location;
  readonly tabs: Tabs;
  readonly tell: (tone: 'info' | 'bad', text: string) => void;
}

/** The calls of the sign-in page, which loads them with itself. */
const signInCalls = () => import('#contract/session/sign-in.contract.ts');

/** Fills the ports of the session machine. Every rejection is a {@link SessionFailure}. */
export const createSessionActors = (api: ApiClient, world: SessionWorld) => ({
  loadIdentity: fromPromise<Identity, undefined>(({ signal }) =>
    failing(async () => {
      const [user, account] = await Promise.all([api.call(readMe, { signal }), api.call(readAccountInfo, { signal })]);
      rememberStack(user.data, world);
      return { user: user.data, account: account.data };
    }),
  ),
  signIn: fromPromise<SecondStepDue | null, Credentials>(({ input }) =>
    failing(async () => dueIn((await api.call((await signInCalls()).signIn, { body: input })).data)),
  ),
  startSso: fromPromise<void, undefined>(() =>
    failing(async () => world.location.assign((await api.call((await signInCalls()).startSso, {})).data.url)),
  ),
  signInBySso: fromPromise<SecondStepDue | null, SsoReturn>(({ input }) =>
    failing(async () => dueIn((await api.call((await signInCalls()).signInBySso, { body: input })).data)),
  ),
  leaveIdentity: fromPromise<void, { sessionId: number }>(({ input }) =>
    failing(async () => void (await api.call(leaveIdentity, { params: { id: input.sessionId } }))),
  ),
  endSession: fromPromise<void, undefined>(() => failing(() => api.call(signOut, {}))),
  otherTabs: createOtherTabs(world.tabs),
  secondStep: composeSecondStep(api),
});

const composeSecondStep = (api: ApiClient) =>
  secondStepMachine.provide({
    actors: {
      sendCode: fromPromise<string, { secret: string; method: 'email' | 'sms' }>(({ input: { secret, method } }) =>
        failing(async () => {
          const { sendOtp } = await import('#contract/two-factor.contract.ts');
          return (await api.call(sendOtp, { body: { otp_secret: secret, method } })).data.sent_to;
        }),
      ),
      enterCode: fromPromise<void, { secret: string; code: string }>(({ input: { secret, code } }) =>
        failing(async () => {
          const { signIn } = await signInCalls();
          await api.call(signIn, { body: { otp_secret: secret, otp_code: code } });
        }),
      ),
    },
  });

/** `null`: nothing is owed any more. */
const dueIn = (data: { user: CurrentUser } | SecondStepDue): SecondStepDue | null => ('user' in data ? null : data);

/** Describes what has changed since this browser last knew who is logged in as whom. */
function rememberStack({ id, identity }: CurrentUser, { tell }: SessionWorld): void {
  const words = wordsOfChange(loginStackStore.getSnapshot().context.steps, identity, clockNow());
  adoptUser(id);
  loginStackStore.trigger.became({ identity });
  if (words !== null) tell('info', words);
}
