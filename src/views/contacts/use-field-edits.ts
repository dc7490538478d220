import { useEffect, useRef, useState } from 'react';
import {
  type Contact,
  type ContactFields,
  listContacts,
  readContact,
  updateContact,
} from '#contract/contacts.contract.ts';
import { useApp } from '../_app/use-app.ts';
import { useSubmit } from '../_app/use-submit.ts';

type Field = keyof ContactFields;

interface Edit {
  readonly field: Field;
  readonly typed: string;
  readonly nullable: boolean;
}

interface Failure {
  readonly typed: string;
  readonly message: string;
  /** Somebody else was faster. */
  readonly isConflict: boolean;
}

type Failures = Readonly<Partial<Record<Field, Failure>>>;

/**
 * Saves field by field, in order, each against the version that came before; what is edited during a save waits.
 * A refused value stays with its field and its reason until the field is saved.
 */
export function useFieldEdits(contact: Contact) {
  const { invalidate } = useApp();
  const [queue, setQueue] = useState<readonly Edit[]>([]);
  const [failed, setFailed] = useState<Failures>({});
  const saved = useRef(contact.version);
  const current = queue[0];

  const update = useSubmit(updateContact, {
    invalidates: [readContact, listContacts],
    onDone: ({ data }) => {
      saved.current = data.version;
      setQueue((waiting) => waiting.slice(1));
    },
    onFailed: (error) => {
      setQueue((waiting) => waiting.slice(1));
      if (!current) return;
      const { field, typed } = current;
      const isConflict = error.code === 'contact_changed';
      const message = error.fields[`contact.${field}`]?.[0] ?? error.fields[field]?.[0] ?? error.message;
      setFailed((before) => ({ ...before, [field]: { typed, message, isConflict } }));
      if (isConflict) invalidate(readContact);
    },
  });

  useEffect(() => {
    if (!current) return;
    const { field, typed, nullable } = current;
    const value = nullable && typed === '' ? null : typed;
    update.submit({
      params: { id: contact.id },
      body: {
        contact: { [field]: value } as Partial<ContactFields>,
        version: Math.max(contact.version, saved.current),
      },
    });
    // oxlint-disable-next-line react/exhaustive-deps -- an edit is sent once, when its turn has come
  }, [current]);

  return {
    failed,
    conflict: Object.values(failed).some(({ isConflict }) => isConflict),
    isSaving: (field: Field) => queue.some((edit) => edit.field === field),
    save: (field: Field, typed: string, nullable = false) => {
      setFailed(({ [field]: _settled, ...others }) => others);
      setQueue((waiting) => [...waiting, { field, typed, nullable }]);
    },
  };
}
