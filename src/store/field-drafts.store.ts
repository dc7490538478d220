import { createStore } from '@xstate/store';
import { persist } from './persist.ts';

/** Unsaved text of each field, with the value before it. */
type Drafts = Readonly<Record<string, { readonly typed: string; readonly base: string }>>;

interface FieldDraftsContext {
  /** By contact id, the contact last typed into at the end. */
  readonly contacts: Readonly<Record<string, Drafts>>;
}

/** Contacts whose drafts are kept. Ours: more is a storage that fills up. */
const KEPT_CONTACTS = 20;

const start: FieldDraftsContext = { contacts: {} };

/** Values that are typed but not saved; they survive a reload and go at logout. Sealed values never come here. */
export const fieldDraftsStore = createStore({
  context: start,
  on: {
    kept: (context, { contactId, drafts }: { contactId: number; drafts: Drafts }) => {
      if (context.contacts[contactId] === drafts) return context;
      const others = Object.entries(context.contacts).filter(([id]) => id !== String(contactId));
      const kept = Object.keys(drafts).length > 0 ? [...others, [String(contactId), drafts] as const] : others;
      return { contacts: Object.fromEntries(kept.slice(-KEPT_CONTACTS)) };
    },
    reset: () => start,
  },
}).with(persist({ name: 'bellwether.field-drafts.v1' }));
