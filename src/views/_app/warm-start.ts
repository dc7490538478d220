import { listContacts } from '#contract/contacts.contract.ts';
import type { Resources } from '../../actors/_resource.actors.ts';
import { pageCall } from '../contacts/list/use-contact-list.ts';
import { contactsSearch } from '../contacts/contacts-search.ts';

/** Paths that show the contact list; the start leads to it. */
const LIST_PATHS: readonly string[] = ['/', '/contacts'];

/**
 * Asks for the first rows while it is still being found out who asks: frame and rows then appear at once. Nobody sees
 * the answer before the guards have let them in, and the server answers to the session alone.
 */
export function warmStart(resources: Resources, { pathname, search }: { pathname: string; search: object }): void {
  if (LIST_PATHS.includes(pathname)) resources.warm(listContacts, pageCall(contactsSearch({ ...search })));
}
