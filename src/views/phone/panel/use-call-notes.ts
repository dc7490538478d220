import { useSelector } from '@xstate/store-react';
import { useEffect, useState } from 'react';
import { noteCall } from '#contract/phone.contract.ts';
import { textDraftsStore } from '../../../store/text-drafts.store.ts';
import { useSubmit } from '../../_base/use-submit.ts';

const PREFIX = 'call-note:';
/** Milliseconds without a key before a note is saved. Source: core §9, the default debounce. */
const SAVE_AFTER_MS = 500;
/** Milliseconds until a note that could not be saved is sent again. Ours. */
const AGAIN_AFTER_MS = 5_000;

export const noteKey = (callId: number): string => `${PREFIX}${callId}`;

export interface CallNotes {
  /** Of this call: saved as it is written; `null`: nothing is written. */
  readonly stateOf: (callId: number) => 'saved' | 'saving' | 'kept' | null;
}

/**
 * Saves what is written about calls, of whatever view; it is kept over a reload until it is saved. `shown`: calls whose
 * words are on the screen; of others a saved draft is forgotten.
 */
export function useCallNotes(shown: readonly (number | null)[]): CallNotes {
  const texts = useSelector(textDraftsStore, ({ context }) => context.texts);
  const [saved, setSaved] = useState<Readonly<Record<string, string>>>({});
  const { submit, state } = useSubmit(noteCall, {
    onDone: (_reply, { body }) => setSaved((all) => ({ ...all, [noteKey(body.call_id)]: body.note ?? '' })),
  });
  const keys = Object.keys(texts).filter((key) => key.startsWith(PREFIX));
  const next = keys.find((key) => texts[key] !== saved[key]);
  const text = next === undefined ? undefined : texts[next];

  useEffect(() => {
    if (next === undefined || text === undefined || state === 'submitting') return undefined;
    const send = () => submit({ body: { call_id: Number(next.slice(PREFIX.length)), note: text } });
    const waiting = setTimeout(send, state === 'failed' ? AGAIN_AFTER_MS : SAVE_AFTER_MS);
    return () => clearTimeout(waiting);
    // oxlint-disable-next-line react/exhaustive-deps -- submit is new with every render
  }, [next, text, state]);

  const over = keys.find((key) => texts[key] === saved[key] && !shown.some((id) => id !== null && noteKey(id) === key));
  useEffect(() => {
    if (over !== undefined) textDraftsStore.trigger.written({ key: over, text: '' });
  }, [over]);

  return {
    stateOf: (callId) => {
      const key = noteKey(callId);
      if (texts[key] === undefined) return saved[key] === undefined ? null : 'saved';
      if (texts[key] === saved[key]) return 'saved';
      return state === 'failed' ? 'kept' : 'saving';
    },
  };
}
