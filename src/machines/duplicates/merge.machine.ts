import { type ActorRefFrom, assertEvent, assign, emit, setup } from 'xstate';
import type { Merge, MergePreview } from '#contract/duplicates.contract.ts';
import { refusalOf } from '../imports/refusal.ts';
import { promisePort } from '../port.ts';
import {
  changedFields,
  freshContext,
  isChangedSince,
  type MergeCommand,
  type MergeContext,
  type MergeInput,
  type MergeOrder,
  type MergeWish,
  orderOf,
  withoutContact,
} from './merge-context.ts';

const mergeSetup = setup({
  types: {
    input: {} as MergeInput,
    context: {} as MergeContext,
    events: {} as MergeCommand,
    emitted: {} as { type: 'merge.done'; merge: Merge },
    tags: {} as 'previewing' | 'unreadable' | 'busy' | 'merged' | 'unmerged',
  },
  actors: {
    previewMerge: promisePort<MergePreview, MergeWish>('previewMerge'),
    /** Rejects with the code `contact_changed` when one is not any more as it was looked at. */
    mergeContacts: promisePort<Merge, MergeOrder>('mergeContacts'),
    undoMerge: promisePort<Merge, { id: number; key: string }>('undoMerge'),
  },
  guards: {
    hasMerge: ({ context }) => context.merge !== null,
    isMoreThanTwo: ({ context }) => context.wish.ids.length > 2,
    isChangedSince: (_, params: { error: unknown }) => isChangedSince(params.error),
  },
  actions: {
    choose: assign(({ context: { wish }, event }) => {
      assertEvent(event, 'merge.choose');
      return { wish: { ...wish, fields: { ...wish.fields, [event.field]: event.id } }, refusal: null };
    }),
    keep: assign(({ context: { wish }, event }) => {
      assertEvent(event, 'merge.keep');
      return { wish: { ...wish, survivorId: event.id }, refusal: null };
    }),
    omit: assign(({ context: { wish }, event }) => {
      assertEvent(event, 'merge.omit');
      return { wish: withoutContact(wish, event.id), refusal: null };
    }),
    keepPreview: assign((_, { preview }: { preview: MergePreview }) => ({ preview })),
    noteChanges: assign(({ context }, { preview }: { preview: MergePreview }) => ({
      changed: context.preview === null ? [] : changedFields(context.preview, preview),
    })),
    forgetChanges: assign({ changed: null }),
    /** A merge that may be done is requested again with the same key. */
    takeKey: assign(({ context: { key, newKey, refusal } }) => ({
      key: refusal?.again ? key : newKey(),
      refusal: null,
    })),
    keepMerge: assign({ merge: (_, params: { merge: Merge }) => params.merge, lostKey: null }),
    /** An answer that was lost leaves open whether it was done, until the same key is answered. */
    noteAnswer: assign(({ context: { key, lostKey } }, params: { error: unknown }) => {
      if (refusalOf(params.error).again) return { lostKey: key };
      return { lostKey: lostKey === key ? null : lostKey };
    }),
    refuse: assign({ refusal: (_, params: { error: unknown }) => refusalOf(params.error) }),
    forgetRefusal: assign({ refusal: null }),
    tellMerged: emit((_, { merge }: { merge: Merge }) => ({ type: 'merge.done', merge })),
  },
});

const preview = { src: 'previewMerge' as const, input: ({ context }: { context: MergeContext }) => context.wish };
const read = ({ event }: { event: { output: MergePreview } }) => ({ preview: event.output });
const done = ({ event }: { event: { output: Merge } }) => ({ merge: event.output });
const refuses = { type: 'refuse' as const, params: ({ event }: { event: { error: unknown } }) => event };
const answers = { type: 'noteAnswer' as const, params: ({ event }: { event: { error: unknown } }) => event };

/** Commands allowed while a preview is open. */
const asks = {
  'merge.choose': { target: 'previewing', actions: 'choose' },
  'merge.keep': { target: 'previewing', actions: 'keep' },
  'merge.omit': { guard: 'isMoreThanTwo', target: 'previewing', actions: 'omit' },
  'merge.confirm': { target: 'merging', actions: ['takeKey', 'forgetChanges'] },
} as const;

/**
 * Contacts that are merged, or a merge that is undone: run by the page of a merge, and by the dialog for undoing it,
 * which begins with the merge.
 *
 *   previewing ─→ choosing ─confirm→ merging ─→ merged ─undo→ unmerging ─→ unmerged
 *       └→ unreadable  ↑ ↑              ├→ conflict (one has changed since) ─previews again→ choosing
 *                      └─┴──────────────┴→ failed
 *
 * Each choice is previewed again, because one value may move another: a phone that isn't the first becomes the second.
 * The merge uses the previewed request.
 */
export const mergeMachine = mergeSetup.createMachine({
  id: 'merge',
  context: ({ input }) => freshContext(input),
  initial: 'arriving',
  states: {
    arriving: { always: [{ guard: 'hasMerge', target: 'merged' }, 'previewing'] },
    previewing: {
      tags: ['previewing'],
      invoke: {
        ...preview,
        onDone: { target: 'choosing', actions: { type: 'keepPreview', params: read } },
        onError: { target: 'unreadable', actions: refuses },
      },
      on: {
        'merge.choose': { target: 'previewing', reenter: true, actions: 'choose' },
        'merge.keep': { target: 'previewing', reenter: true, actions: 'keep' },
        'merge.omit': { guard: 'isMoreThanTwo', target: 'previewing', reenter: true, actions: 'omit' },
      },
    },
    unreadable: {
      tags: ['unreadable'],
      on: { 'merge.reload': { target: 'previewing', actions: 'forgetRefusal' } },
    },
    choosing: { on: asks },
    merging: {
      tags: ['busy'],
      invoke: {
        src: 'mergeContacts',
        input: ({ context }) => orderOf(context),
        onDone: {
          target: 'merged',
          actions: [
            { type: 'keepMerge', params: done },
            { type: 'tellMerged', params: done },
          ],
        },
        onError: [
          { guard: { type: 'isChangedSince', params: ({ event }) => event }, target: 'conflict', actions: answers },
          { target: 'failed', actions: [refuses, answers] },
        ],
      },
    },
    conflict: {
      tags: ['previewing', 'busy'],
      invoke: {
        ...preview,
        onDone: {
          target: 'choosing',
          actions: [
            { type: 'noteChanges', params: read },
            { type: 'keepPreview', params: read },
          ],
        },
        onError: { target: 'unreadable', actions: refuses },
      },
    },
    failed: { on: asks },
    merged: {
      tags: ['merged'],
      on: { 'merge.undo': { target: 'unmerging', actions: 'takeKey' } },
    },
    unmerging: {
      tags: ['merged', 'busy'],
      invoke: {
        src: 'undoMerge',
        // Only a merge that is done is undone.
        input: ({ context: { merge, key } }) => ({ id: merge!.id, key }),
        onDone: { target: 'unmerged', actions: { type: 'keepMerge', params: done } },
        onError: { target: 'merged', actions: refuses },
      },
    },
    unmerged: { tags: ['unmerged'], type: 'final' },
  },
});

export type MergeActor = ActorRefFrom<typeof mergeMachine>;
