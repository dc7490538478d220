import { type Contact, type ContactFields, readContact } from '#contract/contacts.contract.ts';
import { listContacts } from '#contract/contacts/contact-list.contract.ts';
import { phoneText } from '#rules/phone/phone-number.ts';
import { listHousehold } from '#contract/contacts/person.contract.ts';

/** Queries that show fields of a contact. */
export const FIELD_QUERIES = [readContact, listContacts, listHousehold];

/** A field of a contact edited in place. */
export type EditedField = keyof ContactFields;

/** Fields whose value is an id. */
export type ChosenField = 'status_id' | 'agentflow_status_id' | 'group_id';

/** Unsaved text of a field, with the value when typing began. */
export interface FieldDraft {
  readonly typed: string;
  readonly base: string;
}

/**
 * waiting: to be saved; checking: someone changed the contact, and the stored value is being read; refused: with a
 * reason; conflicting: someone changed this very field; kept: typed before a reload and not saved.
 */
export interface FieldEdit extends FieldDraft {
  readonly state: 'waiting' | 'checking' | 'refused' | 'conflicting' | 'kept';
  /** Reason why it isn't saved; empty unless refused. */
  readonly message: string;
  /** The version that was refused as too old: what is stored now is newer. Absent: none was. */
  readonly since?: number;
}

type ByField<Value> = Readonly<Partial<Record<EditedField, Value>>>;
export type FieldDrafts = ByField<FieldDraft>;

export interface FieldEdits {
  /** The server's value, from the latest reply or read. */
  readonly contact: Contact;
  /** In the order of the requests. */
  readonly byField: ByField<FieldEdit>;
  /** Everything that is typed and not saved. */
  readonly drafts: FieldDrafts;
  /** The one on its way to the server, one at a time. `null`: none. */
  readonly sending: { readonly field: EditedField; readonly typed: string; readonly version: number } | null;
}

/** The value as it is typed; a choice by its id. */
export const textOf = (contact: Contact, field: EditedField): string =>
  field === 'phone' || field === 'phone_2'
    ? phoneText(contact[field] ?? '', contact[`${field}_ext`])
    : String(contact[field] ?? '');

/** Fields that hold no empty text: nothing is `null` there. */
const NULLABLE: readonly EditedField[] = [
  'phone',
  'phone_2',
  'email',
  'email_2',
  'dob',
  'follow_up_on',
  'follow_up_time',
  'gender',
  'language',
  'phone_type',
  'phone_2_type',
  'phone_ext',
  'phone_2_ext',
];

const CHOSEN: readonly EditedField[] = ['status_id', 'agentflow_status_id', 'group_id'] satisfies ChosenField[];

export const isChosen = (field: EditedField): field is ChosenField => CHOSEN.includes(field);

/** Parses typed text for the wire. */
export function writtenValue(field: EditedField, typed: string): Contact[EditedField] {
  if (isChosen(field)) return typed === '' ? null : Number(typed);
  return (typed === '' && NULLABLE.includes(field) ? null : typed) as Contact[EditedField];
}

const without = <Value>(byField: ByField<Value>, field: EditedField): ByField<Value> =>
  Object.fromEntries(Object.entries(byField).filter(([name]) => name !== field));

const entriesOf = <Value>(byField: ByField<Value>) => Object.entries(byField) as [EditedField, Value][];

/** Returns the edit after the stored value is known. `null`: nothing left to do. */
function met({ typed, base }: FieldDraft, stored: string): FieldEdit | null {
  if (stored === typed || typed === base) return null;
  return { typed, base, state: stored === base ? 'waiting' : 'conflicting', message: '' };
}

const put = (edits: FieldEdits, field: EditedField, edit: FieldEdit): FieldEdits => ({
  ...edits,
  byField: { ...edits.byField, [field]: edit },
});

/** Discards the typed text; the stored value remains. */
const dropped = (edits: FieldEdits, field: EditedField): FieldEdits => ({
  ...edits,
  byField: without(edits.byField, field),
  drafts: without(edits.drafts, field),
});

/** This text is stored. What was typed beyond it is a change of that. */
function stored(edits: FieldEdits, field: EditedField, typed: string, contact = edits.contact): FieldEdits {
  const base = textOf(contact, field);
  const { [field]: edit, ...byField } = edits.byField;
  const { [field]: draft, ...drafts } = edits.drafts;
  const isNewer = edit !== undefined && edit.typed !== typed;
  return {
    ...edits,
    byField: isNewer ? { ...edits.byField, [field]: { ...edit, base } } : byField,
    drafts: draft && (isNewer || draft.typed !== typed) ? { ...edits.drafts, [field]: { ...draft, base } } : drafts,
  };
}

/** Unsaved text from an earlier visit, compared with the stored value. */
export function editsFrom(contact: Contact, drafts: FieldDrafts): FieldEdits {
  const kept = entriesOf(drafts).flatMap(([field, draft]) => {
    const edit = met(draft, textOf(contact, field));
    return edit === null ? [] : [[field, edit.state === 'waiting' ? { ...edit, state: 'kept' } : edit] as const];
  });
  const byField = Object.fromEntries(kept);
  return {
    contact,
    byField,
    drafts: Object.fromEntries(Object.entries(drafts).filter(([field]) => field in byField)),
    sending: null,
  };
}

const baseOf = ({ drafts, contact }: FieldEdits, field: EditedField) => drafts[field]?.base ?? textOf(contact, field);

/** Typing started or continues. */
export const typed = (edits: FieldEdits, field: EditedField, text: string): FieldEdits => ({
  ...edits,
  drafts: { ...edits.drafts, [field]: { typed: text, base: baseOf(edits, field) } },
});

/** Typed text is to be saved, over `base`. */
export function asked(edits: FieldEdits, field: EditedField, text: string, base = baseOf(edits, field)): FieldEdits {
  const { byField, drafts, contact, sending } = edits;
  const now = textOf(contact, field);
  // Left as it was found, or as it is stored by now.
  if (sending?.field !== field && (text === base || text === now)) return dropped(edits, field);
  const draft = { typed: text, base };
  // The value being saved will be the stored one.
  const isOver = sending?.field === field && sending.typed !== text;
  const edit = isOver ? { ...draft, state: 'waiting' as const, message: '' } : met(draft, now);
  const others = without(byField, field);
  return {
    ...edits,
    byField: edit === null ? others : { ...others, [field]: edit },
    drafts: { ...drafts, [field]: draft },
  };
}

/** True when an edit is shown as saved, since nothing is known to prevent that. */
const isPending = ({ state }: FieldEdit): boolean => state === 'waiting' || state === 'checking';

/** The field is as before it was opened: what is to be saved is not given up with it. */
export function givenUp(edits: FieldEdits, field: EditedField): FieldEdits {
  const edit = edits.byField[field];
  if (edit === undefined || !isPending(edit)) return dropped(edits, field);
  const { typed: text, base } = edit;
  return { ...edits, drafts: { ...edits.drafts, [field]: { typed: text, base } } };
}

/** Everything that is open meets what is stored now. */
export function read(edits: FieldEdits, contact: Contact): FieldEdits {
  const latest = contact.version < edits.contact.version ? edits.contact : contact;
  return entriesOf(edits.byField).reduce(look, { ...edits, contact: latest });
}

function look(edits: FieldEdits, [field, edit]: [EditedField, FieldEdit]): FieldEdits {
  const { contact } = edits;
  if (edit.state === 'waiting' || (edit.state === 'checking' && contact.version <= (edit.since ?? 0))) return edits;
  if (textOf(contact, field) === edit.typed) return stored(edits, field, edit.typed);
  if (edit.state === 'refused' || edit.state === 'kept') return edits;
  const now = met(edit, textOf(contact, field));
  return now === null ? edits : put(edits, field, now);
}

/** The next one to send. `null`: none waits. */
export const dueIn = ({ byField }: FieldEdits): { field: EditedField; typed: string; base: string } | null => {
  const next = entriesOf(byField).find(([, { state }]) => state === 'waiting');
  return next === undefined ? null : { field: next[0], ...next[1] };
};

/** The sent value is stored. */
export function saved({ sending, ...edits }: FieldEdits, contact: Contact): FieldEdits {
  const rest = { ...edits, sending: null };
  return read(sending === null ? rest : stored(rest, sending.field, sending.typed, contact), contact);
}

/** The sent value is not stored; text typed since waits for its own turn. */
function answered({ sending, ...edits }: FieldEdits, change: Partial<FieldEdit>): FieldEdits {
  const rest = { ...edits, sending: null };
  const edit = sending === null ? undefined : edits.byField[sending.field];
  return sending === null || edit?.typed !== sending.typed ? rest : put(rest, sending.field, { ...edit, ...change });
}

export const refused = (edits: FieldEdits, message: string): FieldEdits =>
  answered(edits, { state: 'refused', message });

export const outdated = (edits: FieldEdits): FieldEdits =>
  read(answered(edits, { state: 'checking', since: edits.sending?.version ?? 0 }), edits.contact);

/** The contact as it will be when everything that waits is saved. */
export function shownIn({ contact, byField }: Pick<FieldEdits, 'contact' | 'byField'>): Contact {
  const pending = entriesOf(byField).filter(([, edit]) => isPending(edit));
  return {
    ...contact,
    ...Object.fromEntries(pending.map(([field, { typed: text }]) => [field, writtenValue(field, text)])),
  };
}
