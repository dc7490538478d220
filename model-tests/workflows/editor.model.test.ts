import { expect, test } from 'vitest';
import { addStep } from '#rules/workflows/edit-flow.ts';
import { EMPTY_DEFINITION } from '#rules/workflows/flow-steps.ts';
import { editorMachine, SAVE_AFTER_MS } from '../../src/machines/workflows/editor.machine.ts';
import { type Model, runs, walk } from '../_walk/walk.ts';

const adds = { type: 'editor.change', to: addStep(EMPTY_DEFINITION, 'text', '', null) };

const acts = (event: { type: string }): Model['moves'][string] => ({
  when: (s) => s.can(event),
  go: ({ send }) => send(event),
});

/** Everything that a person, the clock and the server can do to the draft of a workflow. */
const editorModel: Model = {
  name: 'workflow editor',
  starts: {
    'a draft': ({ hold }) => {
      let keys = 0;
      return {
        machine: editorMachine.provide({ actors: { storeDraft: hold('storeDraft') } }),
        input: { id: 1, definition: EMPTY_DEFINITION, version: 1, newKey: () => `key-${(keys += 1)}` },
      };
    },
  },
  key: ({ context }) =>
    JSON.stringify([context.past.length > 0, context.future.length > 0, context.sent === context.definition]),
  moves: {
    'the person changes a step': acts(adds),
    'the person opens a step': acts({ type: 'editor.select', step: 's1' } as never),
    'the person undoes': acts({ type: 'editor.undo' }),
    'the person redoes': acts({ type: 'editor.redo' }),
    'the person leaves the field': acts({ type: 'editor.save' }),
    'typing pauses': { when: (s) => s.matches('changed'), go: ({ clock }) => clock.increment(SAVE_AFTER_MS) },
    'it is stored': { when: runs('storeDraft'), go: ({ ports }) => ports.done('storeDraft', { version: 2 }) },
    'someone else was faster': {
      when: runs('storeDraft'),
      go: ({ ports }) => ports.done('storeDraft', { conflict: 'Someone changed this workflow.' }),
    },
    'it is refused': { when: runs('storeDraft'), go: ({ ports }) => ports.failed('storeDraft', new Error('no')) },
  },
};

test('the draft of a workflow is walked through every state and transition', async () => {
  expect((await walk(editorModel)).missing).toEqual({ states: [], transitions: [] });
});
