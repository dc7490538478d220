import type { AnyStateMachine } from 'xstate';
import type { Model, Move } from './walk.ts';

/** Moves of a machine without ports and context, by name: the event that each sends wherever it can happen. */
export function movesBy(events: Readonly<Record<string, string>>): Model['moves'] {
  const moveBy = (type: string): Move => ({
    when: (snapshot) => snapshot.can({ type }),
    go: ({ send }) => send({ type }),
  });
  return Object.fromEntries(Object.entries(events).map(([name, type]) => [name, moveBy(type)]));
}

/** A machine that rows step through, with everything that can happen to one. */
export const rowModel = (machine: AnyStateMachine, start: string, events: Readonly<Record<string, string>>): Model => ({
  name: machine.id,
  starts: { [start]: () => ({ machine }) },
  moves: movesBy(events),
});
