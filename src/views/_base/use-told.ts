import { useEffect } from 'react';
import type { EventObject } from 'xstate';

interface Told<Fact extends EventObject> {
  readonly send: (fact: Fact) => void;
}

/** Tells a machine a fact of the page, such as its address, at the start and whenever it changes; the machine decides. */
export function useTold<Fact extends EventObject>(actor: Told<Fact>, fact: Fact): void {
  const key = JSON.stringify(fact);
  // oxlint-disable-next-line house/no-decisions-in-effects -- the bridge: facts pass here, whatever they lead to
  useEffect(() => actor.send(JSON.parse(key) as Fact), [actor, key]);
}
