import { assign, emit, setup } from 'xstate';
import type { Contact } from '#contract/contacts.contract.ts';
import { promisePort } from '../port.ts';
import {
  asked,
  dueIn,
  type EditedField,
  editsFrom,
  type FieldDrafts,
  type FieldEdits,
  givenUp,
  outdated,
  read,
  refused,
  saved,
  textOf,
  typed,
  writtenValue,
} from './field-edits.ts';

/** Arguments of one save. */
export interface FieldChange {
  readonly params: { readonly id: number };
  readonly query?: { readonly not_remove_new_tag: string };
  readonly body: { readonly contact: Partial<Contact>; readonly version: number };
}

export interface FieldOrder {
  readonly change: FieldChange;
  readonly key: string;
}

interface FieldEditsContext {
  readonly userId: number;
  readonly newKey: () => string;
  readonly edits: FieldEdits;
  /** The last one sent. `null`: none was. */
  readonly order: FieldOrder | null;
  /** True when that save may have succeeded without a response: then it is sent again with its key. */
  readonly isOpen: boolean;
}

type Field = Readonly<{ field: EditedField }>;
type FieldText = Readonly<{ field: EditedField; typed: string }>;

const changeOf = (contact: Contact, userId: number, { field, typed: text }: FieldText): FieldChange => ({
  params: { id: contact.id },
  // Viewing someone else's contact does not open it for them.
  ...(contact.owner.id !== userId && { query: { not_remove_new_tag: 'true' } }),
  body: { contact: { [field]: writtenValue(field, text) }, version: contact.version },
});

/** Error of a rejected save: an `ApiError`, of which only the shape is known here. */
interface Rejection {
  readonly code?: string;
  readonly message?: string;
  readonly fields?: Readonly<Record<string, readonly string[]>>;
  readonly outcomeOpen?: boolean;
}

const rejectionOf = (error: unknown): Rejection => (error ?? {}) as Rejection;

const reasonOf = ({ message, fields }: Rejection, field: string): string =>
  fields?.[`contact.${field}`]?.[0] ?? fields?.[field]?.[0] ?? message ?? '';

const KEEP = {
  type: 'keepDrafts' as const,
  params: ({ context: { edits } }: { context: FieldEditsContext }) => ({
    contactId: edits.contact.id,
    drafts: edits.drafts,
  }),
};

/**
 * The fields of one contact, edited in place. Saves them one at a time, in order; runs as long as the contact's page.
 *
 *   resting ─ a field waits → saving ─ saved, refused, or someone else was faster → resting
 *
 * Each field has a state of its own (`field-edits.ts`): a pending value counts as saved and returns with its reason if
 * refused; when someone else changed the same field, the user decides.
 */
export const fieldEditsMachine = setup({
  types: {
    input: {} as { contact: Contact; userId: number; drafts: FieldDrafts; newKey: () => string },
    context: {} as FieldEditsContext,
    events: {} as FieldCommand | { type: 'contact.read'; contact: Contact },
    /** `undo` writes the earlier value again. */
    emitted: {} as { type: 'field.cleared'; field: EditedField; undo: FieldChange },
  },
  actors: { save: promisePort<Contact, FieldOrder>('save') },
  actions: {
    /** Keeps everything typed and not saved over a reload. */
    keepDrafts: (_args, _params: { contactId: number; drafts: FieldDrafts }) => undefined,
    /** Reads the contact from the server. */
    readAgain: () => undefined,
    type: assign({ edits: ({ context }, { field, typed: text }: FieldText) => typed(context.edits, field, text) }),
    ask: assign({ edits: ({ context }, { field, typed: text }: FieldText) => asked(context.edits, field, text) }),
    /** Discards what was typed since the field was opened; in a conflict, the stored value remains. */
    giveUp: assign({ edits: ({ context }, { field }: Field) => givenUp(context.edits, field) }),
    /** The typed text replaces what someone else wrote. */
    keepMine: assign({
      edits: ({ context: { edits } }, { field }: Field) => {
        const edit = edits.byField[field];
        return edit === undefined ? edits : asked(edits, field, edit.typed, textOf(edits.contact, field));
      },
    }),
    read: assign({ edits: ({ context }, { contact }: { contact: Contact }) => read(context.edits, contact) }),
    take: assign(({ context: { edits, userId, newKey, order, isOpen } }) => {
      // Something is due here, or there was no way in.
      const { field, typed: text } = dueIn(edits)!;
      const { version } = edits.contact;
      const change = changeOf(edits.contact, userId, { field, typed: text });
      const isAgain = isOpen && order !== null && JSON.stringify(order.change) === JSON.stringify(change);
      return {
        edits: { ...edits, sending: { field, typed: text, version } },
        order: isAgain ? order : { change, key: newKey() },
        isOpen: false,
      };
    }),
    noteSaved: assign({ edits: ({ context }, { contact }: { contact: Contact }) => saved(context.edits, contact) }),
    noteOutdated: assign({ edits: ({ context }) => outdated(context.edits) }),
    noteRefused: assign(({ context: { edits } }, { error }: { error: unknown }) => ({
      edits: refused(edits, reasonOf(rejectionOf(error), edits.sending?.field ?? '')),
      isOpen: rejectionOf(error).outcomeOpen === true,
    })),
    tellCleared: emit(({ context: { edits, userId } }, { contact }: { contact: Contact }) => {
      const { field } = edits.sending!;
      const undo = changeOf(contact, userId, { field, typed: edits.byField[field]!.base });
      // The server clears the time of a follow-up with its day.
      if (field === 'follow_up_on') Object.assign(undo.body.contact, { follow_up_time: edits.contact.follow_up_time });
      return { type: 'field.cleared', field, undo };
    }),
  },
  guards: {
    isDue: ({ context }) => dueIn(context.edits) !== null,
    /** The sent value empties a field that was not empty. */
    isCleared: ({ context: { edits } }, { contact }: { contact: Contact }) => {
      const edit = edits.sending === null ? undefined : edits.byField[edits.sending.field];
      return edit !== undefined && edit.base !== '' && textOf(contact, edits.sending!.field) === '';
    },
    isOutdated: (_args, { error }: { error: unknown }) => rejectionOf(error).code === 'contact_changed',
  },
}).createMachine({
  id: 'field-edits',
  context: ({ input: { contact, userId, drafts, newKey } }) => ({
    userId,
    newKey,
    edits: editsFrom(contact, drafts),
    order: null,
    isOpen: false,
  }),
  entry: KEEP,
  initial: 'resting',
  on: {
    'field.type': { actions: [{ type: 'type', params: ({ event }) => event }, KEEP] },
    'field.save': { actions: [{ type: 'ask', params: ({ event }) => event }, KEEP] },
    'field.giveUp': { actions: [{ type: 'giveUp', params: ({ event }) => event }, KEEP] },
    'field.keepMine': { actions: [{ type: 'keepMine', params: ({ event }) => event }, KEEP] },
    'contact.read': { actions: [{ type: 'read', params: ({ event }) => event }, KEEP] },
  },
  states: {
    resting: { always: { guard: 'isDue', target: 'saving' } },
    saving: {
      entry: 'take',
      invoke: {
        src: 'save',
        input: ({ context }) => context.order!,
        onDone: [
          {
            guard: { type: 'isCleared', params: ({ event }) => ({ contact: event.output }) },
            target: 'resting',
            actions: [
              { type: 'tellCleared', params: ({ event }) => ({ contact: event.output }) },
              { type: 'noteSaved', params: ({ event }) => ({ contact: event.output }) },
              KEEP,
            ],
          },
          {
            target: 'resting',
            actions: [{ type: 'noteSaved', params: ({ event }) => ({ contact: event.output }) }, KEEP],
          },
        ],
        onError: [
          {
            guard: { type: 'isOutdated', params: ({ event }) => event },
            target: 'resting',
            actions: ['noteOutdated', KEEP, 'readAgain'],
          },
          { target: 'resting', actions: { type: 'noteRefused', params: ({ event }) => event } },
        ],
      },
    },
  },
});

export type FieldCommand =
  | ({ type: 'field.type' | 'field.save' } & FieldText)
  | ({ type: 'field.giveUp' | 'field.keepMine' } & Field);
