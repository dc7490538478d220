import { useEffect } from 'react';
import { type Contact, NEW_TAG, readContact, updateContact } from '#contract/contacts.contract.ts';
import { listContacts } from '#contract/contacts/contact-list.contract.ts';
import { recentContactsStore } from '../../../store/recent-contacts.store.ts';
import { useApp } from '../../_base/use-app.ts';
import { useSubmit } from '../../_base/use-submit.ts';
import { useTold } from '../../_base/use-told.ts';
import { fullName, listName } from '../list/contact-columns.ts';

/**
 * Remembers a contact for the palette, and removes the tag "New" from one viewed by its owner. Reading alone changes
 * nothing: this is a separate change.
 */
export function useOpened(contact: Contact): void {
  const { user } = useApp();
  const { actor } = useSubmit(updateContact, { invalidates: [readContact, listContacts] });
  const isFresh =
    contact.owner.id === user.id &&
    contact.deleted_at === null &&
    user.permissions.includes('contacts.write') &&
    contact.tags.some(({ name }) => name.toLowerCase() === NEW_TAG.toLowerCase());
  const { number } = contact;
  const name = fullName(contact) || listName(contact);
  useEffect(() => recentContactsStore.trigger.opened({ person: { number, name } }), [number, name]);
  const args = { params: { id: contact.id }, body: { contact: {} } };
  useTold(actor, isFresh ? { type: 'submit.send', args } : null);
}
