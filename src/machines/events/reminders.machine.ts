import { assign, setup } from 'xstate';
import type { StreamBroadcast } from '#contract/_cable.contract.ts';
import type { CalendarBroadcast } from '#contract/events/calendar.contract.ts';
import { streamPort } from '../port.ts';

export type DueEvent = Extract<CalendarBroadcast, { type: 'event.due' }>;

/** Reminders that are remembered as told. Ours: more than a day has. */
const TOLD_MAX = 100;
/** Milliseconds after its start for which an event is still news. Ours. */
const LATE_MS = 5 * 60_000;

export type ChangedBooking = Extract<CalendarBroadcast, { type: 'booking.changed' }>;

const nameOfBooking = ({ booking_id: id, what }: ChangedBooking): string => `booking ${id} ${what}`;
const nameOf = ({ key, starts_at: start, minutes }: DueEvent): string => `${key} ${start} ${minutes}`;

interface RemindersContext {
  readonly now: () => number;
  /** Names of reminders that were told, oldest first. */
  readonly told: readonly string[];
}

/**
 * Announces events that are about to begin, and what visitors do with bookings, each once. A stream may repeat what it said, and a connection that
 * comes back says what was missed: neither a repetition nor an event that began minutes ago is announced.
 */
export const remindersMachine = setup({
  types: {
    input: {} as { now: () => number },
    context: {} as RemindersContext,
    events: {} as CalendarBroadcast | StreamBroadcast,
  },
  actors: { broadcasts: streamPort<CalendarBroadcast | StreamBroadcast>('broadcasts') },
  actions: {
    /** A message on the page, and a notification of the desktop where the page isn't seen. */
    announce: (_scope, _params: { due: DueEvent }) => undefined,
    announceBooking: (_scope, _params: { booking: ChangedBooking }) => undefined,
    rememberBooking: assign({
      told: ({ context }, { booking }: { booking: ChangedBooking }) =>
        [...context.told, nameOfBooking(booking)].slice(-TOLD_MAX),
    }),
    remember: assign({
      told: ({ context }, { due }: { due: DueEvent }) => [...context.told, nameOf(due)].slice(-TOLD_MAX),
    }),
  },
  guards: {
    isNewBooking: ({ context }, { booking }: { booking: ChangedBooking }) =>
      !context.told.includes(nameOfBooking(booking)),
    isNews: ({ context }, { due }: { due: DueEvent }) =>
      !context.told.includes(nameOf(due)) && Date.parse(due.starts_at) > context.now() - LATE_MS,
  },
}).createMachine({
  id: 'reminders',
  context: ({ input: { now } }) => ({ now, told: [] }),
  invoke: { src: 'broadcasts', onError: {} },
  initial: 'listening',
  states: {
    listening: {
      on: {
        'event.due': {
          guard: { type: 'isNews', params: ({ event }) => ({ due: event }) },
          actions: [
            { type: 'announce', params: ({ event }) => ({ due: event }) },
            { type: 'remember', params: ({ event }) => ({ due: event }) },
          ],
        },
        'booking.changed': {
          guard: { type: 'isNewBooking', params: ({ event }) => ({ booking: event }) },
          actions: [
            { type: 'announceBooking', params: ({ event }) => ({ booking: event }) },
            { type: 'rememberBooking', params: ({ event }) => ({ booking: event }) },
          ],
        },
      },
    },
  },
});
