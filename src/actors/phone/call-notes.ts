import { Observable } from 'rxjs';
import { fromEventObservable, fromPromise } from 'xstate';
import { noteCall } from '#contract/phone.contract.ts';
import type { ApiClient } from '../../api/client.ts';
import { newIdempotencyKey } from '../../api/idempotency-key.ts';
import {
  callNotesMachine,
  type NotesByCall,
  type NotesFact,
  type NoteToSave,
} from '../../machines/phone/call-notes.machine.ts';
import { CALL_NOTE, callNoteKey, textDraftsStore } from '../../store/text-drafts.store.ts';

/** Drafts of notes alone, by call ID. */
const notesIn = (texts: Readonly<Record<string, string>>): NotesByCall =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([key, text]) =>
      key.startsWith(CALL_NOTE) ? [[key.slice(CALL_NOTE.length), text]] : [],
    ),
  );

const draftsOfNotes = new Observable<NotesFact>((subscriber) => {
  const tell = () =>
    subscriber.next({ type: 'notes.typed', drafts: notesIn(textDraftsStore.getSnapshot().context.texts) });
  tell();
  const listening = textDraftsStore.subscribe(tell);
  return () => listening.unsubscribe();
});

/** The machine of call notes over the drafts of this browser and the server. */
export const composeCallNotes = (api: ApiClient) =>
  callNotesMachine.provide({
    actors: {
      drafts: fromEventObservable(() => draftsOfNotes),
      save: fromPromise<NoteToSave, NoteToSave>(async ({ input, signal }) => {
        const body = { call_id: input.callId, note: input.note };
        await api.call(noteCall, { body, idempotencyKey: newIdempotencyKey(), signal });
        return input;
      }),
    },
    actions: {
      forget: (_, { callIds }) => {
        for (const callId of callIds) textDraftsStore.trigger.written({ key: callNoteKey(callId), text: '' });
      },
    },
  });
