import { map } from 'rxjs';
import { fromEventObservable, fromPromise } from 'xstate';
import {
  attachBroadcastPicture,
  deleteBroadcast,
  openMailingGroup,
  openSmsGroup,
  readBroadcast,
  sendBroadcastEmail,
  sendBroadcastSms,
  unscheduleBroadcast,
  updateBroadcast,
} from '#contract/broadcasts.contract.ts';
import type { Broadcast } from '#contract/broadcasts/broadcast.contract.ts';
import type { ApiClient } from '../api/client.ts';
import type { AskedChange, BroadcastNews, DraftSave } from '../machines/broadcasts/broadcast-context.ts';
import { broadcastMachine } from '../machines/broadcasts/broadcast.machine.ts';
import { observeBroadcastFacts } from '../realtime/broadcasts.stream.ts';
import type { Cable } from '../realtime/cable.ts';
import type { Resources } from './_resource.actors.ts';
import { changeRunningBroadcast } from './_running/work-changes.ts';

/** What a change of a broadcast makes stale, by the names of the endpoints. */
const STALE = ['listBroadcasts', 'listRecipients', 'findRecipient', 'previewRecipient', 'dryRunBroadcast'].map(
  (name) => ({ name }),
);

async function change(
  api: ApiClient,
  { id, channel }: Broadcast,
  { change: asked, key }: AskedChange,
): Promise<Broadcast | null> {
  const isText = channel === 'text';
  const about = { params: { id }, idempotencyKey: key };
  const open = isText ? openSmsGroup : openMailingGroup;
  switch (asked.kind) {
    case 'count':
      return (await api.call(open, { body: { broadcast_id: id }, idempotencyKey: key })).data;
    case 'select': {
      const body = { broadcast_id: id, selection: asked.selection };
      return (await api.call(open, { body, idempotencyKey: key })).data;
    }
    case 'attach':
      return (await api.call(attachBroadcastPicture, { ...about, file: asked.picture })).data;
    case 'send': {
      const body = { broadcast_id: id, recipients: asked.recipients };
      return (await api.call(isText ? sendBroadcastSms : sendBroadcastEmail, { body, idempotencyKey: key })).data;
    }
    case 'unschedule':
      return (await api.call(unscheduleBroadcast, about)).data;
    case 'delete':
      await api.call(deleteBroadcast, about);
      return null;
    default:
      return changeRunningBroadcast(api, { id, command: asked.kind, key });
  }
}

/** The machine of the pages of one broadcast. */
export const composeBroadcast = (api: ApiClient, cable: Cable, resources: Pick<Resources, 'invalidate'>) => ({
  broadcast: broadcastMachine.provide({
    actors: {
      readBroadcast: fromPromise<Broadcast, { id: number }>(
        async ({ input: { id }, signal }) => (await api.call(readBroadcast, { params: { id }, signal })).data,
      ),
      saveDraft: fromPromise<Broadcast, { id: number; save: DraftSave }>(async ({ input: { id, save } }) => {
        const body = { ...save.edits, version: save.version };
        const { data } = await api.call(updateBroadcast, { params: { id }, body, idempotencyKey: save.key });
        resources.invalidate(STALE);
        return data;
      }),
      changeBroadcast: fromPromise<Broadcast | null, { broadcast: Broadcast; asked: AskedChange }>(
        async ({ input: { broadcast, asked } }) => {
          const changed = await change(api, broadcast, asked);
          resources.invalidate(STALE);
          return changed;
        },
      ),
      broadcastNews: fromEventObservable<BroadcastNews, { id: number }>(({ input: { id } }) =>
        observeBroadcastFacts(cable, { broadcast_id: id }).pipe(
          map(
            (fact): BroadcastNews =>
              'broadcast' in fact ? { type: 'broadcast.told', broadcast: fact.broadcast } : fact,
          ),
        ),
      ),
    },
  }),
});
