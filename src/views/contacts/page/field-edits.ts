import type { Contact, ContactFields } from '#contract/contacts.contract.ts';

/** A field of a contact edited in place. */
export type EditedField = keyof ContactFields;

/**
 * waiting: to be saved; checking: someone changed the contact, and the stored value is being read; refused: with a
 * reason; conflicting: someone changed this very field; kept: typed before a reload and not saved.
 */
export type EditState = 'waiting' | 'checking' | 'refused' | 'conflicting' | 'kept';

export interface FieldEdit {
  readonly typed: string;
  /** Value when typing began. */
  readonly base: string;
  readonly state: EditState;
  /** Reason why it is not saved; empty while not refused. */
  readonly message: string;
  /** The version that was refused as too old: what is stored now is newer. Absent: none was. */
  readonly since?: number;
}

export interface FieldEdits {
  /** In the order of the requests. */
  readonly byField: Readonly<Partial<Record<EditedField, FieldEdit>>>;
  /** The one that is on its way to the server, one at a time. `null`: none. */
  readonly sending: { readonly field: EditedField; readonly typed: string; readonly version: number } | null;
  /** The contact as last answered by the server, which may be newer than the displayed one. */
  readonly answered: Contact | null;
}

export type FieldEvent =
  | { type: 'asked'; field: EditedField; typed: string; base: string; stored: Contact }
  | { type: 'sent'; field: EditedField; typed: string; version: number }
  | { type: 'saved'; contact: Contact }
  | { type: 'refused'; message: string }
  | { type: 'outdated' }
  | { type: 'read'; contact: Contact }
  | { type: 'dropped'; field: EditedField };

/** The value as it is typed; a choice by its id. */
export const textOf = (contact: Contact, field: EditedField): string => String(contact[field] ?? '');

const without = (byField: FieldEdits['byField'], field: EditedField): FieldEdits['byField'] =>
  Object.fromEntries(Object.entries(byField).filter(([name]) => name !== field));

/** Returns the edit after the stored value is known. `null`: nothing left to do. */
function met({ typed, base }: Pick<FieldEdit, 'typed' | 'base'>, stored: string): FieldEdit | null {
  if (stored === typed || typed === base) return null;
  return { typed, base, state: stored === base ? 'waiting' : 'conflicting', message: '' };
}

const entries = (edits: FieldEdits) => Object.entries(edits.byField) as [EditedField, FieldEdit][];

/** Returns unsaved text from an earlier visit, compared with the stored value. */
export function editsFrom(
  drafts: Readonly<Partial<Record<EditedField, { typed: string; base: string }>>>,
  contact: Contact,
): FieldEdits {
  const kept = (Object.entries(drafts) as [EditedField, { typed: string; base: string }][]).flatMap(
    ([field, draft]) => {
      const edit = met(draft, textOf(contact, field));
      return edit === null ? [] : [[field, edit.state === 'waiting' ? { ...edit, state: 'kept' } : edit]];
    },
  );
  return { byField: Object.fromEntries(kept), sending: null, answered: null };
}

/** The edits of one contact after an event. */
export function nextEdits(edits: FieldEdits, event: FieldEvent): FieldEdits {
  const { byField, sending } = edits;
  switch (event.type) {
    case 'asked': {
      const { field, typed, base, stored } = event;
      // What is on its way will be what is stored.
      const isOver = sending?.field === field && sending.typed !== typed;
      const edit = isOver
        ? { typed, base, state: 'waiting' as const, message: '' }
        : met({ typed, base }, textOf(stored, field));
      const others = without(byField, field);
      return { ...edits, byField: edit === null ? others : { ...others, [field]: edit } };
    }
    case 'sent':
      return { ...edits, sending: { field: event.field, typed: event.typed, version: event.version } };
    case 'saved':
      return settle(edits, event.contact);
    case 'refused':
      return answer(edits, { state: 'refused', message: event.message });
    case 'outdated':
      return answer(edits, { state: 'checking', since: sending?.version ?? 0 });
    case 'read':
      return look(edits, event.contact);
    case 'dropped':
      return { ...edits, byField: without(byField, event.field) };
  }
}

/** The sent value is stored. Text typed into the field since remains to be saved over it. */
function settle({ byField, sending }: FieldEdits, contact: Contact): FieldEdits {
  const edit = sending === null ? undefined : byField[sending.field];
  if (sending === null || edit === undefined) return { byField, sending: null, answered: contact };
  const isNewer = edit.typed !== sending.typed;
  const rest = isNewer
    ? { ...byField, [sending.field]: { ...edit, base: sending.typed } }
    : without(byField, sending.field);
  return { byField: rest, sending: null, answered: contact };
}

/** The sent value is not stored; text typed since waits for its own turn. */
function answer({ byField, sending, answered }: FieldEdits, change: Partial<FieldEdit>): FieldEdits {
  const edit = sending === null ? undefined : byField[sending.field];
  if (sending === null || edit === undefined || edit.typed !== sending.typed)
    return { byField, sending: null, answered };
  return { byField: { ...byField, [sending.field]: { ...edit, ...change } }, sending: null, answered };
}

/** Everything that is open meets what is stored now. */
function look(edits: FieldEdits, contact: Contact): FieldEdits {
  const byField = entries(edits).flatMap(([field, edit]) => {
    const isOpen = edit.state === 'conflicting' || (edit.state === 'checking' && contact.version > (edit.since ?? 0));
    if (!isOpen) return [[field, edit] as const];
    const now = met(edit, textOf(contact, field));
    return now === null ? [] : [[field, now] as const];
  });
  return { ...edits, byField: Object.fromEntries(byField) };
}

/** Returns whether an edit waits for the stored value. */
export const isChecking = (edits: FieldEdits): boolean => entries(edits).some(([, { state }]) => state === 'checking');

/** The next one to send; `null` while another one is on its way. */
export const toSend = (edits: FieldEdits): { field: EditedField; edit: FieldEdit } | null => {
  if (edits.sending !== null) return null;
  const next = entries(edits).find(([, { state }]) => state === 'waiting');
  return next === undefined ? null : { field: next[0], edit: next[1] };
};
