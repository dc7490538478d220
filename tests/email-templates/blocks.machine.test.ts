import { beforeEach, expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import type { EmailBlock } from '#contract/email-templates/blocks.contract.ts';
import { blocksMachine, STEP_AFTER_MS } from '../../src/machines/email-templates/blocks.machine.ts';

const text = (id: number, words: string) => ({ kind: 'text', id, text: words, align: 'left' }) as const;

let clock = new SimulatedClock();
beforeEach(() => {
  clock = new SimulatedClock();
});

function open(...blocks: EmailBlock[]) {
  const actor = createActor(blocksMachine, { clock, input: { email: { version: 1, blocks } } });
  const told: unknown[] = [];
  actor.on('blocks.changed', ({ email }) => told.push(email));
  actor.start();
  const ids = () => actor.getSnapshot().context.email.blocks.map(({ id }) => id);
  return { actor, told, ids, now: () => actor.getSnapshot().context };
}

test('a block is added below the selected one, and selected', () => {
  const { actor, ids, now } = open(text(1, 'a'), text(2, 'b'));
  actor.send({ type: 'blocks.select', id: 1 });
  actor.send({ type: 'blocks.add', kind: 'divider' });

  expect(ids()).toEqual([1, 3, 2]);
  expect(now().selected).toBe(3);
});

test('columns that are added from within columns go to the end', () => {
  const { actor, ids } = open({ kind: 'columns', id: 1, left: [text(2, 'a')], right: [] }, text(3, 'b'));
  actor.send({ type: 'blocks.select', id: 2 });
  actor.send({ type: 'blocks.add', kind: 'columns' });

  expect(ids()).toEqual([1, 3, 4]);
});

test('typing without a pause is one step, after a pause another', () => {
  const { actor, now } = open(text(1, ''));
  actor.send({ type: 'blocks.change', block: text(1, 'H') });
  actor.send({ type: 'blocks.change', block: text(1, 'Hi') });
  clock.increment(STEP_AFTER_MS);
  actor.send({ type: 'blocks.change', block: text(1, 'Hi!') });

  actor.send({ type: 'blocks.undo' });
  expect(now().email.blocks).toEqual([text(1, 'Hi')]);
  actor.send({ type: 'blocks.undo' });
  expect(now().email.blocks).toEqual([text(1, '')]);
  actor.send({ type: 'blocks.redo' });
  expect(now().email.blocks).toEqual([text(1, 'Hi')]);
});

test('typing into two blocks is two steps', () => {
  const { actor, now } = open(text(1, ''), text(2, ''));
  actor.send({ type: 'blocks.change', block: text(1, 'a') });
  actor.send({ type: 'blocks.change', block: text(2, 'b') });
  actor.send({ type: 'blocks.undo' });

  expect(now().email.blocks).toEqual([text(1, 'a'), text(2, '')]);
});

test('a deleted block comes back, and its id is never another block', () => {
  const { actor, ids } = open(text(1, 'a'), text(2, 'b'));
  actor.send({ type: 'blocks.remove', id: 2 });
  actor.send({ type: 'blocks.undo' });
  actor.send({ type: 'blocks.remove', id: 2 });
  actor.send({ type: 'blocks.add', kind: 'divider' });

  expect(ids()).toEqual([1, 3]);
});

test('what changes nothing is no step, and tells nothing', () => {
  const { actor, told, now } = open(text(1, 'a'));
  actor.send({ type: 'blocks.shift', id: 1, by: -1 });
  actor.send({ type: 'blocks.shift', id: 1, by: 1 });
  actor.send({ type: 'blocks.move', id: 1, to: { list: 'email', index: 0 } });
  actor.send({ type: 'blocks.remove', id: 9 });

  expect(told).toEqual([]);
  expect(now().past).toEqual([]);
});
