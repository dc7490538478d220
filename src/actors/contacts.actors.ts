import { asyncScheduler, map, merge, type Observable, partition, type SchedulerLike, throttleTime } from 'rxjs';
import { fromPromise } from 'xstate';
import { type Contact, readContact, updateContact } from '#contract/contacts.contract.ts';
import type { ApiClient } from '../api/client.ts';
import { FIELD_QUERIES } from '../machines/contacts/field-edits.ts';
import { fieldEditsMachine, type FieldOrder } from '../machines/contacts/field-edits.machine.ts';
import type { Cable } from '../realtime/cable.ts';
import { observeContact } from '../realtime/contacts.stream.ts';
import { fieldDraftsStore } from '../store/field-drafts.store.ts';
import type { Resources } from './_resource.actors.ts';
import { LOAD_AGAIN_MS } from './_frame/notifications.actors.ts';

/** The machine of the fields of one contact. */
export const composeFieldEdits = (api: ApiClient, resources: Resources) => ({
  fieldEdits: fieldEditsMachine.provide({
    actors: {
      save: fromPromise<Contact, FieldOrder>(async ({ input: { change, key } }) => {
        const { data } = await api.call(updateContact, { ...change, idempotencyKey: key });
        resources.invalidate(FIELD_QUERIES);
        return data;
      }),
    },
    actions: {
      keepDrafts: (_, { contactId, drafts }) => fieldDraftsStore.trigger.kept({ contactId, drafts }),
      readAgain: () => resources.invalidate([readContact]),
    },
  }),
});

/**
 * Stale parts of one contact: everything after a change or a gap in the stream, reported immediately and then at most
 * once a second; after the first message only the contact itself, because earlier data may be older. Never errors.
 */
export function observeContactStaleness(
  cable: Cable,
  contactId: number,
  scheduler: SchedulerLike = asyncScheduler,
): Observable<'contact' | 'everything'> {
  const [places$, changes$] = partition(observeContact(cable, contactId), ({ type }) => type === 'stream.positioned');
  return merge(
    places$.pipe(map(() => 'contact' as const)),
    changes$.pipe(
      throttleTime(LOAD_AGAIN_MS, scheduler, { leading: true, trailing: true }),
      map(() => 'everything' as const),
    ),
  );
}
