import { useEffect, useRef } from 'react';

interface Emitting<Emitted extends { readonly type: string }> {
  readonly on: <Type extends Emitted['type']>(
    type: Type,
    told: (emitted: Extract<Emitted, { type: Type }>) => void,
  ) => { unsubscribe: () => void };
}

/** Does once whatever a machine tells once: a message, another page. */
export function useEmitted<Emitted extends { readonly type: string }, Type extends Emitted['type']>(
  actor: Emitting<Emitted>,
  type: Type,
  onEmitted: (emitted: Extract<Emitted, { type: Type }>) => void,
): void {
  const latest = useRef(onEmitted);
  useEffect(() => {
    latest.current = onEmitted;
  });
  useEffect(() => {
    const listening = actor.on(type, (emitted) => latest.current(emitted));
    return () => listening.unsubscribe();
  }, [actor, type]);
}
