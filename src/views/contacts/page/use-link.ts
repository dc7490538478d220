import { type Contact, readContact } from '#contract/contacts.contract.ts';
import { listContacts } from '#contract/contacts/contact-list.contract.ts';
import { updateLinkedContact } from '#contract/contacts/person.contract.ts';
import { useApp } from '../../_base/use-app.ts';
import { useLastingSubmit } from '../../_base/use-lasting-submit.ts';
import { useSubmit } from '../../_base/use-submit.ts';

const CHANGED = [readContact, listContacts];

/** Links a contact with another one, or unlinks it with `null`; the toast can undo it. */
export function useLink(contact: Contact, onDone: () => void = () => undefined) {
  const { toasts } = useApp();
  const { id, linked_contact: before } = contact;
  const back = useLastingSubmit(updateLinkedContact, {
    invalidates: CHANGED,
    onDone: () => toasts.show({ tone: 'good', text: 'Undone' }),
    onFailed: ({ message }) => toasts.show({ tone: 'bad', text: message }),
  });
  const { submit, state } = useSubmit(updateLinkedContact, {
    invalidates: CHANGED,
    onFailed: (error) => toasts.show({ tone: 'bad', text: error.fields['linked_contact_id']?.[0] ?? error.message }),
    onDone: ({ data }) => {
      onDone();
      const undo = () => back({ params: { id }, body: { linked_contact_id: before?.id ?? null } });
      const text = data.linked_contact ? `Linked with ${data.linked_contact.name}` : 'Link removed';
      toasts.show({ tone: 'info', text, action: { label: 'Undo', run: undo } });
    },
  });
  return {
    link: (to: number | null) => submit({ params: { id }, body: { linked_contact_id: to } }),
    isBusy: state === 'submitting',
  };
}
