import { type AnyRouter, RouterContextProvider } from '@tanstack/react-router';
import { act, type ReactNode } from 'react';
import { NEVER, Subject } from 'rxjs';
import type { ContactRow } from '#contract/contacts/contact-list.contract.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { permissionsOf } from '#rules/access/permissions.ts';
import { createResources } from '../../src/actors/_resource.actors.ts';
import type { AppActors } from '../../src/actors/root.ts';
import type { ApiClient } from '../../src/api/client.ts';
import { ApiError } from '../../src/api/errors.ts';
import type { Toast } from '../../src/machines/_toasts/toasts.machine.ts';
import { AppContext } from '../../src/views/_base/app-context.ts';
import { mount, settle } from '../_kit/mount.ts';
import { NO_PHONE } from '../phone/no-phone.ts';
import { contact, row } from './sample-contact.ts';
import { sessionAtWork } from '../_kit/session-at-work.ts';

/** Messages of the cable, on every channel. */
const heard$ = new Subject<unknown>();

/** Lets the cable say something, and what follows from it happen. */
export async function told(body: object): Promise<void> {
  act(() => heard$.next(body));
  await calm();
}

export { contact, row };

export const page = (rows: readonly ContactRow[], more: object = {}) => ({
  data: rows,
  meta: {
    current_page: 1,
    limit: 50,
    total_count: rows.length,
    total_pages: 1,
    next_cursor: null,
    previous_cursor: null,
    groups: { mine: rows.length, downline: 0, all: rows.length, deleted: 0 },
    ...more,
  },
});

export const refused = (fields: Record<string, string[]>, code = 'refused') =>
  new ApiError('rejected', { code, message: 'That does not work.', fields });

export interface Called {
  readonly name: string;
  readonly args: Record<string, unknown>;
}

/** An answer, an error to refuse with, or what makes one of the two from the arguments. */
export type Answer = object | ApiError | ((args: Record<string, unknown>) => object | ApiError | Promise<object>);

/** What is answered where a test says nothing: an empty list. */
const NOTHING = { data: [], meta: { current_page: 1, limit: 50, total_count: 0, total_pages: 1 } };

/** The app around a view of contacts: answers by the endpoint's name; tells what was asked, said and opened. */
export async function openDesk(
  view: ReactNode,
  answers: Record<string, Answer>,
  who: object = {},
  phone = NO_PHONE,
  features: Parameters<typeof sessionAtWork>[1] = {},
) {
  const called: Called[] = [];
  const toasts: Toast[] = [];
  const opened: unknown[] = [];
  const api: ApiClient = {
    call: async (endpoint: Endpoint, { idempotencyKey: _key, signal: _signal, ...args }) => {
      called.push({ name: endpoint.name, args });
      const answer = answers[endpoint.name] ?? NOTHING;
      const given = await (typeof answer === 'function' ? answer(args) : answer);
      if (given instanceof ApiError) throw given;
      return given as never;
    },
    leavePage: () => undefined,
  };
  const sent: unknown[] = [];
  const user = {
    id: 1007,
    timezone: 'est',
    roles: ['agent'],
    permissions: permissionsOf([['agent']]),
    downline_count: 0,
    identity: [{}],
    max_plus_subscription: { active: false, plan: null },
    feature_overrides: [],
    ...who,
  };
  const actors = {
    api,
    cable: { channel: () => heard$, reject: () => undefined, freshness$: NEVER },
    resources: createResources(api),
    boot: { brand: 'bellwether' },
    phone,
    recorder: { inspect: () => undefined },
    session: sessionAtWork(user, features, (event) => sent.push(event)),
    toasts: { send: (event: { type: string; toast?: Toast }) => event.toast && toasts.push(event.toast) },
  } as unknown as AppActors;
  const history = { block: () => () => undefined, canGoBack: () => false };
  const router = { options: {}, history, navigate: (to: unknown) => opened.push(to) } as unknown as AnyRouter;
  const wrap = (inner: ReactNode) => (
    <RouterContextProvider router={router}>
      <AppContext value={actors}>{inner}</AppContext>
    </RouterContextProvider>
  );
  const render = mount(wrap(view));
  await calm();
  const asked = (name: string) => called.filter((call) => call.name === name).map(({ args }) => args);
  return {
    asked,
    toasts,
    opened,
    sent,
    show: async (next: ReactNode) => {
      render(wrap(next));
      await calm();
    },
  };
}

/** Lets calls, their answers and what follows from them happen. */
export async function calm(): Promise<void> {
  for (let turn = 0; turn < 8; turn += 1) await settle();
  // The query cache tells its listeners in a task of its own.
  await act(() => new Promise((resolve) => void setTimeout(resolve)));
  for (let turn = 0; turn < 4; turn += 1) await settle();
}

export const key = async (name: string, target: Element = document.body, more: KeyboardEventInit = {}) => {
  act(() => {
    target.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true, ...more }));
  });
  await calm();
};

/** The button with this name, as it is read out. */
export const button = (name: string): HTMLButtonElement => {
  const found = [...document.querySelectorAll('button')].filter(
    (one) => (one.getAttribute('aria-label') ?? one.textContent) === name,
  );
  if (found.length !== 1 || !found[0]) throw new Error(`${found.length} buttons ${name}`);
  return found[0];
};
