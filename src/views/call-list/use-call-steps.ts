import type { Neighbours } from '#contract/contacts/person.contract.ts';
import { useCallList } from './use-call-list.ts';

/** Steps through the call list while this contact is the current one. `null`: it isn't. */
export function useCallSteps(contactId: number): {
  readonly around: Neighbours;
  readonly go: (by: 'previous' | 'next') => void;
} | null {
  const working = useCallList();
  if (working === null || working.state === 'over' || working.current?.id !== contactId) return null;
  const { list, isBusy, send } = working;
  const numberAt = (place: number) => (isBusy ? null : (list.entries[place]?.number ?? null));
  return {
    around: {
      position: list.at + 1,
      total: list.entries.length,
      previous: numberAt(list.at - 1),
      next: numberAt(list.at + 1),
    },
    go: (by) => send({ type: by === 'next' ? 'list.next' : 'list.previous' }),
  };
}
