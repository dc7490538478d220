import { filter, pairwise } from 'rxjs';
import { type EventObject, fromCallback, fromPromise } from 'xstate';
import { type CurrentUser, readAccountInfo, readMe, signIn, signOut } from '#contract/session.contract.ts';
import type { ApiClient } from '../api/client.ts';
import { asApiError } from '../api/errors.ts';
import type { Credentials, Identity, SessionFailure } from '../machines/session/session.machine.ts';
import type { Cable } from '../realtime/cable.ts';
import { adoptUser } from '../store/reset.ts';
import type { Resources } from './_resource.actors.ts';
import { keepDisplay } from './_display.actors.ts';
import { observeStaleness } from './notifications.actors.ts';

/** Fills the ports of the session machine. Every rejection is a {@link SessionFailure}. */
export const createSessionActors = (api: ApiClient, cable: Cable, resources: Resources) => ({
  loadIdentity: fromPromise<Identity, undefined>(({ signal }) =>
    failing(async () => {
      const [user, account] = await Promise.all([api.call(readMe, { signal }), api.call(readAccountInfo, { signal })]);
      adoptUser(user.data.id);
      return { user: user.data, account: account.data };
    }),
  ),
  signIn: fromPromise<void, Credentials>(({ input }) =>
    failing(async () => {
      await api.call(signIn, { body: input });
    }),
  ),
  endSession: fromPromise<void, undefined>(() => failing(() => api.call(signOut, {}))),
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

/** @throws {SessionFailure} in place of any other error. */
async function failing<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (thrown) {
    const { kind, message, requestId, retryAfter } = asApiError(thrown);
    const unreachable = kind === 'offline' || kind === 'server' || kind === 'contract';
    const failure: SessionFailure = {
      kind: kind === 'unauthorized' ? 'unauthorized' : unreachable ? 'unreachable' : 'refused',
      message,
      requestId,
      retryAfter,
    };
    throw failure;
  }
}
