import { useSelector } from '@xstate/store-react';
import type { Call } from '#contract/phone/call.contract.ts';
import { callNoteKey, textDraftsStore } from '../../../store/text-drafts.store.ts';
import { insideOf } from '../calls/call-words.ts';
import type { CallNotes } from '../../_base/use-call-notes.ts';
import { Dispositions } from './Dispositions.tsx';

interface CallNoteProps {
  /** `null`: the server does not know the call yet. */
  callId: number | null;
  call: Call | null;
  notes: CallNotes;
}

/** Characters of a note. Source: the contract. */
export const NOTE_MAX = 10_000;

const NOTE_WORDS = { saved: 'Note saved', saving: 'Saving', kept: 'Not saved yet, draft kept' } as const;

/** Call notes and outcome. */
export function CallNote({ callId, call, notes }: CallNoteProps) {
  const key = callId === null ? '' : callNoteKey(callId);
  const draft = useSelector(textDraftsStore, ({ context }) => context.texts[key]);
  const state = callId === null ? null : notes.stateOf(callId);
  return (
    <div className="notes">
      <textarea
        className="input"
        data-first
        aria-label="Call notes"
        placeholder={call?.status === 'ended' ? 'Call notes' : 'Call notes'}
        maxLength={NOTE_MAX}
        readOnly={callId === null}
        value={draft ?? call?.note ?? ''}
        onChange={({ currentTarget: { value } }) => {
          // Of Enter twice, the second comes here.
          const text = value.trimStart();
          if (text === '') textDraftsStore.trigger.emptied({ key });
          else textDraftsStore.trigger.written({ key, text });
        }}
      />
      <output className={state === 'kept' ? 'meta warn-t' : 'sr'}>{state === null ? '' : NOTE_WORDS[state]}</output>
      {callId === null || insideOf(call) !== null ? null : <Dispositions callId={callId} call={call} byKeys />}
    </div>
  );
}
