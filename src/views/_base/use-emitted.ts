import { useEffect, useRef } from 'react';
import type { Actor, AnyStateMachine, EmittedFrom } from 'xstate';

/** Reacts once to each event that a machine emits: a message, another page. */
export function useEmitted<Machine extends AnyStateMachine, const Type extends EmittedFrom<Machine>['type']>(
  actor: Actor<Machine>,
  type: Type,
  onEmitted: (emitted: Extract<EmittedFrom<Machine>, { type: Type }>) => void,
): void {
  const latest = useRef(onEmitted);
  useEffect(() => {
    latest.current = onEmitted;
  });
  useEffect(() => {
    const listening = actor.on(type, (emitted) => latest.current(emitted as never));
    return () => listening.unsubscribe();
  }, [actor, type]);
}
