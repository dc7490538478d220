import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { composeCallNotes } from '../../actors/phone/call-notes.ts';
import { useActors } from './app-context.ts';
import { usePageMachine } from './use-page-machine.ts';
import { useTold } from './use-told.ts';

export interface CallNotes {
  /** Save state of this call's note; `null` without a note. */
  readonly stateOf: (callId: number) => 'saved' | 'saving' | 'kept' | null;
}

/** Saves the notes of all calls as they are typed. `shown`: calls whose notes are on the screen. */
export function useCallNotes(shown: readonly (number | null)[]): CallNotes {
  const { api } = useActors();
  const actor = usePageMachine(useMemo(() => composeCallNotes(api), [api]));
  useTold(actor, { type: 'notes.shown', shown: shown.filter((id) => id !== null) });
  const { drafts, saved } = useSelector(actor, ({ context }) => context);
  const hasFailed = useSelector(actor, (snapshot) => snapshot.hasTag('failed'));
  return {
    stateOf: (callId) => {
      const [draft, stored] = [drafts[callId], saved[callId]];
      if (draft === undefined) return stored === undefined ? null : 'saved';
      if (draft === stored) return 'saved';
      return hasFailed ? 'kept' : 'saving';
    },
  };
}
