import { createStore } from '@xstate/store';
import { persist } from './persist.ts';

/** Notes that are remembered at most. Ours. */
const MOST = 100;

interface QuoteNotesContext {
  /** Ids of notes by the key of the answer whose rates they hold. */
  readonly notes: Readonly<Record<string, number>>;
}

const start: QuoteNotesContext = { notes: {} };

const without = (notes: QuoteNotesContext['notes'], answer: string) =>
  Object.entries(notes).filter(([key]) => key !== answer);

/** Replies of MAX whose rates are already saved on a contact, so that they are not saved twice. */
export const quoteNotesStore = createStore({
  context: start,
  on: {
    added: ({ notes }, { answer, note }: { answer: string; note: number }) => ({
      notes: Object.fromEntries([...without(notes, answer), [answer, note] as const].slice(-MOST)),
    }),
    takenBack: ({ notes }, { answer }: { answer: string }) => ({
      notes: Object.fromEntries(without(notes, answer)),
    }),
    reset: () => start,
  },
}).with(persist({ name: 'bellwether.quote-notes.v1' }));
