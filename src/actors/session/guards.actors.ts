import { createActor, toPromise, waitFor } from 'xstate';
import type { Boot } from '#contract/_boot.contract.ts';
import { FEATURES } from '#contract/access.contract.ts';
import { debtFactsOf } from '#rules/access/debts.ts';
import { featureFactsOf } from '#rules/access/feature-facts.ts';
import { isPublicPath } from '#rules/access/pages.ts';
import { gateOf } from '#rules/access/features.ts';
import { permissionsOnPages } from '#rules/access/permissions.ts';
import { type Detour, detourOf } from '../../machines/guards/detour.ts';
import {
  type Decision,
  type GuardFacts,
  isDebtPage,
  pathOf,
  routeGuardMachine,
} from '../../machines/guards/route-guard.machine.ts';
import type { SessionActor } from '../../machines/session/session.machine.ts';

export type AskGuard = (href: string) => Promise<Decision>;

/** Runs the guard machine for one address. A protected one first waits for the identity. */
export function createGuards(session: SessionActor, boot: Boot): AskGuard {
  // Pages of a detour lead to each other, and their addresses no longer name the original target.
  let detour: Detour | null = null;

  return async (href) => {
    const path = pathOf(href);
    if (!isPublicPath(path)) {
      session.send({ type: 'session.open' });
      await waitFor(session, (snapshot) => snapshot.hasTag('settled'), { timeout: Number.POSITIVE_INFINITY });
    }
    detour = detourOf(href) ?? (isDebtPage(path) ? detour : null);
    const { leftByWill } = session.getSnapshot().context;
    const input = { href, facts: factsOf(session, boot), leftByWill, detour };
    return toPromise(createActor(routeGuardMachine, { input }).start());
  };
}

function factsOf(session: SessionActor, boot: Boot): GuardFacts | null {
  const snapshot = session.getSnapshot();
  const { user, account } = snapshot.context;
  if (!snapshot.hasTag('signedIn') || user === null || account === null) return null;
  const facts = featureFactsOf(boot, user);
  return {
    ...debtFactsOf(user, account),
    permissions: permissionsOnPages(boot.app_env, user.permissions),
    closed: Object.fromEntries(
      FEATURES.flatMap((feature) => {
        const gate = gateOf(feature, facts);
        return gate.allowed ? [] : [[feature, gate.reason] as const];
      }),
    ),
  };
}
