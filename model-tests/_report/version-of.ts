import { createHash } from 'node:crypto';
import type { AnyStateMachine } from 'xstate';
import { nameOf, nodesUnder, transitionsOf } from '../../src/views/machines/chart/parts-of-machine.ts';

/**
 * Seven characters that change when states, transitions, what is invoked, delays, or the machine's own guards do. What a
 * guard calls in another file is not in it.
 */
export const versionOf = (machine: AnyStateMachine): string =>
  createHash('sha256').update(definitionOf(machine)).digest('hex').slice(0, 7);

const definitionOf = (machine: AnyStateMachine): string =>
  JSON.stringify(
    nodesUnder(machine.root).map((node) => ({
      state: [node.id, node.type, node.initial?.target.map(({ id }) => id)],
      invokes: node.invoke.map(({ id, src }) => [id, typeof src === 'string' ? src : '']),
      transitions: transitionsOf(node).map((transition) => [
        nameOf(transition),
        written(transition.guard),
        written(guardOf(machine, transition.guard)),
        transition.reenter,
      ]),
      delays: node.after.map(({ delay }) => [delay, written(lengthOf(machine.implementations.delays[String(delay)]))]),
    })),
  );

/** Definition of a named guard. */
function guardOf({ implementations }: AnyStateMachine, guard: unknown): unknown {
  const name = typeof guard === 'object' && guard !== null && 'type' in guard ? guard.type : guard;
  return typeof name === 'string' ? implementations.guards[name] : undefined;
}

/** A delay that takes nothing from the context is a constant that is only read late. */
const lengthOf = (delay: unknown): unknown =>
  typeof delay === 'function' && delay.length === 0 ? (delay as () => unknown)() : delay;

/** A function as it is written. The test runner names what a file imports by a number that the next import moves. */
const textOf = (value: { toString: () => string }): string =>
  value
    .toString()
    .replaceAll(/__vite_ssr_import_\d+__\./gu, '')
    .replaceAll(/\(0, ?(\w+)\)/gu, '$1')
    .replaceAll(/\s+/gu, ' ');

/** A function by its text, anything else as it is. */
const written = (value: unknown): string =>
  typeof value === 'function'
    ? textOf(value)
    : (JSON.stringify(value, (_key, part: unknown) => (typeof part === 'function' ? written(part) : part)) ?? '');
