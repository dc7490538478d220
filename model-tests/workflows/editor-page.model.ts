import type { AnyMachineSnapshot, ContextFrom } from 'xstate';
import { addStep, changeStep } from '#rules/workflows/edit-flow.ts';
import { EMPTY_DEFINITION } from '#rules/workflows/flow-steps.ts';
import { editorMachine } from '../../src/machines/workflows/editor.machine.ts';
import type { HeldPorts } from '../_walk/ports.ts';
import type { Model, Move, Run } from '../_walk/walk.ts';

export const WORDS = 'Hello. Reply STOP to opt out.';

/** What the person sees. */
function screenOf(snapshot: AnyMachineSnapshot): string {
  const { definition, future } = snapshot.context as ContextFrom<typeof editorMachine>;
  const [step] = definition.steps;
  if (snapshot.matches('conflict')) return 'a draft of someone else';
  if (snapshot.matches('failed')) return "a draft that isn't stored";
  if (step?.kind !== 'text') return 'no steps';
  if (step.body !== '') return 'a text';
  return future.length > 0 ? 'a text whose words were undone' : 'a text without words';
}

const fresh = ({ hold }: HeldPorts) => {
  let keys = 0;
  return {
    machine: editorMachine.provide({ actors: { storeDraft: hold('storeDraft') } }),
    input: { id: 1, definition: EMPTY_DEFINITION, version: 1, newKey: () => `key-${(keys += 1)}` },
  };
};

const on = (screen: string, go: Move['go']): Move => ({ when: (snapshot) => screenOf(snapshot) === screen, go });

const stores = (run: Run, answer: object = { version: 2 }) => {
  run.send({ type: 'editor.save' });
  run.ports.done('storeDraft', answer);
};
const change = (run: Run, to: object) => run.send({ type: 'editor.change', to });
const types = (run: Run) => {
  const { definition } = (run.actor.getSnapshot() as { context: ContextFrom<typeof editorMachine> }).context;
  const [step] = definition.steps;
  if (step?.kind === 'text') change(run, changeStep(definition, { ...step, body: WORDS }));
};

/** A new workflow in its editor. */
export const editorPageModel: Model = {
  name: 'the editor on the page',
  starts: { 'a new workflow': fresh },
  key: screenOf,
  moves: {
    'adds a text': on('no steps', (run) => {
      change(run, addStep(EMPTY_DEFINITION, 'text', '', null));
      stores(run);
    }),
    'types the text': on('a text without words', (run) => {
      types(run);
      stores(run);
    }),
    undoes: on('a text', (run) => {
      run.send({ type: 'editor.undo' });
      stores(run);
    }),
    redoes: on('a text whose words were undone', (run) => {
      run.send({ type: 'editor.redo' });
      stores(run);
    }),
    'types while the line is down': on('a text without words', (run) => {
      types(run);
      run.send({ type: 'editor.save' });
      run.ports.failed('storeDraft', new Error('x'));
    }),
    'tries again': on("a draft that isn't stored", (run) => stores(run)),
    'types, and someone else was faster': on('a text without words', (run) => {
      types(run);
      stores(run, { conflict: 'x' });
    }),
  },
};
