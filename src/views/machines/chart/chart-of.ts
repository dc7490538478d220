import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { alternativesOf, nameOf, nodesUnder, transitionsOf } from './parts-of-machine.ts';
import { durationWords, eventWords, guardWords, titleOf, wordsOf } from './words.ts';

/** A machine as described to readers who do not know the code. Plain data. */
export interface Chart {
  /** The machine's own, which is also the id of its outermost state. */
  readonly id: string;
  readonly title: string;
  /** Parents before children, the outermost first. */
  readonly states: readonly ChartState[];
  readonly transitions: readonly ChartTransition[];
}

export interface ChartState {
  /** xstate's, such as `session.working.fresh`. */
  readonly id: string;
  readonly label: string;
  /** `null`: the machine itself. */
  readonly parent: string | null;
  readonly kind: 'plain' | 'compound' | 'parallel' | 'final' | 'history';
  /** Initial state of its parent; every region of a parallel parent is initial. */
  readonly isInitial: boolean;
  /** Labels of the activities while the state lasts. */
  readonly runs: readonly string[];
  /** What is told about it besides, in a line of its own. */
  readonly note?: string;
}

export interface ChartTransition {
  /** Its name in what was walked. */
  readonly name: string;
  readonly from: string;
  /** Empty: it stays where it is. */
  readonly to: readonly string[];
  /** Label of the trigger. */
  readonly event: string;
  /** Label of the condition; `else` when none of the earlier ones holds. `null` for always. */
  readonly guard: string | null;
  readonly kind: 'event' | 'delay' | 'atOnce' | 'done' | 'failed';
}

export function chartOf(machine: AnyStateMachine): Chart {
  const nodes = nodesUnder(machine.root);
  return {
    id: machine.root.id,
    title: titleOf(machine.id),
    states: nodes.map(stateOf),
    transitions: nodes.flatMap(transitionsOf).map((transition) => transitionOf(machine, transition)),
  };
}

const KINDS: Readonly<Record<AnyStateNode['type'], ChartState['kind']>> = {
  atomic: 'plain',
  compound: 'compound',
  parallel: 'parallel',
  final: 'final',
  history: 'history',
};

const stateOf = (node: AnyStateNode): ChartState => ({
  id: node.id,
  label: titleOf(node.key),
  parent: node.parent?.id ?? null,
  kind: KINDS[node.type],
  isInitial: node.parent?.type === 'parallel' || (node.parent?.initial?.target ?? []).includes(node),
  runs: node.invoke.map(({ src, id }) => wordsOf(typeof src === 'string' ? src : id)),
});

function transitionOf(machine: AnyStateMachine, transition: AnyTransitionDefinition): ChartTransition {
  return {
    name: nameOf(transition),
    from: transition.source.id,
    to: (transition.target ?? []).map(({ id }) => id),
    guard: guardOf(transition),
    ...causeOf(machine, transition),
  };
}

function guardOf(transition: AnyTransitionDefinition): string | null {
  const { guard } = transition;
  if (guard === undefined) return alternativesOf(transition).indexOf(transition) > 0 ? 'else' : null;
  const name = typeof guard === 'string' ? guard : 'type' in guard ? String(guard.type) : guard.name;
  if (name === '' || name === 'guard') return 'if a condition holds';
  const params: unknown = typeof guard === 'object' && 'params' in guard ? guard.params : undefined;
  const fixed = typeof params === 'object' && params !== null ? Object.values(params).filter(isWord) : [];
  return [guardWords(name), ...fixed.map((each) => wordsOf(String(each)))].join(' ');
}

const isWord = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number';

type Cause = Pick<ChartTransition, 'event' | 'kind'>;

function causeOf(machine: AnyStateMachine, { eventType, source }: AnyTransitionDefinition): Cause {
  if (eventType === '') return { event: 'immediately', kind: 'atOnce' };
  const later = source.after.find((each) => each.eventType === eventType);
  if (later !== undefined) return { event: delayWords(machine, later.delay), kind: 'delay' };
  const [, about, of] = /^xstate\.(done|error|snapshot)\.(state|actor)/u.exec(eventType) ?? [];
  if (about === undefined) return { event: eventWords(eventType, machine.id), kind: 'event' };
  if (of === 'state') return { event: 'everything in it is done', kind: 'done' };
  const invoked = source.invoke.find(({ id }) => eventType.endsWith(`.actor.${id}`));
  const what = wordsOf(typeof invoked?.src === 'string' ? invoked.src : (invoked?.id ?? 'actor'));
  if (about === 'error') return { event: `${what} fails`, kind: 'failed' };
  return { event: about === 'done' ? `${what} done` : `${what} tells more`, kind: about === 'done' ? 'done' : 'event' };
}

/** `after retry`, with how long that is where it is always the same. */
function delayWords(machine: AnyStateMachine, delay: string | number | object): string {
  if (typeof delay === 'number') return `after ${durationWords(delay)}`;
  if (typeof delay !== 'string') return 'after a while';
  const found: unknown = machine.implementations.delays[delay];
  // A delay that takes nothing from the context is a constant that is only read late.
  const ms: unknown = typeof found === 'function' && found.length === 0 ? (found as () => unknown)() : found;
  return typeof ms === 'number'
    ? `after ${durationWords(ms)} (${wordsOf(delay)})`
    : `after a while (${wordsOf(delay)})`;
}

/** The label of a state, or "Any state" for the machine itself. */
export function labelOf(chart: Chart, id: string): string {
  const state = chart.states.find((each) => each.id === id);
  return state === undefined || state.parent === null ? 'Any state' : state.label;
}
