import { listContacts } from '#contract/contacts/contact-list.contract.ts';
import type { Resources } from '../../actors/_resource.actors.ts';
import { contactsStore } from '../../store/contacts.store.ts';
import { pageCall } from '../contacts/list/use-contact-list.ts';
import { lastUserHint } from '../../store/reset.ts';
import { lastView } from '../../store/last-view.ts';
import { contactsSearch } from '../contacts/contacts-search.ts';

/** Paths that show the contact list; the start leads to it. */
const LIST_PATHS: readonly string[] = ['/', '/contacts'];

/**
 * Requests the first rows while the user is still loading, so that frame and rows appear together. Nothing is displayed
 * before the guards allow it, and the server answers to the session alone.
 */
export function warmStart(resources: Resources, { pathname, search }: { pathname: string; search: object }): void {
  if (!LIST_PATHS.includes(pathname)) return;
  const { columns } = contactsStore.getSnapshot().context;
  resources.warm(listContacts, pageCall(contactsSearch({ ...(isBare(search) ? kept() : search) }), columns));
}

const isBare = (search: object) => Object.keys(search).length === 0;

/** The view that the list is about to open with. The user isn't known yet, but probably the same as before. */
function kept(): object {
  const id = lastUserHint.read();
  return (id !== null && lastView.read({ id, identity: [] })) || {};
}
