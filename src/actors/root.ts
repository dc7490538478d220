import { createActor } from 'xstate';
import type { Boot } from '#contract/_boot.contract.ts';
import { CABLE_PATH } from '#contract/_cable.contract.ts';
import { type ApiClient, createApiClient } from '../api/client.ts';
import { type AppActor, appMachine } from '../machines/_app/app.machine.ts';
import type { ToastsActor } from '../machines/_toasts/toasts.machine.ts';
import { type SessionActor, sessionMachine } from '../machines/session/session.machine.ts';
import type { Cable } from '../realtime/cable.ts';
import { createGateway, type Gateway } from '../realtime/gateway.ts';
import { cableUrlOf } from '../realtime/transport.ts';
import { clockNow, demoClock } from '../store/demo-clock.ts';
import { loginStackStore } from '../store/login-stack.store.ts';
import { resetStores } from '../store/reset.ts';
import { createResources, type Resources } from './_resource.actors.ts';
import { composeCable } from './_cable.actors.ts';
import { createDock, type Dock } from './_dock.actors.ts';
import { openTabs, type Tabs } from './_tabs.actors.ts';
import { createAskProof } from './ask-proof.ts';
import { createReportCrash, type ReportCrash } from './faults.actors.ts';
import { type AskGuard, createGuards } from './guards.actors.ts';
import { composeBulkJobs } from './bulk-jobs.ts';
import { createChat } from './chat.actors.ts';
import type { Chat } from './chat/chat-handle.ts';
import { composeImports } from './imports.actors.ts';
import { createRecorder, type Recorder } from './machines.actors.ts';
import { createPhone } from './phone.actors.ts';
import type { Phone } from './phone/phone-handle.ts';
import { composePrints } from './running-prints.ts';
import { composeTransfers } from './running-transfers.ts';
import { createSessionActors } from './session.actors.ts';

/**
 * Where the blueprints of what lives as long as the app meet the world. Read it, and `page-machines.ts` for single pages,
 * to see every machine and who fills its ports.
 */
export function composeMachines(api: ApiClient, gateway: Gateway, resources: Resources, world: World) {
  const cable = composeCable(gateway, cableUrlOf(world.location, CABLE_PATH));
  const session = sessionMachine.provide({
    actors: {
      ...createSessionActors(api, gateway, resources, world),
      cable,
      imports: composeImports(api, gateway),
      bulkJobs: composeBulkJobs(api, gateway),
      transfers: composeTransfers(api, gateway),
      printing: composePrints(api, gateway),
      phone: world.phone,
      chat: world.chat,
    },
    actions: {
      forgetReplies: () => world.forgetReplies(),
      reset: () => {
        world.forgetReplies();
        resetStores();
      },
      forgetLoginStack: () => loginStackStore.trigger.reset(),
      tellOtherTabs: () => world.tabs.tellIdentityChanged(),
      reload: () => world.location.assign('/'),
      tellStillActing: () => world.tell('bad', 'Leaving did not reach the server. You still act for somebody else.'),
      tellStillSignedIn: () => world.tell('bad', 'Signing out did not reach the server. You are still signed in.'),
    },
  });
  return appMachine.provide({ actors: { session } });
}

interface World {
  readonly location: Location;
  readonly tabs: Tabs;
  readonly forgetReplies: () => void;
  readonly tell: (tone: 'info' | 'good' | 'bad', text: string) => void;
  readonly phone: ReturnType<typeof createPhone>['actor'];
  readonly chat: ReturnType<typeof createChat>['actor'];
}

export interface AppActors {
  readonly boot: Boot;
  readonly api: ApiClient;
  readonly cable: Cable;
  readonly resources: Resources;
  readonly root: AppActor;
  readonly session: SessionActor;
  readonly toasts: ToastsActor;
  readonly askGuard: AskGuard;
  readonly reportCrash: ReportCrash;
  readonly phone: Phone;
  readonly chat: Chat;
  readonly dock: Dock;
  /** What every machine of this tab did lately. */
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
    onProofDue: () => askProof(),
    onClock: (aheadMs) => demoClock.trigger.moved({ aheadMs }),
    onReply: recorder.noteCall,
  });
  const resources = createResources(api);
  const tell: World['tell'] = (tone, text) => toasts.send({ type: 'toast.show', toast: { id: text, tone, text } });
  const parts = { boot, api, cable: gateway, inspect: recorder.inspect, tell };
  const { phone, actor: phoneActor } = createPhone(parts);
  const { chat, actor: chatActor } = createChat(parts);
  const app = composeMachines(api, gateway, resources, {
    location,
    phone: phoneActor,
    chat: chatActor,
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
    phone,
    chat,
    dock: createDock({ phone, chat }, recorder.inspect),
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
