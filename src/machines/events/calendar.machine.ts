import { assign, emit, setup } from 'xstate';
import type { CalendarEvent, EventScope } from '#contract/events.contract.ts';
import { promisePort } from '../port.ts';

export type MovableEvent = Pick<CalendarEvent, 'id' | 'version' | 'title' | 'occurrence'>;

/** When an event is to be; absent parts stay. */
export type EventTimes = Partial<
  Pick<CalendarEvent, 'all_day' | 'start_date' | 'start_time' | 'end_date' | 'end_time' | 'zone'>
>;

export interface EventWrite {
  readonly key: string;
  readonly event: MovableEvent;
  /** `null`: it is deleted. */
  readonly times: EventTimes | null;
  readonly scope: EventScope;
}

const NOTHING: MovableEvent = { id: 0, version: 0, title: '', occurrence: null };

const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

interface CalendarContext {
  readonly newKey: () => string;
  /** The last one, or the one that is asked about. */
  readonly write: EventWrite;
}

type CalendarCommand =
  | { readonly type: 'calendar.move'; readonly event: MovableEvent; readonly times: EventTimes }
  | { readonly type: 'calendar.remove'; readonly event: MovableEvent }
  /** Which events of the series are meant. */
  | { readonly type: 'calendar.choose'; readonly scope: EventScope }
  | { readonly type: 'calendar.cancel' };

type CalendarFact =
  | { readonly type: 'written'; readonly write: EventWrite; readonly changeId: number }
  | { readonly type: 'refused'; readonly message: string };

/**
 * Moves and deletes events of a calendar, one at a time. For an event of a series it asks first which ones are meant.
 *
 *   idle ─move, remove→ writing ─→ idle
 *     └── of a series ─→ asking ─choose→ writing
 */
export const calendarMachine = setup({
  types: {
    input: {} as { newKey: () => string },
    context: {} as CalendarContext,
    events: {} as CalendarCommand,
    emitted: {} as CalendarFact,
    tags: {} as 'asking' | 'writing',
  },
  actors: { writeEvent: promisePort<number, EventWrite>('writeEvent') },
  actions: {
    begin: assign(({ context }, { event, times }: { event: MovableEvent; times: EventTimes | null }) => ({
      write: { key: context.newKey(), event, times, scope: 'one' as const },
    })),
    choose: assign({ write: ({ context }, { scope }: { scope: EventScope }) => ({ ...context.write, scope }) }),
  },
  guards: { isOfSeries: (_, { event }: { event: MovableEvent }) => event.occurrence !== null },
}).createMachine({
  id: 'calendar',
  context: ({ input }) => ({ ...input, write: { key: '', event: NOTHING, times: {}, scope: 'one' } }),
  initial: 'idle',
  states: {
    idle: {
      on: {
        'calendar.move': [
          {
            guard: { type: 'isOfSeries', params: ({ event }) => event },
            target: 'asking',
            actions: { type: 'begin', params: ({ event }) => event },
          },
          { target: 'writing', actions: { type: 'begin', params: ({ event }) => event } },
        ],
        'calendar.remove': [
          {
            guard: { type: 'isOfSeries', params: ({ event }) => event },
            target: 'asking',
            actions: { type: 'begin', params: ({ event }) => ({ event: event.event, times: null }) },
          },
          {
            target: 'writing',
            actions: { type: 'begin', params: ({ event }) => ({ event: event.event, times: null }) },
          },
        ],
      },
    },
    asking: {
      tags: ['asking'],
      on: {
        'calendar.choose': { target: 'writing', actions: { type: 'choose', params: ({ event }) => event } },
        'calendar.cancel': 'idle',
      },
    },
    writing: {
      tags: ['writing'],
      invoke: {
        src: 'writeEvent',
        input: ({ context }) => context.write,
        onDone: {
          target: 'idle',
          actions: emit(({ context: { write }, event }) => ({
            type: 'written' as const,
            write,
            changeId: event.output,
          })),
        },
        onError: {
          target: 'idle',
          actions: emit(({ event }) => ({ type: 'refused' as const, message: sentenceOf(event.error) })),
        },
      },
    },
  },
});
