import { type ActorRefFrom, assertEvent, assign, raise, setup } from 'xstate';
import type { Broadcast } from '#contract/broadcasts/broadcast.contract.ts';
import type { BroadcastFact } from '#contract/broadcasts/events.contract.ts';
import type { BulkBroadcast } from '#contract/bulk/broadcasts.contract.ts';
import type { BulkJob } from '#contract/bulk.contract.ts';
import type { LiveOverview } from '#contract/live.contract.ts';
import type { PrintBroadcast, PrintJob } from '#contract/printing.contract.ts';
import type { TransferAttempt, TransferBroadcast } from '#contract/transfers.contract.ts';
import type { VerificationBroadcast, VerificationRun } from '#contract/verifications.contract.ts';
import type { ImportFact } from '../imports/import-context.ts';
import type { ImportAttempt } from '#contract/imports.contract.ts';
import { type Refusal, refusalOf } from '../imports/refusal.ts';
import { promisePort, streamPort } from '../port.ts';
import {
  mergeAttempt,
  mergeBroadcast,
  mergeChange,
  mergeOverview,
  mergePrint,
  mergeTransfer,
  mergeVerification,
} from './merge-overview.ts';

/**
 * Milliseconds between reads of data without broadcasts: presence and the rate of the last minutes. Source: the
 * overview has one point every 15 s.
 */
export const LIVE_REFRESH_MS = 15_000;

interface LiveContext {
  /** `null` until first read. */
  readonly overview: LiveOverview | null;
  /** The import, broadcast or verification run that a command is under way for. */
  readonly askedFor: number | null;
  readonly refusal: Refusal | null;
}

/**
 * Work in a supervisor's downline while the live page is open. Reads the overview, then follows every import, bulk
 * edit, transfer, print, broadcast and verification run by its facts: no chunk costs a request.
 */
export const liveMachine = setup({
  types: {
    context: {} as LiveContext,
    events: {} as LiveCommand | LiveFact | LiveSignal,
    tags: {} as 'unreachable',
  },
  actors: {
    readOverview: promisePort<LiveOverview, undefined>('readOverview'),
    changeRunning: promisePort<ImportAttempt, LiveChange>('changeRunning'),
    changeVerification: promisePort<VerificationRun, VerificationChange>('changeVerification'),
    pauseSending: promisePort<Broadcast, { readonly id: number }>('pauseSending'),
    downlineBroadcasts: streamPort<LiveFact>('downlineBroadcasts'),
  },
  delays: { refresh: LIVE_REFRESH_MS },
  guards: { hasOverview: ({ context }) => context.overview !== null },
  actions: {
    merge: assign(({ context: { overview } }, params: { attempt: ImportAttempt }) => ({
      overview: overview && mergeAttempt(overview, params.attempt),
    })),
    mergeChange: assign(({ context: { overview } }, params: { job: BulkJob }) => ({
      overview: overview && mergeChange(overview, params.job),
    })),
    mergePrint: assign(({ context: { overview } }, params: { job: PrintJob }) => ({
      overview: overview && mergePrint(overview, params.job),
    })),
    mergeTransfer: assign(({ context: { overview } }, params: { transfer: TransferAttempt }) => ({
      overview: overview && mergeTransfer(overview, params.transfer),
    })),
    mergeBroadcast: assign(({ context: { overview } }, params: { broadcast: Broadcast }) => ({
      overview: overview && mergeBroadcast(overview, params.broadcast),
    })),
    mergeVerification: assign(({ context: { overview } }, params: { run: VerificationRun }) => ({
      overview: overview && mergeVerification(overview, params.run),
    })),
    refuse: assign({ refusal: (_, params: { error: unknown }) => refusalOf(params.error) }),
  },
}).createMachine({
  id: 'live',
  type: 'parallel',
  context: { overview: null, askedFor: null, refusal: null },
  on: {
    'import.progressed': { actions: { type: 'merge', params: ({ event }) => ({ attempt: event.import }) } },
    'import.changed': { actions: { type: 'merge', params: ({ event }) => ({ attempt: event.import }) } },
    'broadcast.progressed': { actions: { type: 'mergeBroadcast', params: ({ event }) => event } },
    'broadcast.changed': { actions: { type: 'mergeBroadcast', params: ({ event }) => event } },
    'bulk.progressed': { actions: { type: 'mergeChange', params: ({ event }) => event } },
    'bulk.changed': { actions: { type: 'mergeChange', params: ({ event }) => event } },
    'print.progressed': { actions: { type: 'mergePrint', params: ({ event }) => event } },
    'print.changed': { actions: { type: 'mergePrint', params: ({ event }) => event } },
    'transfer.progressed': { actions: { type: 'mergeTransfer', params: ({ event }) => event } },
    'transfer.changed': { actions: { type: 'mergeTransfer', params: ({ event }) => event } },
    'verification.progressed': { actions: { type: 'mergeVerification', params: ({ event }) => event } },
    'verification.changed': { actions: { type: 'mergeVerification', params: ({ event }) => event } },
    'live.changeVerification': {
      actions: raise(({ event: { id, command } }) => ({ type: 'verification.asked', id, command })),
    },
    'live.pause': { actions: raise(({ event }) => ({ type: 'change.asked', kind: 'pause', id: event.id })) },
    'live.pauseBroadcast': { actions: raise(({ event }) => ({ type: 'pause.asked', id: event.id })) },
    'live.resume': { actions: raise(({ event }) => ({ type: 'change.asked', kind: 'resume', id: event.id })) },
  },
  states: {
    copy: {
      initial: 'reading',
      on: { 'stream.lost': '.reading', 'stream.positioned': '.reading' },
      states: {
        reading: {
          invoke: {
            src: 'readOverview',
            onDone: {
              target: 'kept',
              actions: assign(({ context, event }) => ({
                overview: mergeOverview(context.overview, event.output),
              })),
            },
            onError: [
              { guard: 'hasOverview', target: 'kept' },
              { target: 'unreachable', actions: { type: 'refuse', params: ({ event }) => event } },
            ],
          },
        },
        kept: { after: { refresh: 'reading' }, on: { 'live.reload': 'reading' } },
        unreachable: {
          tags: ['unreachable'],
          on: { 'live.reload': { target: 'reading', actions: assign({ refusal: null }) } },
        },
      },
    },
    feed: {
      initial: 'listening',
      states: { listening: { invoke: { src: 'downlineBroadcasts', onError: 'broken' } }, broken: {} },
    },
    request: {
      initial: 'idle',
      states: {
        idle: {
          entry: assign({ askedFor: null }),
          on: {
            'change.asked': {
              target: 'asking',
              actions: assign({ askedFor: ({ event }) => event.id, refusal: null }),
            },
            'verification.asked': {
              target: 'verifying',
              actions: assign({ askedFor: ({ event }) => event.id, refusal: null }),
            },
            'pause.asked': {
              target: 'pausing',
              actions: assign({ askedFor: ({ event }) => event.id, refusal: null }),
            },
          },
        },
        verifying: {
          invoke: {
            src: 'changeVerification',
            input: ({ event }) => {
              assertEvent(event, 'verification.asked');
              return { id: event.id, command: event.command };
            },
            onDone: {
              target: 'idle',
              actions: { type: 'mergeVerification', params: ({ event }) => ({ run: event.output }) },
            },
            onError: { target: 'idle', actions: { type: 'refuse', params: ({ event }) => event } },
          },
        },
        pausing: {
          invoke: {
            src: 'pauseSending',
            input: ({ event }) => {
              assertEvent(event, 'pause.asked');
              return { id: event.id };
            },
            onDone: {
              target: 'idle',
              actions: { type: 'mergeBroadcast', params: ({ event }) => ({ broadcast: event.output }) },
            },
            onError: { target: 'idle', actions: { type: 'refuse', params: ({ event }) => event } },
          },
        },
        asking: {
          invoke: {
            src: 'changeRunning',
            input: ({ event }) => {
              assertEvent(event, 'change.asked');
              return { kind: event.kind, id: event.id };
            },
            onDone: { target: 'idle', actions: { type: 'merge', params: ({ event }) => ({ attempt: event.output }) } },
            onError: { target: 'idle', actions: { type: 'refuse', params: ({ event }) => event } },
          },
        },
      },
    },
  },
});

interface LiveChange {
  readonly kind: 'pause' | 'resume';
  readonly id: number;
}
interface VerificationChange {
  readonly id: number;
  readonly command: 'pause' | 'resume' | 'cancel';
}
/** Facts about the downline. */
export type LiveFact =
  | ImportFact
  | BroadcastFact
  | BulkBroadcast
  | TransferBroadcast
  | PrintBroadcast
  | VerificationBroadcast;
type LiveSignal =
  | ({ type: 'change.asked' } & LiveChange)
  | ({ type: 'verification.asked' } & VerificationChange)
  | { type: 'pause.asked'; id: number };

export type LiveCommand =
  | { type: 'live.pause'; id: number }
  | { type: 'live.resume'; id: number }
  | ({ type: 'live.changeVerification' } & VerificationChange)
  /** Only the sender resumes it. */
  | { type: 'live.pauseBroadcast'; id: number }
  | { type: 'live.reload' };

export type LiveActor = ActorRefFrom<typeof liveMachine>;
