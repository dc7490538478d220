import type { Contact } from '#contract/contacts.contract.ts';
import { sql } from 'kysely';
import { type FieldChange, writeAudit } from '../../audit.ts';
import { qb, type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import { emitContactsChanged } from '../contacts/contact-events.ts';
import { isBeingErased } from '../erasures/being-erased.ts';
import { type Caller, type FoundContact, requireContact, toContact } from '../contacts/contacts.service.ts';

/** @throws {Refusal} `not_found`, `conflict` when it is a part of another contact, already held, or being erased. */
export const placeLegalHold = (deps: Deps, caller: Caller, id: number, reason: string): Promise<Contact> =>
  change(deps, caller, id, {
    action: 'contact.held',
    against: ({ held_at: since }) => (since === null ? null : 'This contact is already under legal hold.'),
    reason,
  });

/** @throws {Refusal} `not_found`, `conflict` when there is no hold. */
export const liftLegalHold = (deps: Deps, caller: Caller, id: number): Promise<Contact> =>
  change(deps, caller, id, {
    action: 'contact.released',
    against: ({ held_at: since }) => (since === null ? "This contact isn't under legal hold." : null),
    reason: null,
  });

interface HoldChange {
  readonly action: string;
  readonly against: (contact: FoundContact) => string | null;
  /** `null` lifts the hold. */
  readonly reason: string | null;
}

/** Deleted contacts can be held, too: it keeps them from being purged. */
function change(
  deps: Deps,
  { identity, requestId }: Caller,
  id: number,
  { action, against, reason }: HoldChange,
): Promise<Contact> {
  return withAccount(deps.pool, identity, async (tx) => {
    const stored = await requireContact(tx, identity, id, true);
    if (stored.merged_into_id !== null) throw new Refusal('conflict', 'This contact was merged into another contact.');
    if (reason !== null && (await isBeingErased(tx, id))) {
      throw new Refusal('conflict', 'This contact is being erased.');
    }
    const problem = against(stored);
    if (problem !== null) throw new Refusal('conflict', problem);
    await writeHold(tx, id, { reason, userId: identity.userId, at: deps.now() });
    const values: FieldChange[] = [{ field: 'legal_hold', before: stored.hold_reason, after: reason ?? '' }];
    await writeAudit(tx, identity, requestId, {
      action,
      subjectType: 'contact',
      subjectId: id,
      detail: { fields: ['legal_hold'], version: stored.version + 1 },
      values,
    });
    await emitContactsChanged(tx, identity.accountId, [stored]);
    return toContact(await requireContact(tx, identity, id));
  });
}

interface Hold {
  readonly reason: string | null;
  readonly userId: number;
  readonly at: Date;
}

/** A version of its own, so that the undo of an earlier change leaves the contact alone. */
const writeHold = (tx: Tx, id: number, { reason, userId, at }: Hold) =>
  tx.change(
    qb
      .updateTable('contacts')
      .set({
        held_at: reason === null ? null : at,
        held_by_id: reason === null ? null : userId,
        hold_reason: reason ?? '',
        updated_at: at,
        version: sql`version + 1`,
      })
      .where('id', '=', id),
  );
