import { useEffect, useRef } from 'react';
import type { ActorRef, EventObject, Snapshot } from 'xstate';

/** Reacts once to each event that a machine emits: a message, another page. */
export function useEmitted<Emitted extends EventObject, const Type extends Emitted['type']>(
  actor: Pick<ActorRef<Snapshot<unknown>, EventObject, Emitted>, 'on'>,
  type: Type,
  onEmitted: (emitted: Extract<Emitted, { type: Type }>) => void,
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
