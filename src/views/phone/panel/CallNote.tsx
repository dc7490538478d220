import { useSelector } from '@xstate/store-react';
import { noteCall } from '#contract/phone.contract.ts';
import { type Call, type Disposition, DISPOSITIONS } from '#contract/phone/call.contract.ts';
import { callNoteKey, textDraftsStore } from '../../../store/text-drafts.store.ts';
import { useSubmit } from '../../_base/use-submit.ts';
import { Chip } from '../../_kit/display/Chip.tsx';
import { useState } from 'react';
import { DISPOSITION_WORDS, insideOf } from '../calls/call-words.ts';
import type { CallNotes } from '../../_base/use-call-notes.ts';

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
      {callId === null || insideOf(call) !== null ? null : <Dispositions callId={callId} call={call} />}
    </div>
  );
}

/** Outcome: one of a few labels, or none. */
export function Dispositions({ callId, call }: { callId: number; call: Call | null }) {
  const [told, setTold] = useState<Call | null>(null);
  const choose = useSubmit(noteCall, { onDone: ({ data }) => setTold(data) });
  const newest = told !== null && told.id === callId && told.version > (call?.version ?? -1) ? told : call;
  const chosen = newest?.disposition ?? null;
  const press = (disposition: Disposition) =>
    choose.submit({ body: { call_id: callId, disposition: disposition === chosen ? null : disposition } });
  return (
    <>
      <fieldset className="outs" aria-label="Outcome">
        {DISPOSITIONS.map((disposition) => (
          <Chip
            key={disposition}
            aria-pressed={disposition === chosen}
            aria-busy={choose.state === 'submitting' || undefined}
            onClick={() => press(disposition)}
          >
            {DISPOSITION_WORDS[disposition]}
          </Chip>
        ))}
      </fieldset>
      {choose.state === 'failed' ? (
        <p className="meta bad-t" role="alert">
          {choose.error?.message}
        </p>
      ) : null}
    </>
  );
}
