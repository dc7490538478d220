import { createStore } from '@xstate/store';
import { persist } from '@xstate/store/persist';

export const CONTACT_COLUMNS = [
  'phone',
  'email',
  'city',
  'state',
  'type',
  'tags',
  'owner',
  'created_at',
  'last_touch_at',
] as const;
export type ContactColumn = (typeof CONTACT_COLUMNS)[number];

const DEFAULT_COLUMNS: readonly ContactColumn[] = ['phone', 'email', 'city', 'state', 'tags', 'owner', 'last_touch_at'];

interface ContactsContext {
  readonly selected: readonly number[];
  /** The row that the keyboard is on. `null`: none yet. */
  readonly cursor: number | null;
  readonly columns: readonly ContactColumn[];
  /** Which contacts the list means, without page and order: a selection belongs to it. */
  readonly scope: string;
  /** The address of the list as it was left: where a contact leads back to. */
  readonly href: string;
}

const start: ContactsContext = { selected: [], cursor: null, columns: DEFAULT_COLUMNS, scope: '', href: '/contacts' };

/** What the contact list remembers between pages: selection, cursor row and the chosen columns. */
export const contactsStore = createStore({
  context: start,
  on: {
    toggled: (context, event: { id: number }) => ({
      ...context,
      cursor: event.id,
      selected: context.selected.includes(event.id)
        ? context.selected.filter((id) => id !== event.id)
        : [...context.selected, event.id],
    }),
    /** Selects a run of rows, as Shift does. */
    added: (context, event: { ids: readonly number[] }) => ({
      ...context,
      selected: [...new Set([...context.selected, ...event.ids])],
    }),
    removed: (context, event: { ids: readonly number[] }) => ({
      ...context,
      selected: context.selected.filter((id) => !event.ids.includes(id)),
    }),
    cleared: (context) => ({ ...context, selected: [] }),
    moved: (context, event: { id: number | null }) => ({ ...context, cursor: event.id }),
    /** Another scope means other contacts: nothing of them is selected. */
    listed: (context, { scope, href }: { scope: string; href: string }) =>
      scope === context.scope ? { ...context, href } : { ...context, scope, href, selected: [], cursor: null },
    columnToggled: (context, event: { column: ContactColumn }) => ({
      ...context,
      columns: CONTACT_COLUMNS.filter((column) =>
        column === event.column ? !context.columns.includes(column) : context.columns.includes(column),
      ),
    }),
    reset: () => start,
  },
}).with(persist({ name: 'bellwether.contacts.v1', pick: (context) => ({ columns: context.columns }) }));
