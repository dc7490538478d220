import { fromPromise } from 'xstate';
import { readContact } from '#contract/contacts.contract.ts';
import { events } from '#contract/events.contract.ts';
import { readTimeline } from '#contract/timeline.contract.ts';
import type { ApiClient } from '../api/client.ts';
import { asApiError } from '../api/errors.ts';
import { calendarMachine, type EventWrite } from '../machines/events/calendar.machine.ts';
import type { Resources } from './_resource.actors.ts';

const SHOWN = [events.list, events.ofContact, events.history, readTimeline, readContact];

/** Fills the ports of `src/machines/events/*`. */
export const composeEvents = (api: ApiClient, resources: Resources) => ({
  calendar: calendarMachine.provide({
    actors: {
      writeEvent: fromPromise<number, EventWrite>(async ({ input: { key, event, times, scope } }) => {
        const of = { scope, ...(event.occurrence !== null && { occurrence: event.occurrence }) };
        const params = { id: event.id };
        const written =
          times === null
            ? api.call(events.remove, { params, query: of, idempotencyKey: key })
            : api.call(events.update, {
                params,
                body: { ...times, ...of, version: event.version },
                idempotencyKey: key,
              });
        try {
          return (await written).meta.change_id;
        } catch (error) {
          throw asApiError(error);
        } finally {
          // Also after a refusal: the page shows what is stored.
          resources.invalidate(SHOWN);
        }
      }),
    },
  }),
});
