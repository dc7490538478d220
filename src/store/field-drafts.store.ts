import { createStore } from '@xstate/store';
import { persist } from '@xstate/store/persist';

/** Unsaved text of a field, with the value before it. */
export interface FieldDraft {
  readonly typed: string;
  readonly base: string;
}

type Fields = Readonly<Record<string, FieldDraft>>;

interface FieldDraftsContext {
  /** By contact id, then by field, the contact last typed into at the end. */
  readonly contacts: Readonly<Record<string, Fields>>;
}

/** Contacts whose drafts are kept. Ours: more is a storage that fills up. */
const KEPT_CONTACTS = 20;

const start: FieldDraftsContext = { contacts: {} };

function put({ contacts }: FieldDraftsContext, contactId: number, fields: Fields): FieldDraftsContext {
  const others = Object.entries(contacts).filter(([id]) => id !== String(contactId));
  const kept = Object.keys(fields).length > 0 ? [...others, [String(contactId), fields] as const] : others;
  return { contacts: Object.fromEntries(kept.slice(-KEPT_CONTACTS)) };
}

/** Values that are typed but not saved; they survive a reload and go at logout. Sealed values never come here. */
export const fieldDraftsStore = createStore({
  context: start,
  on: {
    typed: (context, event: { contactId: number; field: string; draft: FieldDraft }) =>
      put(context, event.contactId, { ...context.contacts[event.contactId], [event.field]: event.draft }),
    settled: (context, event: { contactId: number; field: string }) => {
      const { [event.field]: _settled, ...others } = context.contacts[event.contactId] ?? {};
      return put(context, event.contactId, others);
    },
    reset: () => start,
  },
}).with(persist({ name: 'bellwether.field-drafts.v1' }));
