import { type ActorRefFrom, setup } from 'xstate';
import type { CurrentUser } from '#contract/session.contract.ts';
import { cableMachine } from '../_cable/cable.machine.ts';
import { runningMachines } from '../_running/kinds.ts';
import { callListMachine } from '../call-list/call-list.machine.ts';
import { importsMachine } from '../imports/imports.machine.ts';
import { callbackPort } from '../port.ts';
import { confirmMachine } from '../session/confirm.machine.ts';

export interface FeatureInput {
  readonly user: CurrentUser;
}

export interface WorkplaceInput extends FeatureInput {
  readonly random: () => number;
}

/**
 * Features that run as long as a user works, on every page. An entry here and its ports in
 * `src/actors/_frame/workplace.actors.ts` make a feature; each gets the user as input.
 */
export const features = {
  ...runningMachines,
  imports: importsMachine,
  confirm: confirmMachine,
  callList: callListMachine,
  /** Notifies the user; keeps resources up to date. */
  notifications: callbackPort<FeatureInput>('notifications'),
  /** Shows and saves the display options of the user. */
  display: callbackPort<FeatureInput>('display'),
  /** The phone of the user, once it has loaded. */
  phone: callbackPort<FeatureInput>('phone'),
  /** MAX, once opened. */
  chat: callbackPort<FeatureInput>('chat'),
};

export type FeatureId = keyof typeof features;
export type FeatureActors = { readonly [Id in FeatureId]: ActorRefFrom<(typeof features)[Id]> };

/** Every feature has the same input; the compiler can't pair each name with its logic in a list. */
const runs = (id: FeatureId) =>
  ({ id, src: id, input: ({ context: { user } }: { context: WorkplaceInput }) => ({ user }), onError: {} }) as never;

/**
 * Features of one user, child of the session's working state: leaving that state stops all of them, so that streams
 * unsubscribe and sockets close. A feature that fails leaves the others running. Ends when the server disconnects the
 * cable because no one is signed in.
 */
export const workplaceMachine = setup({
  types: {
    input: {} as WorkplaceInput,
    context: {} as WorkplaceInput,
    children: {} as { [Id in FeatureId | 'cable']: Id },
  },
  actors: { cable: cableMachine, ...features },
  guards: { wasDismissed: (_, params: { reason: string | null }) => params.reason === 'unauthorized' },
}).createMachine({
  id: 'workplace',
  context: ({ input }) => input,
  initial: 'open',
  states: {
    open: {
      invoke: [
        {
          id: 'cable',
          src: 'cable',
          input: ({ context }) => ({ random: context.random }),
          onDone: { guard: { type: 'wasDismissed', params: ({ event }) => event.output }, target: 'dismissed' },
          onError: {},
        },
        ...(Object.keys(features) as FeatureId[]).map(runs),
      ],
    },
    dismissed: { type: 'final' },
  },
});

export type WorkplaceActor = ActorRefFrom<typeof workplaceMachine>;
