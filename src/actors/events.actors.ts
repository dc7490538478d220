import { fromEventObservable, fromPromise } from 'xstate';
import { readContact } from '#contract/contacts.contract.ts';
import { events } from '#contract/events.contract.ts';
import { readTimeline } from '#contract/timeline.contract.ts';
import { dayIn } from '#rules/time/days.ts';
import type { ApiClient } from '../api/client.ts';
import { asApiError } from '../api/errors.ts';
import type { Toast } from '../machines/_toasts/toasts.machine.ts';
import { type DueEvent, remindersMachine } from '../machines/events/reminders.machine.ts';
import { observeCalendar } from '../realtime/events.stream.ts';
import type { Cable } from '../realtime/cable.ts';
import { showNotice } from './messages/text-notice.ts';
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

interface AroundReminders {
  readonly cable: Cable;
  /** IANA zone of the user. */
  readonly zone: string;
  readonly toast: (toast: Omit<Toast, 'id'>) => void;
  /** Opens a page of the app in this tab. */
  readonly open: (href: string) => void;
}

/** The machine of reminders, on every page. */
export const composeReminders = ({ cable, zone, toast, open }: AroundReminders) =>
  remindersMachine.provide({
    actors: { broadcasts: fromEventObservable(() => observeCalendar(cable)) },
    actions: {
      announce: (_, { due }) => {
        const show = () => open(`/calendar?${new URLSearchParams({ date: dayOf(due, zone), event: due.key })}`);
        const text = `${due.title}, ${whenOf(due, zone)}`;
        toast({
          tone: due.needs_soa ? 'warn' : 'info',
          text: due.needs_soa ? `${text}. The scope of appointment isn't signed` : text,
          action: { label: 'Open', run: show },
        });
        showNotice({ title: 'Reminder', body: text, tag: `event-${due.key}-${due.minutes}` }, show);
      },
      announceBooking: (_, { booking }) => {
        const { what, title, name, event_id: id, starts_at: start } = booking;
        const at = new Date(start);
        const when = new Intl.DateTimeFormat('en-US', {
          dateStyle: 'medium',
          timeStyle: 'short',
          timeZone: zone,
        }).format(at);
        const date = dayIn(zone, at.getTime());
        const show = () =>
          open(`/calendar?${new URLSearchParams({ date, ...(id !== null && { event: String(id) }) })}`);
        const text = `${name} ${BOOKING_WORDS[what]} ${title}, ${when}`;
        toast({ tone: what === 'cancelled' ? 'warn' : 'info', text, action: { label: 'Open', run: show } });
        showNotice({ title: 'Booking', body: text, tag: `booking-${booking.booking_id}-${what}` }, show);
      },
    },
  });

const BOOKING_WORDS = { booked: 'booked', moved: 'moved', cancelled: 'canceled' } as const;

const dayOf = ({ day, starts_at: start }: DueEvent, zone: string): string => day ?? dayIn(zone, Date.parse(start));

const whenOf = ({ day, starts_at: start }: DueEvent, zone: string): string =>
  day === null
    ? new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone: zone }).format(new Date(start))
    : 'all day';
