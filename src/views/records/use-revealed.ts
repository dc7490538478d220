import { useSelector } from '@xstate/react';
import { useLayoutEffect } from 'react';
import { revealedMachine } from '../../machines/records/revealed.machine.ts';
import { usePageMachine } from '../_base/use-page-machine.ts';

export interface Revealed<Value> {
  /** `null`: hidden. */
  readonly value: Value | null;
  readonly show: (value: Value) => void;
  readonly hide: () => void;
}

/** Sensitive data in clear: never cached or stored, and hidden after `ms` or when the user leaves. */
export function useRevealed<Value>(ms: number): Revealed<Value> {
  const actor = usePageMachine(revealedMachine, { input: { ms } });
  // A hidden tab keeps its machines as they were. Layout effects end before the machine sleeps, so it still hears this.
  // oxlint-disable-next-line house/no-decisions-in-effects -- only the page knows that the user has left
  useLayoutEffect(() => () => actor.send({ type: 'reveal.hide' }), [actor]);
  const value = useSelector(actor, ({ context }) => context.value) as Value | null;
  return {
    value,
    show: (shown) => actor.send({ type: 'reveal.show', value: shown }),
    hide: () => actor.send({ type: 'reveal.hide' }),
  };
}
