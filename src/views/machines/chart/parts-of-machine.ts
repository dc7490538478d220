import type { AnyStateNode, AnyTransitionDefinition } from 'xstate';

/** The node and everything below it, parents first. */
export const nodesUnder = (node: AnyStateNode): readonly AnyStateNode[] => [
  node,
  ...Object.values(node.states).flatMap(nodesUnder),
];

/** Transitions declared on a node: events, delays, eventless ones, and ends and failures of invoked actors. */
export const transitionsOf = (node: AnyStateNode): readonly AnyTransitionDefinition[] => [
  ...[...node.transitions.values()].flat(),
  ...(node.always ?? []),
];

/** The transitions that are tried one after the other for the same event, this one among them. */
export const alternativesOf = ({ source, eventType }: AnyTransitionDefinition): readonly AnyTransitionDefinition[] =>
  eventType === '' ? (source.always ?? []) : (source.transitions.get(eventType) ?? []);

/** The same text for the same transition of any copy of the machine, such as a provided one. */
export function nameOf(transition: AnyTransitionDefinition): string {
  const { source, eventType, target } = transition;
  const place = alternativesOf(transition).indexOf(transition);
  const targets = target?.map(({ id }) => id).join(', ') ?? '(stays)';
  return `${source.id} --${eventType === '' ? 'always' : eventType}[${place}]--> ${targets}`;
}
