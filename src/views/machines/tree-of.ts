import type { ActorSeen } from '../_base/machines/machines-seen.ts';
import { wordsOf } from './chart/words.ts';

export interface TreeNode {
  /** Also the actor's. */
  readonly id: string;
  readonly actor: ActorSeen;
  readonly children: readonly TreeNode[];
}

/** Actors under their parents; those whose name fits the filter, and what leads to them. */
export function treeOf(actors: readonly ActorSeen[], filter = ''): readonly TreeNode[] {
  const wanted = filter.trim().toLowerCase();
  const keys = new Set(actors.map(({ key }) => key));
  const nodesUnder = (parent: string | null): readonly TreeNode[] =>
    actors
      .filter((actor) => (keys.has(actor.parent ?? '') ? actor.parent : null) === parent)
      .map((actor) => ({ id: actor.key, actor, children: nodesUnder(actor.key) }))
      .filter(({ actor, children }) => children.length > 0 || fits(actor, wanted));
  return nodesUnder(null);
}

const fits = ({ name }: ActorSeen, wanted: string): boolean =>
  name.toLowerCase().includes(wanted) || wordsOf(name).includes(wanted);
