import { filter, pairwise } from 'rxjs';
import { type EventObject, fromCallback, fromPromise } from 'xstate';
import { readAccountInfo } from '#contract/account.contract.ts';
import {
  confirmIdentity,
  type CurrentUser,
  leaveIdentity,
  readMe,
  type SecondStepDue,
  signIn,
  signInBySso,
  signOut,
  startSso,
} from '#contract/session.contract.ts';
import { sendOtp } from '#contract/two-factor.contract.ts';
import type { ApiClient } from '../api/client.ts';
import { confirmMachine, type Proof } from '../machines/session/confirm.machine.ts';
import type { Identity } from '../machines/session/identity.ts';
import { secondStepMachine } from '../machines/session/second-step.machine.ts';
import type { Credentials, SsoReturn } from '../machines/session/session-context.ts';
import type { Cable } from '../realtime/cable.ts';
import { clockNow } from '../store/demo-clock.ts';
import { loginStackStore } from '../store/login-stack.store.ts';
import { adoptUser } from '../store/reset.ts';
import { keepDisplay } from './_display.actors.ts';
import type { Resources } from './_resource.actors.ts';
import { createOtherTabs, type Tabs } from './_tabs.actors.ts';
import { observeStaleness } from './notifications.actors.ts';
import { failing } from './session-failures.ts';
import { wordsOfChange } from './stack-change.ts';

export interface SessionWorld {
  readonly location: Location;
  readonly tabs: Tabs;
  readonly tell: (tone: 'info' | 'bad', text: string) => void;
}

/** Fills the ports of the session machine. Every rejection is a {@link SessionFailure}. */
export const createSessionActors = (api: ApiClient, cable: Cable, resources: Resources, world: SessionWorld) => ({
  loadIdentity: fromPromise<Identity, undefined>(({ signal }) =>
    failing(async () => {
      const [user, account] = await Promise.all([api.call(readMe, { signal }), api.call(readAccountInfo, { signal })]);
      rememberStack(user.data, world);
      return { user: user.data, account: account.data };
    }),
  ),
  signIn: fromPromise<SecondStepDue | null, Credentials>(({ input }) =>
    failing(async () => dueIn((await api.call(signIn, { body: input })).data)),
  ),
  startSso: fromPromise<void, undefined>(() =>
    failing(async () => world.location.assign((await api.call(startSso, {})).data.url)),
  ),
  signInBySso: fromPromise<SecondStepDue | null, SsoReturn>(({ input }) =>
    failing(async () => dueIn((await api.call(signInBySso, { body: input })).data)),
  ),
  leaveIdentity: fromPromise<void, { sessionId: number }>(({ input }) =>
    failing(async () => void (await api.call(leaveIdentity, { params: { id: input.sessionId } }))),
  ),
  endSession: fromPromise<void, undefined>(() => failing(() => api.call(signOut, {}))),
  otherTabs: createOtherTabs(world.tabs),
  secondStep: composeSecondStep(api),
  confirm: composeConfirm(api),
  notifications: fromCallback<EventObject, { user: CurrentUser }>(() => {
    const listening = observeStaleness(cable).subscribe((endpoints) => resources.invalidate(endpoints));
    listening.add(
      cable.freshness$
        .pipe(
          pairwise(),
          filter(([before, now]) => before.state !== 'connecting' && now.state === 'live'),
        )
        .subscribe(() => resources.reloadFailed()),
    );
    return () => listening.unsubscribe();
  }),
  display: fromCallback<EventObject, { user: CurrentUser }>(({ input }) => keepDisplay(api, input.user)),
});

const composeSecondStep = (api: ApiClient) =>
  secondStepMachine.provide({
    actors: {
      sendCode: fromPromise<string, { secret: string; method: 'email' | 'sms' }>(({ input: { secret, method } }) =>
        failing(async () => (await api.call(sendOtp, { body: { otp_secret: secret, method } })).data.sent_to),
      ),
      enterCode: fromPromise<void, { secret: string; code: string }>(({ input: { secret, code } }) =>
        failing(async () => void (await api.call(signIn, { body: { otp_secret: secret, otp_code: code } }))),
      ),
    },
  });

const composeConfirm = (api: ApiClient) =>
  confirmMachine.provide({
    actors: {
      confirmIdentity: fromPromise<void, Proof>(({ input }) =>
        failing(async () => void (await api.call(confirmIdentity, { body: input }))),
      ),
    },
  });

/** `null`: nothing is owed any more. */
const dueIn = (data: { user: CurrentUser } | SecondStepDue): SecondStepDue | null => ('user' in data ? null : data);

/** Says what has changed since this browser last knew who acts for whom. */
function rememberStack({ id, identity }: CurrentUser, { tell }: SessionWorld): void {
  const words = wordsOfChange(loginStackStore.getSnapshot().context.steps, identity, clockNow());
  adoptUser(id);
  loginStackStore.trigger.became({ identity });
  if (words !== null) tell('info', words);
}
