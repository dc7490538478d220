import { assign, emit, setup } from 'xstate';
import type { FlowDefinition } from '#contract/workflows/definition.contract.ts';
import { promisePort } from '../port.ts';

export interface DraftWrite {
  readonly key: string;
  readonly id: number;
  readonly definition: FlowDefinition;
  /** The draft that it is based on. */
  readonly version: number;
}

/** The draft once it is stored; `conflict`: someone else stored another one. */
export type DraftAnswer = { readonly version: number } | { readonly conflict: string };

interface Draft {
  readonly definition: FlowDefinition;
  /** The step that is open; empty: the trigger. */
  readonly selected: string;
}

interface EditorInput {
  readonly id: number;
  readonly definition: FlowDefinition;
  readonly version: number;
  readonly newKey: () => string;
}

interface EditorContext extends EditorInput, Draft {
  readonly past: readonly Draft[];
  readonly future: readonly Draft[];
  /** What was changed last: typing on in the same field is one change. */
  readonly mark: string;
  readonly sent: FlowDefinition;
  readonly message: string;
}

type EditorCommand =
  /** `mark` names a field; absent: a change of its own. */
  | { readonly type: 'editor.change'; readonly to: Draft; readonly mark?: string }
  | { readonly type: 'editor.select'; readonly step: string }
  | { readonly type: 'editor.undo' }
  | { readonly type: 'editor.redo' }
  /** Doesn't wait until typing pauses. */
  | { readonly type: 'editor.save' };

/** Milliseconds without a change after which the draft is stored. Ours. */
export const SAVE_AFTER_MS = 600;
/** Changes that can be undone. Ours. */
const MOST_PAST = 100;

const draftOf = ({ definition, selected }: EditorContext): Draft => ({ definition, selected });

/**
 * The draft of a workflow while it is edited: each change can be undone, and is stored once typing pauses.
 *
 *   saved ─change→ changed ─pause, save→ saving ─→ saved, or changed again → changed
 *                                          ├── refused → failed ─save→ saving
 *                                          └── another draft was stored → conflict
 */
export const editorMachine = setup({
  types: {
    input: {} as EditorInput,
    context: {} as EditorContext,
    events: {} as EditorCommand,
    emitted: {} as { readonly type: 'stored' },
    tags: {} as 'editable' | 'stored' | 'failed' | 'conflict',
  },
  actors: { storeDraft: promisePort<DraftAnswer, DraftWrite>('storeDraft') },
  delays: { pause: SAVE_AFTER_MS },
  guards: {
    hasPast: ({ context }) => context.past.length > 0,
    hasFuture: ({ context }) => context.future.length > 0,
    isChanged: ({ context }) => context.sent !== context.definition,
  },
  actions: {
    change: assign(({ context }, { to, mark = '' }: { to: Draft; mark?: string }) => {
      const isSame = mark !== '' && mark === context.mark;
      return {
        ...to,
        mark,
        past: isSame ? context.past : [...context.past, draftOf(context)].slice(-MOST_PAST),
        future: [],
      };
    }),
    undo: assign(({ context }) => ({
      ...context.past.at(-1),
      past: context.past.slice(0, -1),
      future: [draftOf(context), ...context.future],
      mark: '',
    })),
    redo: assign(({ context }) => ({
      ...context.future[0],
      past: [...context.past, draftOf(context)],
      future: context.future.slice(1),
      mark: '',
    })),
    select: assign((_, { step }: { step: string }) => ({ selected: step, mark: '' })),
    send: assign({ sent: ({ context }) => context.definition, message: '' }),
  },
}).createMachine({
  id: 'editor',
  context: ({ input }) => ({
    ...input,
    selected: '',
    past: [],
    future: [],
    mark: '',
    sent: input.definition,
    message: '',
  }),
  initial: 'saved',
  on: { 'editor.select': { actions: { type: 'select', params: ({ event }) => event } } },
  states: {
    saved: {
      tags: ['editable', 'stored'],
      on: {
        'editor.change': { target: 'changed', actions: { type: 'change', params: ({ event }) => event } },
        'editor.undo': { guard: 'hasPast', target: 'changed', actions: 'undo' },
        'editor.redo': { guard: 'hasFuture', target: 'changed', actions: 'redo' },
      },
    },
    changed: {
      tags: ['editable'],
      after: { pause: 'saving' },
      on: {
        'editor.change': {
          target: 'changed',
          reenter: true,
          actions: { type: 'change', params: ({ event }) => event },
        },
        'editor.undo': { guard: 'hasPast', target: 'changed', reenter: true, actions: 'undo' },
        'editor.redo': { guard: 'hasFuture', target: 'changed', reenter: true, actions: 'redo' },
        'editor.save': 'saving',
      },
    },
    saving: {
      tags: ['editable'],
      entry: 'send',
      invoke: {
        src: 'storeDraft',
        input: ({ context: { id, definition, version, newKey } }) => ({ key: newKey(), id, definition, version }),
        onDone: [
          {
            guard: ({ event }) => 'conflict' in event.output,
            target: 'conflict',
            actions: assign({ message: ({ event }) => ('conflict' in event.output ? event.output.conflict : '') }),
          },
          {
            target: 'settling',
            actions: assign({ version: ({ event }) => ('version' in event.output ? event.output.version : 0) }),
          },
        ],
        onError: {
          target: 'failed',
          actions: assign({ message: ({ event }) => (event.error instanceof Error ? event.error.message : '') }),
        },
      },
      on: {
        'editor.change': { actions: { type: 'change', params: ({ event }) => event } },
        'editor.undo': { guard: 'hasPast', actions: 'undo' },
        'editor.redo': { guard: 'hasFuture', actions: 'redo' },
      },
    },
    settling: {
      always: [
        { guard: 'isChanged', target: 'changed' },
        { target: 'saved', actions: emit({ type: 'stored' }) },
      ],
    },
    failed: {
      tags: ['editable', 'failed'],
      on: {
        'editor.change': { target: 'changed', actions: { type: 'change', params: ({ event }) => event } },
        'editor.undo': { guard: 'hasPast', target: 'changed', actions: 'undo' },
        'editor.redo': { guard: 'hasFuture', target: 'changed', actions: 'redo' },
        'editor.save': 'saving',
      },
    },
    /** What was typed stays on the page, to be copied; the other draft isn't overwritten. */
    conflict: { tags: ['conflict'] },
  },
});
