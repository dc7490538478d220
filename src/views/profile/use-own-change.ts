import type {
  acceptTos,
  updateProfile,
  updateTimezone,
  updateUser,
  updateWebpage,
} from '#contract/profile.contract.ts';
import type { CurrentUser } from '#contract/session.contract.ts';
import { useApp } from '../_base/use-app.ts';
import { type Submit, useSubmit } from '../_base/use-submit.ts';

type OwnChange =
  | typeof acceptTos
  | typeof updateProfile
  | typeof updateTimezone
  | typeof updateUser
  | typeof updateWebpage;

/** A change of the current user: the app displays the user of the reply immediately, with the message `saved`. */
export function useOwnChange<E extends OwnChange>(endpoint: E, saved: string, onDone?: () => void): Submit<E> {
  const { session, toasts } = useApp();
  return useSubmit(endpoint, {
    onDone: (reply) => {
      session.send({ type: 'session.userChanged', user: (reply as { data: CurrentUser }).data });
      toasts.show({ tone: 'good', text: saved });
      onDone?.();
    },
  });
}

/** Reason why the save button is disabled. `undefined` when it isn't. */
export const heldUnless = (isChanged: boolean): string | undefined => (isChanged ? undefined : 'No changes to save');
