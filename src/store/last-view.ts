import { ContactsScope, type ContactFilter, type ContactsScopeInput } from '#contract/contacts/scope.contract.ts';
import { storedHint } from './stored-hint.ts';
import { nameOf, type StoredFor } from './stored-once.ts';

export type ContactsView = Partial<ContactsScopeInput>;

/** Filters whose values are chosen from a list, never a name, a number or a diagnosis. */
const HARMLESS: readonly ContactFilter['field'][] = [
  'state',
  'tag',
  'type',
  'category',
  'age',
  'birth_month',
  'created_at',
  'last_touch_at',
  'last_call_at',
  'follow_up_on',
  'import_id',
  'status',
  'agentflow_status',
  'group',
  'pool',
  'owner',
  'api_vendor',
  'language',
  'email_status',
  'policy_type',
  'policy_status',
];

interface Kept {
  readonly of: string;
  readonly view: ContactsView;
}

/** A view that this version understands, and of whom it is. */
const isKept = (stored: unknown): stored is Kept =>
  typeof stored === 'object' &&
  stored !== null &&
  'of' in stored &&
  'view' in stored &&
  ContactsScope.safeParse(stored.view).success;

const hint = storedHint<Kept>('contacts-view', 1, {
  safeParse: (stored) => (isKept(stored) ? { data: stored } : {}),
});

/** The part of a view that is kept: a search for a person ends with the visit. `null`: it filters by what is private. */
function keptOf(view: ContactsView): ContactsView | null {
  const { contact_group, all_downline, type, category, representer_type, order, order_field, search = [] } = view;
  if (search.some(({ field }) => !HARMLESS.includes(field))) return null;
  const group = { contact_group, all_downline, type, category, representer_type };
  return { ...group, order, order_field, ...(search.length > 0 && { search }) };
}

/** The contact list as the user left it in this browser, until they sign out (core §4). */
export const lastView = {
  /** `null`: this user has none here. */
  read: (user: StoredFor): ContactsView | null => {
    const kept = hint.read();
    return kept?.of === nameOf(user) ? kept.view : null;
  },
  keep: (user: StoredFor, view: ContactsView): void => {
    const kept = keptOf(view);
    if (kept !== null) hint.write({ of: nameOf(user), view: kept });
  },
};
