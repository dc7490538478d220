import { createStore } from '@xstate/store';
import { persist } from './persist.ts';
import { storedHint } from './stored-hint.ts';

export const CONTACT_COLUMNS = [
  'phone',
  'email',
  'city',
  'state',
  'age',
  'dob',
  'type',
  'status',
  'plan',
  'carrier',
  'tags',
  'consent',
  'group',
  'company',
  'source',
  'follow_up_on',
  'owner',
  'created_at',
  'last_touch_at',
] as const;
export type ContactColumn = (typeof CONTACT_COLUMNS)[number];

const DEFAULT_COLUMNS: readonly ContactColumn[] = ['phone', 'email', 'city', 'state', 'tags', 'owner', 'last_touch_at'];

/** The list's scope as a selection: all of it, or its first or last contacts. */
export interface WholeSelection {
  /** Size of the selection. */
  readonly count: number;
  /** `null`: all of them. */
  readonly n: number | null;
  readonly fromEnd: boolean;
  /** Deselected by the user. */
  readonly without: readonly number[];
}

interface ContactsContext {
  /** Rows chosen one by one. */
  readonly selected: readonly number[];
  /** Wins over `selected`. `null`: rows are chosen one by one. */
  readonly whole: WholeSelection | null;
  /** The row that was ticked last: where a run of rows begins. `null`: none. */
  readonly anchor: number | null;
  /** The row that the keyboard is on. `null`: none yet. */
  readonly cursor: number | null;
  readonly columns: readonly ContactColumn[];
  /** Contacts in the list, without page and order: the selection belongs to them. */
  readonly scope: string;
  readonly order: string;
  /** The address of the list as it was left: where a contact leads back to. */
  readonly href: string;
}

const NOBODY = { selected: [], whole: null, anchor: null } as const;
const start: ContactsContext = {
  ...NOBODY,
  cursor: null,
  columns: DEFAULT_COLUMNS,
  scope: '',
  order: '',
  href: '/contacts',
};

/** Each tab remembers its own previous list. */
/** An address of the list, and nothing else. */
const ListHref = {
  safeParse: (stored: unknown) =>
    typeof stored === 'string' && /^\/contacts(?:\?|$)/u.test(stored) ? { data: stored } : {},
};

const hrefHint = storedHint('contacts-list', 1, ListHref, { ofTab: true });

const isIn = ({ selected, whole }: ContactsContext, id: number) =>
  whole === null ? selected.includes(id) : !whole.without.includes(id);

const withThese = ({ selected, whole }: ContactsContext, ids: readonly number[]) =>
  whole === null
    ? { selected: [...new Set([...selected, ...ids])] }
    : { whole: { ...whole, without: whole.without.filter((id) => !ids.includes(id)) } };

const without = ({ selected, whole }: ContactsContext, ids: readonly number[]) =>
  whole === null
    ? { selected: selected.filter((id) => !ids.includes(id)) }
    : { whole: { ...whole, without: [...new Set([...whole.without, ...ids])] } };

/** State of the contact list between pages: selection, cursor row and chosen columns. */
export const contactsStore = createStore({
  context: { ...start, href: hrefHint.read() ?? start.href },
  on: {
    toggled: (context, { id }: { id: number }) => ({
      ...context,
      cursor: id,
      anchor: id,
      ...(isIn(context, id) ? without(context, [id]) : withThese(context, [id])),
    }),
    /** Selects a run of rows, as Shift does. */
    added: (context, { ids }: { ids: readonly number[] }) => ({ ...context, ...withThese(context, ids) }),
    removed: (context, { ids }: { ids: readonly number[] }) => ({ ...context, ...without(context, ids) }),
    /** Selects the scope itself: all of it, or its first or last contacts. */
    wholeSelected: (context, { count, n, fromEnd }: Omit<WholeSelection, 'without'>) => ({
      ...context,
      ...NOBODY,
      whole: { count, n, fromEnd, without: [] },
    }),
    cleared: (context) => ({ ...context, ...NOBODY }),
    moved: (context, event: { id: number | null }) => ({ ...context, cursor: event.id }),
    /** Another scope means other contacts, and another order other first ones: nothing of them is selected. */
    listed: (
      context,
      { scope, order = context.order, href }: { scope: string; order?: string; href: string },
      { effect }: { effect: (run: () => void) => void },
    ) => {
      effect(() => hrefHint.write(href));
      const isOther = scope !== context.scope || (order !== context.order && typeof context.whole?.n === 'number');
      return { ...context, scope, order, href, ...(isOther ? { ...NOBODY, cursor: null } : {}) };
    },
    columnToggled: (context, event: { column: ContactColumn }) => ({
      ...context,
      columns: CONTACT_COLUMNS.filter((column) =>
        column === event.column ? !context.columns.includes(column) : context.columns.includes(column),
      ),
    }),
    reset: () => start,
  },
}).with(persist({ name: 'bellwether.contacts.v1', pick: (context) => ({ columns: context.columns }) }));
