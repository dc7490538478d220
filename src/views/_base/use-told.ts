import { useEffect } from 'react';
import type { EventObject } from 'xstate';

interface Told<Fact extends EventObject> {
  readonly send: (fact: Fact) => void;
}

/**
 * Sends a machine a fact of the page, such as its URL, at the start and on every change; the machine decides. `null`
 * sends nothing.
 */
export function useTold<Fact extends EventObject>(actor: Told<Fact>, fact: Fact | null): void {
  const key = fact === null ? null : JSON.stringify(fact);
  useEffect(() => {
    // oxlint-disable-next-line house/no-decisions-in-effects -- the bridge: all facts pass here
    if (key !== null) actor.send(JSON.parse(key) as Fact);
  }, [actor, key]);
}
