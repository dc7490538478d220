import { useSelector } from '@xstate/react';
import { type Contact, updateContact } from '#contract/contacts.contract.ts';
import { type EditedField, FIELD_QUERIES, shownIn } from '../../../machines/contacts/field-edits.ts';
import { fieldDraftsStore } from '../../../store/field-drafts.store.ts';
import { useApp } from '../../_base/use-app.ts';
import { useEmitted } from '../../_base/use-emitted.ts';
import { useLastingSubmit } from '../../_base/use-lasting-submit.ts';
import { usePageMachine } from '../../_base/use-page-machine.ts';
import { usePageMachines } from '../../_base/use-page-machines.ts';
import { useTold } from '../../_base/use-told.ts';
import { labelOf } from './contact-fields.ts';

export type ContactEdits = ReturnType<typeof useFieldEdits>;

/** The fields of one contact, edited in place. */
export function useFieldEdits(contact: Contact) {
  const { user, toasts } = useApp();
  const { fieldEdits, newKey } = usePageMachines();
  const drafts = fieldDraftsStore.getSnapshot().context.contacts[contact.id] ?? {};
  const actor = usePageMachine(fieldEdits, { input: { contact, userId: user.id, drafts, newKey } });
  useTold(actor, { type: 'contact.read', contact });

  const undo = useLastingSubmit(updateContact, {
    invalidates: FIELD_QUERIES,
    onDone: () => toasts.show({ tone: 'good', text: 'Undone' }),
    onFailed: ({ message }) => toasts.show({ tone: 'bad', text: message }),
  });
  useEmitted(actor, 'field.cleared', ({ field, undo: change }) =>
    toasts.show({
      tone: 'info',
      text: field === 'follow_up_on' ? 'Follow-up done' : `${labelOf(field)} cleared`,
      action: { label: 'Undo', run: () => undo(change) },
    }),
  );

  const stored = useSelector(actor, ({ context }) => context.edits.contact);
  const byField = useSelector(actor, ({ context }) => context.edits.byField);
  return {
    actor,
    /** As it will be when everything that waits is saved. */
    shown: shownIn({ contact: stored, byField }),
    /** As the server has it. */
    stored,
    byField,
    save: (field: EditedField, typed: string) => actor.send({ type: 'field.save', field, typed }),
  };
}
