import { createStore } from '@xstate/store';
import { persist } from './persist.ts';

const CHAT = 'chat:';

/** The key of what is typed in a conversation with MAX. */
export const chatDraftKey = (sessionId: number): string => `${CHAT}${sessionId}`;

/** Prefix of the keys of call notes; the call ID follows. */
export const CALL_NOTE = 'call-note:';

/** The key of the note of a call until it is saved. */
export const callNoteKey = (callId: number): string => `${CALL_NOTE}${callId}`;

interface TextDraftsContext {
  /** Unsaved text by its purpose: `mail-body:12`, `note:55`. */
  readonly texts: Readonly<Record<string, string>>;
}

const start: TextDraftsContext = { texts: {} };

/** Unsaved text about contacts; survives a reload and is cleared at sign-out. */
export const textDraftsStore = createStore({
  context: start,
  on: {
    written: ({ texts }, event: { key: string; text: string }) => ({
      texts: event.text
        ? { ...texts, [event.key]: event.text }
        : Object.fromEntries(Object.entries(texts).filter(([key]) => key !== event.key)),
    }),
    /** Nothing shall stand where something is saved. */
    emptied: ({ texts }, { key }: { key: string }) => ({ texts: { ...texts, [key]: '' } }),
    /** Drops the drafts of all MAX conversations but one: no other is open. */
    chatsForgotten: ({ texts }, { but }: { but: number | null }) => ({
      texts: Object.fromEntries(
        Object.entries(texts).filter(([key]) => !key.startsWith(CHAT) || (but !== null && key === chatDraftKey(but))),
      ),
    }),
    reset: () => start,
  },
}).with(persist({ name: 'bellwether.text-drafts.v1' }));
