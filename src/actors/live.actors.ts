import { merge } from 'rxjs';
import { fromEventObservable, fromPromise } from 'xstate';
import type { ImportAttempt } from '#contract/imports.contract.ts';
import type { Broadcast } from '#contract/broadcasts/broadcast.contract.ts';
import type { VerificationRun } from '#contract/verifications.contract.ts';
import { type LiveOverview, readLiveOverview } from '#contract/live.contract.ts';
import type { ApiClient } from '../api/client.ts';
import { type LiveFact, liveMachine } from '../machines/live/live.machine.ts';
import { observeBroadcastFacts } from '../realtime/broadcasts.stream.ts';
import { observeBulkBroadcasts } from '../realtime/bulk.stream.ts';
import { observeVerificationBroadcasts } from '../realtime/verifications.stream.ts';
import type { Cable } from '../realtime/cable.ts';
import { observeImportBroadcasts } from '../realtime/imports.stream.ts';
import { observePrintBroadcasts } from '../realtime/printing.stream.ts';
import { observeTransferBroadcasts } from '../realtime/transfers.stream.ts';
import { newIdempotencyKey } from '../api/idempotency-key.ts';
import { changeImport, changeRunningBroadcast, changeVerification } from './_running/work-changes.ts';

/** Fills the ports of `src/machines/live/*`. */
const createLiveActors = (api: ApiClient, cable: Cable) => ({
  readOverview: fromPromise<LiveOverview, undefined>(
    async ({ signal }) => (await api.call(readLiveOverview, { signal })).data,
  ),
  changeRunning: fromPromise<ImportAttempt, { kind: 'pause' | 'resume'; id: number }>(({ input }) =>
    changeImport(api, input.id, input.kind),
  ),
  changeVerification: fromPromise<VerificationRun, { id: number; command: 'pause' | 'resume' | 'cancel' }>(
    ({ input: { id, command } }) => changeVerification(api, { id, command, key: newIdempotencyKey() }),
  ),
  pauseSending: fromPromise<Broadcast, { readonly id: number }>(({ input: { id } }) =>
    changeRunningBroadcast(api, { id, command: 'pause', key: newIdempotencyKey() }),
  ),
  downlineBroadcasts: fromEventObservable<LiveFact, undefined>(() =>
    merge(
      observeImportBroadcasts(cable, { audience: 'downline' }),
      observeBroadcastFacts(cable, { audience: 'downline' }),
      observeBulkBroadcasts(cable, { audience: 'downline' }),
      observeTransferBroadcasts(cable, { audience: 'downline' }),
      observePrintBroadcasts(cable, { audience: 'downline' }),
      observeVerificationBroadcasts(cable, { audience: 'downline' }),
    ),
  ),
});

/** The machine of the live page. */
export const composeLive = (api: ApiClient, cable: Cable) => ({
  live: liveMachine.provide({ actors: createLiveActors(api, cable) }),
});
