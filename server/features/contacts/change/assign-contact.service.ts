import type { Contact } from '#contract/contacts.contract.ts';
import { reachOf } from '#rules/access/permissions.ts';
import { writeAudit } from '../../../audit.ts';
import { type Tx, withAccount } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import { Refusal } from '../../../errors.ts';
import { findTakenFrom, insertOwnerChange, type OwnerChange, setOwner } from './assign-contact.sql.ts';
import { emitContactsChanged } from '../contact-events.ts';
import { type Caller, requireContact, requireLiveContact } from '../contacts.service.ts';
import { type FoundContact, toContact } from '../contacts.sql.ts';
import { mayTake } from '../contact-visibility.sql.ts';
import { noteUndone } from '../undone-versions.sql.ts';

export { insertOwnerChange } from './assign-contact.sql.ts';

/**
 * Makes the current user the owner of a contact in their downline or in a pool they hold; users who decide for the
 * whole account may take any.
 * @throws {Refusal} `not_found`, `access_denied` when they see it and may not take it, `conflict` when it is deleted.
 */
export function assignToMe(deps: Deps, caller: Caller, id: number): Promise<Contact> {
  const { identity } = caller;
  return withAccount(deps.pool, identity, async (tx) => {
    const stored = await requireLiveContact(tx, identity, id);
    if (stored.owner_id === identity.userId) return toContact(stored);
    const isFree = reachOf(identity.roles) === 'account' || (await mayTake(tx, identity.userId, stored));
    if (!isFree)
      throw new Refusal(
        'access_denied',
        `${stored.owner_name} owns this contact. Ask them or their manager to transfer it.`,
      );
    return give(tx, deps, caller, stored, { to: identity.userId, reason: 'assigned' });
  });
}

/**
 * Reverts the user's own takeover, if the owner is unchanged since.
 * @throws {Refusal} `not_found`, `conflict` when there is nothing to revert, or no previous owner.
 */
export function undoAssignToMe(deps: Deps, caller: Caller, id: number): Promise<Contact> {
  const { identity } = caller;
  return withAccount(deps.pool, identity, async (tx) => {
    const stored = await requireLiveContact(tx, identity, id);
    const taken = await findTakenFrom(tx, id, identity.userId);
    if (taken === null || stored.owner_id !== identity.userId) {
      throw new Refusal('conflict', "You didn't take over this contact, or it has been transferred since.");
    }
    if (!taken.active)
      throw new Refusal('conflict', `${taken.name} can no longer sign in, so the contact stays with you.`);
    const returned = await give(tx, deps, caller, stored, { to: taken.from_owner_id, reason: 'returned' });
    if (taken.untouched) await noteUndone(tx, [{ id, since: stored.version - 1 }], deps.now());
    return returned;
  });
}

/** Changes the owner of a locked contact with its records: history, audit, and events to both owners. */
export async function give(
  tx: Tx,
  deps: Pick<Deps, 'now'>,
  { identity, requestId }: Caller,
  stored: FoundContact,
  { to, reason }: Pick<OwnerChange, 'to' | 'reason'>,
): Promise<Contact> {
  const { id, owner_id: from } = stored;
  const at = deps.now();
  await setOwner(tx, id, to, at);
  await insertOwnerChange(tx, identity, { contactId: id, from, to, reason }, at);
  await writeAudit(tx, identity, requestId, {
    action: `contact.${reason}`,
    subjectType: 'contact',
    subjectId: id,
    detail: { from_owner_id: from, to_owner_id: to, version: stored.version + 1 },
  });
  await emitContactsChanged(tx, identity.accountId, [
    { id, owner_id: from },
    { id, owner_id: to },
  ]);
  return toContact(await requireContact(tx, identity, id));
}
