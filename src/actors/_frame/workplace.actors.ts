import { filter, pairwise } from 'rxjs';
import { type EventObject, fromCallback, fromPromise } from 'xstate';
import { CABLE_PATH } from '#contract/_cable.contract.ts';
import { confirmIdentity, readMe } from '#contract/session.contract.ts';
import type { ApiClient } from '../../api/client.ts';
import { type FeatureInput, workplaceMachine } from '../../machines/_app/workplace.machine.ts';
import { confirmMachine, type Proof } from '../../machines/session/confirm.machine.ts';
import type { Cable } from '../../realtime/cable.ts';
import type { Gateway } from '../../realtime/gateway.ts';
import { cableUrlOf } from '../../realtime/transport.ts';
import { composeCable } from '../_cable.actors.ts';
import { composeCallList } from '../call-list.actors.ts';
import { keepDisplay } from './display.actors.ts';
import type { Resources } from '../_resource.actors.ts';
import { composeRunning } from '../_running/running.actors.ts';
import type { createLateParts } from './late-parts.ts';
import type { Phone } from '../phone/phone-handle.ts';
import { observeResourceChanges, observeStaleness } from './notifications.actors.ts';
import { failing } from '../session/session-failures.ts';

export interface WorkplaceWorld {
  readonly location: Location;
  readonly lateFeatures: ReturnType<typeof createLateParts>['features'];
  readonly phone: Pick<Phone, 'view' | 'send'>;
  /** Reloads the user and what they may do. */
  readonly refreshSession: () => void;
}

/** Fills the ports of the workplace: one entry a feature. */
export const composeWorkplace = (api: ApiClient, gateway: Gateway, resources: Resources, world: WorkplaceWorld) =>
  workplaceMachine.provide({
    actors: {
      cable: composeCable(gateway, cableUrlOf(world.location, CABLE_PATH)),
      ...composeRunning(api, gateway),
      confirm: composeConfirm(api),
      callList: composeCallList(api, world.phone),
      notifications: composeNotifications(gateway, resources, world.refreshSession),
      display: fromCallback<EventObject, FeatureInput>(({ input }) => keepDisplay(api, input.user)),
      ...world.lateFeatures,
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

const composeNotifications = (cable: Cable, resources: Resources, refreshSession: () => void) =>
  fromCallback<EventObject, FeatureInput>(() => {
    const listening = observeStaleness(cable).subscribe((endpoints) => resources.invalidate(endpoints));
    listening.add(
      observeResourceChanges(cable).subscribe((endpoints) => {
        if (endpoints === null) resources.invalidateUnder('/v1', () => true);
        else resources.invalidate(endpoints);
        if (endpoints?.some(({ name }) => name === readMe.name)) refreshSession();
      }),
    );
    listening.add(
      cable.freshness$
        .pipe(
          pairwise(),
          filter(([before, now]) => before.state !== 'connecting' && now.state === 'live'),
        )
        .subscribe(() => resources.reloadFailed()),
    );
    return () => listening.unsubscribe();
  });
