import { createActor, fromPromise, SimulatedClock } from 'xstate';
import { expect, test } from 'vitest';
import { addStep, changeStep, copyStep, moveStep, removeStep } from '#rules/workflows/edit-flow.ts';
import { faultsOf } from '#rules/workflows/flow-problems.ts';
import { EMPTY_DEFINITION } from '#rules/workflows/flow-steps.ts';
import {
  type DraftAnswer,
  type DraftWrite,
  editorMachine,
  SAVE_AFTER_MS,
} from '../../src/machines/workflows/editor.machine.ts';

function open(answer: (write: DraftWrite) => Promise<DraftAnswer>) {
  const clock = new SimulatedClock();
  const writes: DraftWrite[] = [];
  let keys = 0;
  const machine = editorMachine.provide({
    actors: {
      storeDraft: fromPromise<DraftAnswer, DraftWrite>(({ input }) => {
        writes.push(input);
        return answer(input);
      }),
    },
  });
  const input = { id: 1, definition: EMPTY_DEFINITION, version: 1, newKey: () => `key-${(keys += 1)}` };
  const editor = createActor(machine, { input, clock }).start();
  const add = () => {
    const { definition } = editor.getSnapshot().context;
    const after = definition.steps.at(-1)?.id ?? null;
    editor.send({ type: 'editor.change', to: addStep(definition, 'text', '', after) });
  };
  const ids = () => editor.getSnapshot().context.definition.steps.map(({ id }) => id);
  return { editor, clock, writes, add, ids };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));
const stored = ({ version }: DraftWrite) => Promise.resolve({ version: version + 1 });

test('changes are stored together once typing pauses, and based on the draft before', async () => {
  const { editor, clock, writes, add } = open(stored);
  add();
  clock.increment(SAVE_AFTER_MS - 1);
  add();
  clock.increment(SAVE_AFTER_MS - 1);
  expect(writes).toEqual([]);
  clock.increment(1);
  await settled();
  expect(writes.map(({ version, definition }) => [version, definition.steps.length])).toEqual([[1, 2]]);
  expect(editor.getSnapshot().value).toBe('saved');
  add();
  editor.send({ type: 'editor.save' });
  await settled();
  expect(writes.map(({ version, key }) => [version, key])).toEqual([
    [1, 'key-1'],
    [2, 'key-2'],
  ]);
});

test('what is changed while a draft is being stored is stored after it', async () => {
  const { clock, writes, add } = open(stored);
  add();
  clock.increment(SAVE_AFTER_MS);
  add();
  await settled();
  clock.increment(SAVE_AFTER_MS);
  await settled();
  expect(writes.map(({ definition }) => definition.steps.length)).toEqual([1, 2]);
});

test('undo and redo bring back steps and the open one; typing on is one change', () => {
  const { editor, add, ids } = open(stored);
  add();
  const { definition } = editor.getSnapshot().context;
  const [step] = definition.steps;
  if (step?.kind !== 'text') throw new Error('no text');
  for (const body of ['H', 'Hi'])
    editor.send({ type: 'editor.change', to: changeStep(definition, { ...step, body }), mark: 's1:body' });
  editor.send({ type: 'editor.undo' });
  expect(editor.getSnapshot().context.definition.steps).toEqual([step]);
  editor.send({ type: 'editor.undo' });
  expect([ids(), editor.getSnapshot().context.selected]).toEqual([[], '']);
  editor.send({ type: 'editor.redo' });
  expect([ids(), editor.getSnapshot().context.selected]).toEqual([['s1'], 's1']);
});

test('a draft of someone else is never overwritten; another failure is tried again', async () => {
  const taken = open(() => Promise.resolve({ conflict: 'Someone changed this workflow.' }));
  taken.add();
  taken.editor.send({ type: 'editor.save' });
  await settled();
  taken.editor.send({ type: 'editor.save' });
  taken.clock.increment(SAVE_AFTER_MS);
  expect([taken.editor.getSnapshot().value, taken.writes.length]).toEqual(['conflict', 1]);

  let isDown = true;
  const broken = open((write) => (isDown ? Promise.reject(new Error('No connection.')) : stored(write)));
  broken.add();
  broken.editor.send({ type: 'editor.save' });
  await settled();
  expect(broken.editor.getSnapshot().context.message).toBe('No connection.');
  isDown = false;
  broken.editor.send({ type: 'editor.save' });
  await settled();
  expect(broken.editor.getSnapshot().value).toBe('saved');
});

test('steps are copied, moved and removed with all in their branches, which stay below them', () => {
  let { definition } = addStep(EMPTY_DEFINITION, 'condition', '', null);
  ({ definition } = addStep(definition, 'text', 's1:yes', null));
  ({ definition } = addStep(definition, 'wait', '', 's1'));
  const copied = copyStep(definition, 's1').definition;
  expect(copied.steps.map(({ id, under }) => `${id} ${under}`)).toEqual([
    's1 ',
    's2 s1:yes',
    's4 ',
    's5 s4:yes',
    's3 ',
  ]);
  const moved = moveStep(definition, 's1', 1).definition;
  expect(moved.steps.map(({ id }) => id)).toEqual(['s3', 's1', 's2']);
  expect(faultsOf(moved)).toEqual([]);
  const removed = removeStep(definition, 's1');
  expect([removed.definition.steps.map(({ id }) => id), removed.selected]).toEqual([['s3'], 's3']);
});
