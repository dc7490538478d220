import { useEffect, useReducer } from 'react';
import { type Contact, listContacts, readContact, updateContact } from '#contract/contacts.contract.ts';
import { listHousehold } from '#contract/contacts/person.contract.ts';
import { fieldDraftsStore } from '../../../store/field-drafts.store.ts';
import { useApp } from '../../_base/use-app.ts';
import { useLastingSubmit } from '../../_base/use-lasting-submit.ts';
import { useSubmit } from '../../_base/use-submit.ts';
import { labelOf, writtenValue } from './contact-fields.ts';
import { type EditedField, editsFrom, type FieldEdit, isChecking, nextEdits, textOf, toSend } from './field-edits.ts';

const CHANGED = [readContact, listContacts, listHousehold];

const change = (field: EditedField, typed: string) => ({ [field]: writtenValue(field, typed) });

export type ContactEdits = ReturnType<typeof useFieldEdits>;

/**
 * Saves field by field, in order. A pending value is displayed as saved and returns with its reason if refused; when
 * someone else changed the same field, the user decides.
 */
export function useFieldEdits(contact: Contact) {
  const { user, toasts, invalidate } = useApp();
  const { id } = contact;
  const drafts = fieldDraftsStore.getSnapshot().context.contacts[id] ?? {};
  const [edits, tell] = useReducer(nextEdits, drafts, (before) => editsFrom(before, contact));
  const stored = edits.answered !== null && edits.answered.version > contact.version ? edits.answered : contact;
  // Viewing someone else's contact does not open it for them.
  const query = contact.owner.id === user.id ? {} : { query: { not_remove_new_tag: 'true' } };

  const settle = (field: EditedField) => fieldDraftsStore.trigger.settled({ contactId: id, field });
  const undo = useLastingSubmit(updateContact, {
    invalidates: CHANGED,
    onDone: () => toasts.show({ tone: 'good', text: 'Undone' }),
    onFailed: ({ message }) => toasts.show({ tone: 'bad', text: message }),
  });
  const tellCleared = (field: EditedField, base: string, { version }: Contact) =>
    toasts.show({
      tone: 'info',
      text: field === 'follow_up_on' ? 'Follow-up done' : `${labelOf(field)} cleared`,
      action: {
        label: 'Undo',
        run: () => undo({ params: { id }, ...query, body: { contact: change(field, base), version } }),
      },
    });

  const update = useSubmit(updateContact, {
    invalidates: CHANGED,
    onDone: ({ data }, { body }) => {
      const field = Object.keys(body.contact)[0] as EditedField;
      const edit = edits.byField[field];
      if (edit !== undefined && textOf(data, field) === '' && edit.base !== '') tellCleared(field, edit.base, data);
      if (fieldDraftsStore.getSnapshot().context.contacts[id]?.[field]?.typed === edits.sending?.typed) settle(field);
      tell({ type: 'saved', contact: data });
    },
    onFailed: (error, { body }) => {
      const field = Object.keys(body.contact)[0] ?? '';
      if (error.code === 'contact_changed') {
        tell({ type: 'outdated' });
        return invalidate(readContact);
      }
      tell({
        type: 'refused',
        message: error.fields[`contact.${field}`]?.[0] ?? error.fields[field]?.[0] ?? error.message,
      });
    },
  });

  const next = toSend(edits);
  const nextField = next?.field;
  const nextTyped = next?.edit.typed;
  useEffect(() => {
    if (nextField === undefined || nextTyped === undefined) return;
    const { version } = stored;
    tell({ type: 'sent', field: nextField, typed: nextTyped, version });
    update.submit({ params: { id }, ...query, body: { contact: change(nextField, nextTyped), version } });
    // oxlint-disable-next-line react/exhaustive-deps -- an edit is sent once, when its turn has come
  }, [nextField, nextTyped]);

  const checking = isChecking(edits);
  useEffect(() => tell({ type: 'read', contact: stored }), [stored, checking]);
  // A value that was saved after its page was left is no draft any more.
  useEffect(() => {
    for (const [field, { typed }] of Object.entries(drafts))
      if (typed === textOf(contact, field as EditedField)) settle(field as EditedField);
    // oxlint-disable-next-line react/exhaustive-deps -- once, as the page was left
  }, []);

  const draftOf = (field: EditedField) => fieldDraftsStore.getSnapshot().context.contacts[id]?.[field];
  const drop = (field: EditedField) => {
    settle(field);
    tell({ type: 'dropped', field });
  };
  const ask = (field: EditedField, typed: string, base: string) => {
    // Left as it was found, or as it is stored by now.
    if (edits.sending?.field !== field && (typed === base || typed === textOf(stored, field))) return drop(field);
    fieldDraftsStore.trigger.typed({ contactId: id, field, draft: { typed, base } });
    tell({ type: 'asked', field, typed, base, stored });
  };

  return {
    /** As it will be when everything that waits is saved. */
    shown: overlaid(stored, edits.byField),
    /** As the server has it. */
    stored,
    editOf: (field: EditedField): FieldEdit | undefined => edits.byField[field],
    /** Typing started or continues. */
    type: (field: EditedField, typed: string) => {
      const base = draftOf(field)?.base ?? textOf(stored, field);
      fieldDraftsStore.trigger.typed({ contactId: id, field, draft: { typed, base } });
    },
    save: (field: EditedField, typed: string) => ask(field, typed, draftOf(field)?.base ?? textOf(stored, field)),
    /** Discards the typed text; the stored value remains. */
    drop,
    /** The typed text replaces what someone else wrote. */
    keepMine: (field: EditedField) => {
      const edit = edits.byField[field];
      if (edit !== undefined) ask(field, edit.typed, textOf(stored, field));
    },
  };
}

function overlaid(stored: Contact, byField: Readonly<Partial<Record<EditedField, FieldEdit>>>): Contact {
  const waiting = (Object.entries(byField) as [EditedField, FieldEdit][]).filter(
    ([, { state }]) => state === 'waiting' || state === 'checking',
  );
  return { ...stored, ...Object.fromEntries(waiting.map(([field, { typed }]) => [field, writtenValue(field, typed)])) };
}
