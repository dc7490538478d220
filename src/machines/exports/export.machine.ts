import { type ActorRefFrom, assertEvent, assign, emit, setup } from 'xstate';
import type { SelectionInput } from '#contract/bulk.contract.ts';
import type { ExportManifest } from '#contract/exports.contract.ts';
import { promisePort, streamPort } from '../port.ts';
import {
  type ArrivedFile,
  choiceFault,
  type Counted,
  type ExportCommand,
  type ExportContext,
  type ExportFact,
  type ExportWish,
  failureOf,
  freshExport,
  INCOMPLETE,
  isRefusal,
  isWhole,
} from './export-context.ts';

const fails = [
  { type: 'fail' as const, params: ({ event }: { event: { error: unknown } }) => ({ error: event.error }) },
  'tellFailure' as const,
];

/**
 * One file of contacts, from the count to the saved file. Owned by the dialog that asks for it; leaving `downloading`
 * ends the request.
 *
 *   counting → choosing → downloading: asking → (proving) → receiving → checking → saved
 *       ↑          ↑           ├─ cancel → cancelled
 *    uncounted     └── again ──┴─→ refused, failed ←──── checking ⇄ unchecked
 *
 * A file is saved only if it matches its manifest. Trying again counts again, except for a file that arrived and could
 * not be compared yet: it is kept, and only its manifest is requested again.
 */
export const exportMachine = setup({
  types: {
    input: {} as { selection: SelectionInput },
    context: {} as ExportContext,
    events: {} as ExportCommand | ExportFact,
    emitted: {} as { type: 'export.failed'; failure: NonNullable<ExportContext['failure']> },
    tags: {} as
      | 'counting'
      | 'open'
      | 'busy'
      | 'asking'
      | 'proving'
      | 'receiving'
      | 'checking'
      | 'unchecked'
      | 'over'
      | 'saved'
      | 'cancelled',
  },
  actors: {
    countSelection: promisePort<Counted, { selection: SelectionInput }>('countSelection'),
    downloadFile: streamPort<ExportFact, ExportWish>('downloadFile'),
    readManifest: promisePort<ExportManifest, { id: number }>('readManifest'),
  },
  guards: {
    isChosen: ({ context }) => choiceFault(context) === null,
    isRefused: (_, params: { error: unknown }) => isRefusal(params.error),
    isWhole: ({ context }, params: { manifest: ExportManifest }) =>
      context.arrived !== null && isWhole(context.arrived, params.manifest),
  },
  actions: {
    choose: assign(({ context, event }) => {
      assertEvent(event, 'export.choose');
      return { choice: { ...context.choice, ...event.choice } };
    }),
    fail: assign({ failure: (_, params: { error: unknown }) => failureOf(params.error) }),
    forgetFailure: assign({ failure: null }),
    tellFailure: emit(({ context }) => ({ type: 'export.failed', failure: context.failure! })),
    /** Gives the file to the person. */
    saveFile: (_scope, _params: { arrived: ArrivedFile | null; manifest: ExportManifest | null }) => undefined,
  },
}).createMachine({
  id: 'export',
  context: ({ input }) => freshExport(input.selection),
  initial: 'counting',
  states: {
    counting: {
      tags: ['counting', 'open'],
      entry: assign({ counted: null, failure: null, bytes: 0, rows: 0, arrived: null, manifest: null }),
      invoke: {
        src: 'countSelection',
        input: ({ context }) => ({ selection: context.selection }),
        onDone: { target: 'choosing', actions: assign({ counted: ({ event }) => event.output }) },
        onError: { target: 'uncounted', actions: fails },
      },
      on: { 'export.choose': { actions: 'choose' } },
    },
    uncounted: { tags: ['open'], on: { 'export.again': 'counting', 'export.choose': { actions: 'choose' } } },
    choosing: {
      tags: ['open'],
      on: {
        'export.choose': { actions: 'choose' },
        'export.start': { guard: 'isChosen', target: 'downloading' },
      },
    },
    downloading: {
      tags: ['busy'],
      invoke: {
        src: 'downloadFile',
        // It starts with a count only.
        input: ({ context: { selection, choice, counted } }) => ({ ...choice, selection, confirmed: counted!.count }),
        onError: [
          {
            guard: { type: 'isRefused', params: ({ event }) => ({ error: event.error }) },
            target: 'refused',
            actions: fails,
          },
          { target: 'failed', actions: fails },
        ],
      },
      initial: 'asking',
      on: {
        'export.cancel': 'cancelled',
        'file.began': '.receiving',
        'file.arrived': { target: 'checking', actions: assign({ arrived: ({ event }) => event.arrived }) },
      },
      states: {
        asking: { tags: ['asking'], on: { 'proof.due': 'proving' } },
        proving: { tags: ['proving'] },
        receiving: {
          tags: ['receiving'],
          on: {
            'file.grew': { actions: assign({ bytes: ({ event }) => event.bytes, rows: ({ event }) => event.rows }) },
          },
        },
      },
    },
    checking: {
      tags: ['busy', 'checking'],
      invoke: {
        src: 'readManifest',
        input: ({ context }) => ({ id: context.arrived!.id }),
        onDone: [
          {
            guard: { type: 'isWhole', params: ({ event }) => ({ manifest: event.output }) },
            target: 'saved',
            actions: assign({ manifest: ({ event }) => event.output }),
          },
          {
            target: 'failed',
            actions: [assign({ failure: INCOMPLETE }), 'tellFailure'],
          },
        ],
        onError: [
          {
            guard: { type: 'isRefused', params: ({ event }) => ({ error: event.error }) },
            target: 'failed',
            actions: fails,
          },
          { target: 'unchecked', actions: fails },
        ],
      },
      on: { 'export.cancel': 'cancelled' },
    },
    unchecked: {
      tags: ['unchecked'],
      on: { 'export.again': { target: 'checking', actions: 'forgetFailure' } },
    },
    saved: {
      tags: ['over', 'saved'],
      entry: [
        {
          type: 'saveFile',
          params: ({ context: { arrived, manifest } }) => ({ arrived, manifest }),
        },
        assign({ arrived: null }),
      ],
    },
    cancelled: { tags: ['over', 'cancelled'], on: { 'export.again': 'counting' }, entry: assign({ arrived: null }) },
    refused: { tags: ['over'], on: { 'export.again': 'counting' } },
    failed: { tags: ['over'], on: { 'export.again': 'counting' }, entry: assign({ arrived: null }) },
  },
});

export type ExportActor = ActorRefFrom<typeof exportMachine>;
