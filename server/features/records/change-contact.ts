import { type FieldChange, writeAudit } from '../../audit.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import { emitContactsChanged } from '../contacts/contact-events.ts';
import { type Caller, requireContact, requireLiveContact, touchContact } from '../contacts/contacts.service.ts';

export type SeenContact = Awaited<ReturnType<typeof requireContact>>;

/** Description of the change; ids, names of fields and counts, never a value. */
export interface Done {
  readonly action: string;
  readonly detail: Readonly<Record<string, unknown>>;
  /** For the timeline; they go with the contact. */
  readonly values?: readonly FieldChange[];
}

/** A change under way. */
export interface Change {
  readonly tx: Tx;
  /** Locked. */
  readonly contact: SeenContact;
  readonly at: Date;
  /** Writes the audit log and notifies the contact's owner. */
  done(done: Done): Promise<void>;
}

/**
 * Changes child records of a contact in one transaction.
 * @throws {Refusal} `not_found` when the contact is not theirs to see, `conflict` when it is deleted.
 */
export function changeContact<T>(
  deps: Deps,
  { identity, requestId }: Caller,
  contactId: number,
  work: (change: Change) => Promise<T>,
): Promise<T> {
  return withAccount(deps.pool, identity, async (tx) => {
    const contact = await requireLiveContact(tx, identity, contactId);
    const at = deps.now();
    return work({
      tx,
      contact,
      at,
      done: async ({ action, detail, values = [] }) => {
        await touchContact(tx, contactId, at);
        const entry = { action, subjectType: 'contact', subjectId: contactId, detail, values };
        await writeAudit(tx, identity, requestId, entry);
        await emitContactsChanged(tx, identity.accountId, [contact]);
      },
    });
  });
}

/**
 * Reads encrypted values, with an audit row.
 * @throws {Refusal} `not_found` when the contact is not theirs to see.
 */
export function revealOf<T>(
  deps: Deps,
  { identity, requestId }: Caller,
  contactId: number,
  look: (tx: Tx) => Promise<{ readonly value: T; readonly detail: Done['detail'] }>,
): Promise<T> {
  return withAccount(deps.pool, identity, async (tx) => {
    await requireContact(tx, identity, contactId);
    const { value, detail } = await look(tx);
    await writeAudit(tx, identity, requestId, {
      action: 'contact.revealed',
      subjectType: 'contact',
      subjectId: contactId,
      detail,
    });
    return value;
  });
}

/** A concurrent change was first; `now` has the stored values by field. */
export const changedMeanwhile = (what: string, now: Record<string, readonly string[]>) =>
  new Refusal('contact_changed', `Someone changed ${what} after you opened it.`, { fields: now });
