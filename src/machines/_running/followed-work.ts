import type { EventObject } from 'xstate';
import { refusalOf } from '../imports/refusal.ts';

/**
 * Milliseconds without a word about work that should move, after which it is read again. Ours: a chunk takes less than a
 * second, so that ten without one mean that something was missed.
 */
export const WORK_QUIET_MS = 10_000;

interface Failed {
  readonly event: { readonly error: unknown };
}
interface Answered<W> {
  readonly event: { readonly output: W };
}
interface Known {
  /** Of the work; the regions are entered with one only. */
  readonly context: { readonly id: number | null };
}

/** The only event that leads to a request. */
interface Asked<Change> extends EventObject {
  readonly change: Change;
}

/** Takes the answer of a port as the newest copy. */
const adopts = <W>() => ({
  type: 'adopt' as const,
  params: ({ event }: Answered<W>) => ({ work: event.output }),
});

/** Keeps why a port has refused. */
export const refuses = {
  type: 'refuse' as const,
  params: ({ event }: Failed) => ({ refusal: refusalOf(event.error) }),
};

/** Asks for one change at a time; a refused one leaves the work as it was. */
export const requestRegion = <W, Change>() => ({
  initial: 'idle' as const,
  states: {
    idle: { on: { 'change.asked': { target: 'asking', actions: 'forgetRefusal' as const } } },
    asking: {
      tags: ['busy' as const],
      invoke: {
        src: 'changeWork' as const,
        input: ({ context, event }: Known & { event: EventObject }) => ({
          id: context.id!,
          change: (event as Asked<Change>).change,
        }),
        onDone: { target: 'idle', actions: adopts<W>() },
        onError: { target: 'idle', actions: refuses },
      },
    },
  },
});

/** Keeps the copy fresh: reads at the start, after a gap, after silence and on request. */
export const copyRegion = <W>() => ({
  initial: 'absent' as const,
  states: {
    absent: { always: [{ guard: 'isKnown' as const, target: 'kept' }, { target: 'reading' }] },
    reading: {
      invoke: {
        src: 'readWork' as const,
        input: ({ context }: Known) => ({ id: context.id! }),
        onDone: { target: 'kept', actions: adopts<W>() },
        onError: {
          target: 'kept',
          actions: { type: 'miss' as const, params: ({ event }: Failed) => ({ refusal: refusalOf(event.error) }) },
        },
      },
      on: {
        'stream.lost': { target: 'reading', reenter: true },
        'stream.positioned': { target: 'reading', reenter: true },
      },
    },
    kept: {
      after: { quiet: { guard: 'isMoving' as const, target: 'reading' } },
      on: {
        'stream.lost': 'reading',
        'stream.positioned': 'reading',
        'work.reload': 'reading',
        'work.adopted': { target: 'kept', reenter: true },
      },
    },
  },
});

/** Listens. Streams never fail; should one, the copy is still read when it goes quiet. */
export const feedRegion = () => ({
  initial: 'listening' as const,
  states: {
    listening: {
      invoke: {
        src: 'workBroadcasts' as const,
        input: ({ context }: Known) => ({ id: context.id! }),
        onError: 'broken',
      },
    },
    broken: {},
  },
});
