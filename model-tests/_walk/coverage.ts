import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';

/** Everything that a blueprint consists of, or what a walk has seen of it. */
export interface Parts {
  readonly states: ReadonlySet<string>;
  readonly transitions: ReadonlySet<string>;
}

/** Every state and transition of the machine's own nodes: events, delays, eventless ones, ends and failures of invokes. */
export function partsOf(machine: AnyStateMachine): Parts {
  const nodes = nodesUnder(machine.root);
  return {
    states: new Set(nodes.filter((node) => node.parent !== undefined).map(({ id }) => id)),
    transitions: new Set(nodes.flatMap(transitionsOf).map(nameOf)),
  };
}

const nodesUnder = (node: AnyStateNode): AnyStateNode[] => [node, ...Object.values(node.states).flatMap(nodesUnder)];

const transitionsOf = (node: AnyStateNode): AnyTransitionDefinition[] => [
  ...[...node.transitions.values()].flat(),
  ...(node.always ?? []),
];

/** The same text for the same transition of any copy of the machine, such as a provided one. */
export function nameOf(transition: AnyTransitionDefinition): string {
  const { source, eventType, target } = transition;
  const siblings = eventType === '' ? (source.always ?? []) : (source.transitions.get(eventType) ?? []);
  const targets = target?.map(({ id }) => id).join(', ') ?? '(stays)';
  return `${source.id} --${eventType === '' ? 'always' : eventType}[${siblings.indexOf(transition)}]--> ${targets}`;
}

/** What a walk has not seen; both lists empty when it has seen everything. */
export const missing = (whole: Parts, seen: Parts): { states: string[]; transitions: string[] } => ({
  states: [...whole.states].filter((state) => !seen.states.has(state)),
  transitions: [...whole.transitions].filter((transition) => !seen.transitions.has(transition)),
});
