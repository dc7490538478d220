import { createStore } from '@xstate/store';
import { persist } from '@xstate/store/persist';

interface NoteDraftsContext {
  /** Unsaved note text by contact id. */
  readonly texts: Readonly<Record<string, string>>;
}

const start: NoteDraftsContext = { texts: {} };

/** Notes that are written but not saved; they survive a reload and go at logout. */
export const noteDraftsStore = createStore({
  context: start,
  on: {
    written: ({ texts }, event: { contactId: number; text: string }) => ({
      texts: event.text
        ? { ...texts, [event.contactId]: event.text }
        : Object.fromEntries(Object.entries(texts).filter(([id]) => id !== String(event.contactId))),
    }),
    reset: () => start,
  },
}).with(persist({ name: 'bellwether.note-drafts.v1' }));
