import type { Position } from '#contract/_cable.contract.ts';

/** Messages of one epoch that came too early, by offset. */
export interface HeldMessages {
  /** Drops messages of another epoch. */
  readonly put: (position: Position, body: unknown) => void;
  /** Keeps only messages of this epoch after the offset. */
  readonly keepAfter: (position: Pick<Position, 'epoch' | 'offset'>) => void;
  /** Takes out what follows the offset without a hole. */
  readonly takeRun: (offset: number) => Generator<unknown>;
  readonly clear: () => void;
  /** The highest offset, or the one given when nothing is held. */
  readonly highest: (otherwise: number) => number;
  readonly size: () => number;
}

export function createHeldMessages(): HeldMessages {
  const held = new Map<number, unknown>();
  let epoch: string | null = null;

  const only = (wanted: string) => {
    if (epoch !== wanted) held.clear();
    epoch = wanted;
  };

  return {
    put: (position, body) => {
      only(position.epoch);
      held.set(position.offset, body);
    },
    keepAfter: (position) => {
      only(position.epoch);
      for (const offset of held.keys()) if (offset <= position.offset) held.delete(offset);
    },
    takeRun: function* (offset) {
      for (let next = offset + 1; held.has(next); next += 1) {
        const body = held.get(next);
        held.delete(next);
        yield body;
      }
    },
    clear: () => held.clear(),
    highest: (otherwise) => Math.max(otherwise, ...held.keys()),
    size: () => held.size,
  };
}
