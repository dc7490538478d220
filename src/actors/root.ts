import { createActor } from 'xstate';
import type { Boot } from '#contract/_boot.contract.ts';
import { debtOfCode } from '#rules/access/debts.ts';
import { type ApiClient, createApiClient } from '../api/client.ts';
import { type AppActor, appMachine } from '../machines/_app/app.machine.ts';
import type { ToastsActor } from '../machines/_toasts/toasts.machine.ts';
import { type SessionActor, sessionMachine } from '../machines/session/session.machine.ts';
import type { Cable } from '../realtime/cable.ts';
import { createGateway, type Gateway } from '../realtime/gateway.ts';
import { clockNow, demoClock } from '../store/demo-clock.ts';
import { loginStackStore } from '../store/login-stack.store.ts';
import { resetStores } from '../store/reset.ts';
import { createResources, type Resources } from './_resource.actors.ts';
import { createDock, type Dock } from './_frame/dock.actors.ts';
import { openTabs, type Tabs } from './_frame/tabs.actors.ts';
import { createAskProof } from './session/ask-proof.ts';
import { createReportCrash, type ReportCrash } from './_frame/faults.actors.ts';
import { type AskGuard, createGuards } from './session/guards.actors.ts';
import { createLateParts, type LateParts } from './_frame/late-parts.ts';
import { createRecorder, type Recorder } from './machines/machines.actors.ts';
import { createSessionActors } from './session/session.actors.ts';
import { composeWorkplace, type WorkplaceWorld } from './_frame/workplace.actors.ts';

/**
 * Composition root: fills the ports of everything that lives as long as the app. Together with `page-machines.ts` for
 * single pages, it names every machine and its actors.
 */
export function composeMachines(api: ApiClient, gateway: Gateway, resources: Resources, world: World) {
  const session = sessionMachine.provide({
    actors: {
      ...createSessionActors(api, world),
      workplace: composeWorkplace(api, gateway, resources, world),
    },
    actions: {
      forgetReplies: () => world.forgetReplies(),
      reloadRefused: () => resources.reloadFailed(),
      reset: () => {
        world.forgetReplies();
        resetStores();
      },
      forgetLoginStack: () => loginStackStore.trigger.reset(),
      tellOtherTabs: () => world.tabs.tellIdentityChanged(),
      reload: () => world.location.assign('/'),
      tellStillActing: () => world.tell('bad', "Couldn't reach the server. You're still logged in as another user."),
      tellStillSignedIn: () => world.tell('bad', 'Signing out did not reach the server. You are still signed in.'),
    },
  });
  return appMachine.provide({ actors: { session } });
}

interface World extends WorkplaceWorld {
  readonly tabs: Tabs;
  readonly forgetReplies: () => void;
  readonly tell: (tone: 'info' | 'good' | 'bad', text: string) => void;
}

export interface AppActors extends LateParts {
  readonly boot: Boot;
  readonly api: ApiClient;
  readonly cable: Cable;
  readonly resources: Resources;
  readonly root: AppActor;
  readonly session: SessionActor;
  readonly toasts: ToastsActor;
  readonly askGuard: AskGuard;
  readonly reportCrash: ReportCrash;
  readonly dock: Dock;
  /** Recent activity of every machine of this tab. */
  readonly recorder: Recorder;
}

/** Starts everything that lives as long as the page. */
export function startApp(boot: Boot, location: Location): AppActors {
  demoClock.trigger.moved({ aheadMs: boot.clock_ahead_ms ?? 0 });
  const recorder = createRecorder({ now: Date.now, onFrame: (run) => requestAnimationFrame(run) });
  const gateway = createGateway({
    onReject: (name, body, error) =>
      reportError(new Error(`${name}: a message out of contract`, { cause: { body, error } })),
  });
  const api = createApiClient({
    origin: '',
    identity: () => identityOf(session),
    onUnauthorized: () => session.send({ type: 'session.expired' }),
    onIdentityChanged: () => session.send({ type: 'session.identityChanged' }),
    onForbidden: (code) => {
      const debt = debtOfCode(code);
      if (debt !== null) session.send({ type: 'session.owes', debt });
    },
    onProofDue: () => askProof(),
    onClock: (aheadMs) => demoClock.trigger.moved({ aheadMs }),
    onReply: recorder.noteCall,
  });
  const resources = createResources(api);
  const tell: World['tell'] = (tone, text) => toasts.send({ type: 'toast.show', toast: { id: text, tone, text } });
  const parts = { boot, api, cable: gateway, inspect: recorder.inspect, tell };
  const lateParts = createLateParts(parts);
  const app = composeMachines(api, gateway, resources, {
    location,
    lateFeatures: lateParts.features,
    phone: lateParts.handles.phone,
    refreshSession: () => session.send({ type: 'session.refresh' }),
    tabs: openTabs(),
    forgetReplies: () => {
      resources.clear();
      gateway.reset();
      toasts.send({ type: 'toasts.clear' });
    },
    tell,
  });
  const { root, session, toasts } = startRoot(app, recorder);
  const askProof = createAskProof(session);
  return {
    boot,
    root,
    api,
    cable: gateway,
    resources,
    session,
    toasts,
    askGuard: createGuards(session, boot),
    reportCrash: createReportCrash(api, location),
    ...lateParts.handles,
    dock: createDock(lateParts.handles, recorder.inspect),
    recorder,
  };
}

function startRoot(app: typeof appMachine, { inspect }: Recorder): Pick<AppActors, 'root' | 'session' | 'toasts'> {
  const root = createActor(app, { input: { random: Math.random, now: clockNow }, inspect }).start();
  const { session, toasts } = root.getSnapshot().children;
  if (session === undefined || toasts === undefined) throw new Error('the root actor has no children');
  return { root, session, toasts };
}

/** Names who this tab believes to act for, `<user id>:<depth>`. */
function identityOf(session: AppActors['session']): string | null {
  const { user } = session.getSnapshot().context;
  return user === null ? null : `${user.id}:${user.identity.length - 1}`;
}
