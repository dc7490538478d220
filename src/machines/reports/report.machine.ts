import { assign, emit, setup } from 'xstate';
import { type Refusal, refusalOf } from '../imports/refusal.ts';
import { promisePort } from '../port.ts';

/** What the page has read of the report. */
export interface ReportSeen {
  /** False: it has no numbers for the reader, or those of an earlier definition. */
  readonly isCurrent: boolean;
}

export interface ReportOrder {
  readonly id: number;
  readonly key: string;
}

/**
 * The numbers of one report, run by its page.
 *
 *   reading → shown ⇄ computing → canceled
 *      └────────────────↑ └→ failed
 *
 * A report without numbers is computed once, when it is first read; after that only when the reader asks. Canceling ends
 * the request, and with it the work of the server. Each computation has a key of its own.
 */
export const reportMachine = setup({
  types: {
    input: {} as { id: number; newKey: () => string },
    context: {} as { id: number; newKey: () => string; order: ReportOrder | null; refusal: Refusal | null },
    events: {} as ({ type: 'report.read' } & ReportSeen) | { type: 'report.refresh' } | { type: 'report.cancel' },
    emitted: {} as { type: 'report.computed' },
    tags: {} as 'busy' | 'canceled' | 'failed',
  },
  actors: { compute: promisePort<void, ReportOrder>('compute') },
  actions: {
    /** Pages that show the numbers load them again. */
    tellChanged: () => undefined,
    take: assign({ order: ({ context: { id, newKey } }) => ({ id, key: newKey() }), refusal: null }),
    tellComputed: emit({ type: 'report.computed' }),
  },
  guards: { isCurrent: (_, { isCurrent }: ReportSeen) => isCurrent },
}).createMachine({
  id: 'report',
  context: ({ input }) => ({ ...input, order: null, refusal: null }),
  initial: 'reading',
  states: {
    reading: {
      on: {
        'report.read': [
          { guard: { type: 'isCurrent', params: ({ event }) => event }, target: 'shown' },
          { target: 'computing', actions: 'take' },
        ],
      },
    },
    shown: { on: { 'report.refresh': { target: 'computing', actions: 'take' } } },
    computing: {
      tags: ['busy'],
      invoke: {
        src: 'compute',
        // Entered with an order only.
        input: ({ context }) => context.order!,
        onDone: { target: 'shown', actions: ['tellChanged', 'tellComputed'] },
        onError: { target: 'failed', actions: assign({ refusal: ({ event }) => refusalOf(event.error) }) },
      },
      on: { 'report.cancel': 'canceled' },
    },
    /** The numbers are those from before; the answer may have come just then. */
    canceled: {
      tags: ['canceled'],
      entry: 'tellChanged',
      on: { 'report.refresh': { target: 'computing', actions: 'take' } },
    },
    failed: { tags: ['failed'], on: { 'report.refresh': { target: 'computing', actions: 'take' } } },
  },
});
