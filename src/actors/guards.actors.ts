import { createActor, toPromise, waitFor } from 'xstate';
import type { Permission } from '#contract/access.contract.ts';
import { PERMISSIONS } from '#contract/access.contract.ts';
import { mayDo } from '#rules/permissions.ts';
import {
  type Decision,
  type GuardFacts,
  isPublicPath,
  routeGuardMachine,
} from '../machines/guards/route-guard.machine.ts';
import type { SessionActor } from '../machines/session/session.machine.ts';

/** Guarded pages that exist so far; billing and profile come later. */
const PAGES: readonly string[] = [];

export type AskGuard = (href: string) => Promise<Decision>;

/** Asks the guard machine about one address. A protected one first waits until it is known who is signed in. */
export const createGuards =
  (session: SessionActor): AskGuard =>
  async (href) => {
    if (!isPublicPath(href.split(/[?#]/u, 1)[0] ?? '/')) {
      session.send({ type: 'session.open' });
      await waitFor(session, (snapshot) => snapshot.hasTag('settled'), { timeout: Number.POSITIVE_INFINITY });
    }
    const { leftByWill } = session.getSnapshot().context;
    return toPromise(createActor(routeGuardMachine, { input: { href, facts: factsOf(session), leftByWill } }).start());
  };

function factsOf(session: SessionActor): GuardFacts | null {
  const snapshot = session.getSnapshot();
  const { user, account } = snapshot.context;
  if (!snapshot.hasTag('signedIn') || user === null || account === null) return null;
  return {
    isPaid: account['paid_user?'],
    mustChangePassword: account['change_password?'],
    mustEnrolTwoFactor: false,
    actsForSomebody: user.identity.length > 1,
    permissions: PERMISSIONS.filter((permission: Permission) => mayDo(user.roles, permission)),
    pages: PAGES,
  };
}
