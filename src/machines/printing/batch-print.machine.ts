import { assertEvent, assign, emit, setup } from 'xstate';
import type { PrintJob } from '#contract/printing.contract.ts';
import { refusalOf } from '../imports/refusal.ts';
import { promisePort } from '../port.ts';
import { isSameAgain, type PrintContext, type PrintOrder, type PrintWish } from './print-context.ts';

/**
 * The request for one print, run by the dialog that makes it. What becomes of the print is followed by its page.
 *
 *   unasked → starting → started
 *              ↑  └→ refused
 *              └──────┘
 */
export const batchPrintMachine = setup({
  types: {
    input: {} as Pick<PrintContext, 'newKey'>,
    context: {} as PrintContext,
    events: {} as { type: 'print.ask'; wish: PrintWish },
    emitted: {} as { type: 'print.started'; jid: string },
    tags: {} as 'busy' | 'refused',
  },
  actors: { startPrint: promisePort<PrintJob, PrintOrder>('startPrint') },
  actions: {
    /** A request that may have taken effect is repeated with the same key. */
    takeWish: assign(({ context, event }) => {
      assertEvent(event, 'print.ask');
      const key = context.order !== null && isSameAgain(context, event.wish) ? context.order.key : context.newKey();
      return { order: { ...event.wish, key }, refusal: null };
    }),
  },
}).createMachine({
  id: 'batch-print',
  context: ({ input: { newKey } }) => ({ newKey, order: null, job: null, refusal: null }),
  initial: 'unasked',
  states: {
    unasked: { on: { 'print.ask': { target: 'starting', actions: 'takeWish' } } },
    starting: {
      tags: ['busy'],
      invoke: {
        src: 'startPrint',
        // Entered with an order only.
        input: ({ context }) => context.order!,
        onDone: {
          target: 'started',
          actions: [
            assign({ job: ({ event }) => event.output }),
            emit(({ event }) => ({ type: 'print.started', jid: event.output.jid })),
          ],
        },
        onError: { target: 'refused', actions: assign({ refusal: ({ event }) => refusalOf(event.error) }) },
      },
    },
    refused: { tags: ['refused'], on: { 'print.ask': { target: 'starting', actions: 'takeWish' } } },
    started: { type: 'final' },
  },
});
