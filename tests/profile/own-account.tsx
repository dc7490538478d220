import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, type ReactNode } from 'react';
import { type Observable, NEVER } from 'rxjs';
import { assign, createActor, createMachine, fromCallback } from 'xstate';
import type { Endpoint } from '#contract/endpoint.ts';
import type { CurrentUser } from '#contract/session.contract.ts';
import { createResources } from '../../src/actors/_resource.actors.ts';
import type { AppActors } from '../../src/actors/root.ts';
import type { ApiClient } from '../../src/api/client.ts';
import { ApiError } from '../../src/api/errors.ts';
import { features } from '../../src/machines/_app/workplace.machine.ts';
import type { Toast } from '../../src/machines/_toasts/toasts.machine.ts';
import { AppContext } from '../../src/views/_base/app-context.ts';
import { mount } from '../_kit/mount.ts';
import { NO_PHONE } from '../phone/no-phone.ts';
// Loaded ahead, so that the lazily loaded part is there as soon as it is asked for.
import '../../src/views/_kit/overlays/AlertDialog.tsx';

const step = (userId: number, name: string) => ({
  session_id: userId,
  user_id: userId,
  name,
  marker: null,
  reason: '',
  since: '2026-11-20T15:00:00.000Z',
  expires_at: '2026-11-21T15:00:00.000Z',
});

export const dana = (differs: Partial<CurrentUser> = {}): CurrentUser =>
  ({
    id: 1007,
    username: 'dana',
    first_name: 'Dana',
    last_name: 'Whitfield',
    email: 'dana@example.test',
    phone: '+15125550142',
    roles: ['agent'],
    permissions: ['contacts.read', 'imports.run'],
    timezone: 'est',
    'has_2fa_enabled?': false,
    wallet_feature_enabled: false,
    max_plus_subscription: { active: false, plan: null },
    c_1: false,
    feature_overrides: [],
    webpage: { domain: 'dana', title: 'Dana', about_me: '', active: true, photo: null, flyer: null },
    identity: [step(1007, 'Dana Whitfield')],
    ...differs,
  }) as CurrentUser;

/** Dana, while a manager is logged in as her. */
export const actedFor = (): CurrentUser =>
  dana({ identity: [step(1001, 'Marcus Ellery'), step(1007, 'Dana Whitfield')] });

export const refused = (field: string, message: string) =>
  new ApiError('rejected', { code: 'refused', message, fields: { [field]: [message] } });

type Answer = object | ApiError;

/** What a part of the account loads besides lists. */
const ALWAYS: Readonly<Record<string, Answer>> = {
  readOwnWebpage: {
    data: { url: null, active: false, gaps: [], organizations: null, plans: null, needs_numbers: false },
  },
  readProfile: { data: { personal_photo: null, logo: null, webpage_photo: null, webpage_flyer: null } },
  listWebpageLeads: { data: [], meta: { current_page: 1, limit: 10, total_count: 0, total_pages: 1 } },
};

/** The app around a part of the own account: answers by the endpoint's name; tells what was asked, said and sent. */
export async function openAccount(
  view: ReactNode,
  answers: Readonly<Record<string, Answer>> = {},
  {
    user = dana(),
    brand = 'bellwether',
    heard$ = NEVER,
  }: { user?: CurrentUser; brand?: string; heard$?: Observable<unknown> } = {},
) {
  const called: { name: string; args: unknown }[] = [];
  const said: string[] = [];
  const sent: object[] = [];
  const session = createActor(
    createMachine({
      types: {} as { context: { user: CurrentUser }; events: { type: 'session.userChanged'; user: CurrentUser } },
      context: { user },
      invoke: {
        id: 'workplace',
        src: createMachine({
          invoke: Object.keys(features).map((id) => ({ id, src: fromCallback(() => undefined) })),
        }),
      },
      on: { 'session.userChanged': { actions: assign({ user: ({ event }) => event.user }) } },
    }),
    { inspect: ({ type, ...told }) => type === '@xstate.event' && isAsked(told) && sent.push(told.event) },
  ).start();
  const api: ApiClient = {
    call: async (endpoint: Endpoint, { idempotencyKey: _key, signal: _signal, ...args }) => {
      called.push({ name: endpoint.name, args });
      const answer = answers[endpoint.name] ?? ALWAYS[endpoint.name] ?? { data: [] };
      if (answer instanceof ApiError) throw answer;
      return answer as never;
    },
    leavePage: () => undefined,
  };
  const actors = {
    api,
    cable: { channel: () => heard$, reject: () => undefined },
    resources: createResources(api),
    boot: { brand },
    session,
    phone: NO_PHONE,
    toasts: { send: (event: { toast?: Toast }) => event.toast && said.push(event.toast.text) },
  } as unknown as AppActors;
  globalThis.scrollTo = () => undefined;
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <AppContext value={actors}>{view}</AppContext> }),
    history: createMemoryHistory({ initialEntries: ['/account/profile'] }),
  });
  await router.load();
  mount(<RouterProvider router={router as never} />);
  await calm();
  const asked = (name: string) => called.filter((call) => call.name === name).map(({ args }) => args);
  return { asked, said, sent };
}

/** Events that a view has sent to the session. */
const isAsked = (told: object): told is { event: { type: string } } =>
  'event' in told && (told.event as { type: string }).type.startsWith('session.');

/** Lets loads, lazily loaded parts and what follows from them settle. */
export const calm = async (): Promise<void> => {
  for (let round = 0; round < 6; round += 1) await act(() => new Promise((resolve) => void setImmediate(resolve)));
};

export const labelled = (text: string): HTMLInputElement => {
  const label = [...document.querySelectorAll('label')].find((one) => one.textContent === text);
  const input = label?.htmlFor ? document.getElementById(label.htmlFor) : label?.querySelector('input');
  if (!(input instanceof HTMLElement)) throw new Error(`no field ${text}`);
  return input as HTMLInputElement;
};

export const button = (text: string): HTMLButtonElement => {
  const found = [...document.querySelectorAll('button')].find((one) => one.textContent?.startsWith(text));
  if (found === undefined) throw new Error(`no button ${text}`);
  return found;
};

/** Label and value of a field. */
export const noteOf = (input: HTMLElement): string | null => {
  const id = input.getAttribute('aria-describedby');
  return id === null ? null : (document.getElementById(id)?.textContent ?? null);
};
