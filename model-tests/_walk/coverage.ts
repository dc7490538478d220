import type { AnyStateMachine } from 'xstate';
import { nameOf, nodesUnder, transitionsOf } from '../../src/views/machines/chart/parts-of-machine.ts';

/** All parts of a blueprint, or those seen by a walk. */
export interface Parts {
  readonly states: ReadonlySet<string>;
  readonly transitions: ReadonlySet<string>;
}

/** Every state and transition of the machine's own nodes. */
export function partsOf(machine: AnyStateMachine): Parts {
  const nodes = nodesUnder(machine.root);
  return {
    states: new Set(nodes.filter((node) => node.parent !== undefined).map(({ id }) => id)),
    transitions: new Set(nodes.flatMap(transitionsOf).map(nameOf)),
  };
}

/** Parts not seen by a walk; both lists empty when it has seen everything. */
export const missing = (whole: Parts, seen: Parts): { states: string[]; transitions: string[] } => ({
  states: [...whole.states].filter((state) => !seen.states.has(state)),
  transitions: [...whole.transitions].filter((transition) => !seen.transitions.has(transition)),
});
