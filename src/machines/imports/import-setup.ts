import { assertEvent, assign, enqueueActions, raise, setup } from 'xstate';
import type { ImportStatus } from '#contract/imports.contract.ts';
import { promisePort, streamPort } from '../port.ts';
import {
  addFix,
  type ChosenFile,
  type CorrectedRow,
  fileFault,
  type FixReply,
  type ImportChange,
  type ImportCommand,
  type ImportContext,
  type ImportFact,
  type ImportInput,
  type ImportReply,
  type ImportSignal,
  isNewer,
  takeBroadcast,
  takeFixes,
  takeReply,
  type UploadFact,
} from './import-context.ts';
import { hasOpenDates, mappingFault } from './mapping.ts';
import { hasWritten, isMoving } from './next-step.ts';
import type { Refusal } from './refusal.ts';
import { taggedByScrub } from './sum-check.ts';

/**
 * Milliseconds without a word about an import that should move, after which it is read again.
 * Ours: a chunk takes about a second, so fifteen without one mean that something was missed.
 */
export const IMPORT_QUIET_MS = 15_000;

/** Ports, guards and actions of `importMachine`. The chart is in `import.machine.ts`. */
export const importSetup = setup({
  types: {
    input: {} as ImportInput,
    context: {} as ImportContext,
    events: {} as ImportCommand | ImportFact | ImportSignal,
    tags: {} as
      | 'busy'
      | 'pending'
      | 'missing'
      | 'unreachable'
      | 'choosing'
      | 'uploading'
      | 'editing'
      | 'checked'
      | 'saving'
      | 'unsaved'
      | 'ended'
      | 'deleted',
  },
  actors: {
    uploadFile: streamPort<UploadFact, { file: ChosenFile }>('uploadFile'),
    readAttempt: promisePort<ImportReply, { id: number }>('readAttempt'),
    fixRows: promisePort<FixReply, { id: number; rows: readonly CorrectedRow[] }>('fixRows'),
    changeImport: promisePort<ImportReply, { id: number; change: ImportChange }>('changeImport'),
    importBroadcasts: streamPort<ImportFact, { id: number }>('importBroadcasts'),
  },
  delays: { quiet: IMPORT_QUIET_MS },
  guards: {
    hasId: ({ context }) => context.id !== null,
    hasAttempt: ({ context }) => context.attempt !== null,
    isDeleted: ({ context }) => context.attempt !== null && context.attempt.deleted_at !== null,
    isMoving: ({ context }) => context.attempt !== null && isMoving(context.attempt.status),
    standsAt: ({ context }, params: { status: ImportStatus }) => context.attempt?.status === params.status,
    isMissing: ({ event }) => event.type === 'attempt.missed' && event.refusal.missing,
    isEdited: ({ context: { attempt, checkAsked } }) =>
      !checkAsked && (attempt?.status === 'checking' || attempt?.status === 'checked'),
    fits: ({ event }) => event.type === 'import.chooseFile' && fileFault(event.file) === null,
    isMapped: ({ context }) => context.draft !== null && mappingFault(context.draft.fields) === null,
    hasGoodRows: ({ context: { attempt } }) =>
      attempt !== null && ((attempt.check?.good ?? 0) > 0 || taggedByScrub(attempt) > 0),
    hasDateOrders: ({ context }) => !hasOpenDates(context.attempt),
    hasProblems: ({ context: { attempt } }) => attempt !== null && attempt.counts.problems + attempt.unread_rows > 0,
    isFixable: ({ context: { attempt } }) =>
      attempt !== null && attempt.deleted_at === null && (attempt.status === 'checked' || attempt.status === 'done'),
    hasUnsaved: ({ context }) => Object.keys(context.unsaved).length > 0,
    hasMore: ({ context }, params: { reply: FixReply }) =>
      Object.keys(takeFixes(context, params.reply).unsaved ?? {}).length > 0,
    hasWritten: ({ context }) => context.attempt !== null && hasWritten(context.attempt),
  },
  actions: {
    refuse: assign({ refusal: (_, params: { refusal: Refusal }) => params.refusal }),
    addFix: assign({ unsaved: ({ context }, params: { row: CorrectedRow }) => addFix(context, params.row) }),
    takeFixes: assign(({ context }, params: { reply: FixReply }) => takeFixes(context, params.reply)),
    forgetFixes: assign({ fixed: {}, unsaved: {} }),
    forgetRefusal: assign({ refusal: null }),
    adopt: enqueueActions(({ context, enqueue }, params: { reply: ImportReply }) => {
      enqueue.assign(takeReply(context, params.reply));
      if (isNewer(context, params.reply.import)) enqueue.raise({ type: 'attempt.adopted' });
    }),
    hear: enqueueActions(({ context, event, enqueue }) => {
      assertEvent(event, ['import.progressed', 'import.changed']);
      enqueue.assign(takeBroadcast(context, event));
      if (isNewer(context, event.import)) enqueue.raise({ type: 'attempt.adopted' });
    }),
    tellRegistry: enqueueActions(({ context: { registry, id }, enqueue }) => {
      if (registry && id !== null) enqueue.sendTo(registry, { type: 'import.uploaded', id });
    }),
    ask: raise((_, params: { change: ImportChange }) => ({ type: 'change.asked' as const, change: params.change })),
  },
});
