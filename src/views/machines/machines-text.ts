import type { ActorSeen, CallSeen, MachinesSeen } from '../_base/machines/machines-seen.ts';
import type { Surroundings } from '../_base/machines/surroundings.ts';
import { clockOf, outcomeWords, standOf, timeOf } from './machine-words.ts';
import { type TreeNode, treeOf } from './tree-of.ts';

/** Events of all machines in one report. Ours: a screen or two. */
const EVENTS_TOLD = 150;

/**
 * Text for a bug report: environment, the tree, the last events. Contains no personal data and no typed text: the
 * recorder keeps no such values.
 */
export function machinesText(surroundings: Surroundings, { live, ended, calls }: MachinesSeen, now: number): string {
  return [
    ...Object.entries(surroundings).map(([name, value]) => `${name}: ${value}`),
    ...part('Machines', treeLines(treeOf(live), now)),
    ...part('Recently ended', treeLines(treeOf(ended), now)),
    ...part('Last events, newest first (UTC)', eventLines([...live, ...ended])),
    ...part('Last server replies', calls.map(callLine)),
  ].join('\n');
}

const part = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : ['', title, ...lines];

const treeLines = (nodes: readonly TreeNode[], now: number, depth = 0): readonly string[] =>
  nodes.flatMap(({ actor, children }) => {
    const tags = actor.tags.length === 0 ? '' : ` [${actor.tags.join(', ')}]`;
    const line = `${actor.name}: ${standOf(actor)}, ${timeOf(actor, now)}${tags}`;
    return ['  '.repeat(depth) + line, ...treeLines(children, now, depth + 1)];
  });

const eventLines = (actors: readonly ActorSeen[]): readonly string[] =>
  actors
    .flatMap(({ name, events }) => events.map((event) => ({ name, event })))
    .toSorted((one, other) => other.event.n - one.event.n)
    .slice(0, EVENTS_TOLD)
    .map(({ name, event }) => {
      const fields = event.fields === '' ? '' : ` (${event.fields})`;
      const times = event.times === 1 ? '' : `, ${event.times} times`;
      return `${clockOf(event.at)} ${name} · ${event.cause}${fields} → ${outcomeWords(event)}${times}`;
    });

const callLine = ({ at, endpoint, status, requestId, times }: CallSeen): string =>
  [clockOf(at), endpoint, status, requestId, times > 1 ? `× ${times}` : ''].filter(Boolean).join(' ');
