import type { Contact } from '#contract/contacts.contract.ts';
import { writeAudit } from '../../../audit.ts';
import { type Tx, withAccount } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import { Refusal, refuseField } from '../../../errors.ts';
import type { Identity } from '../../../identity.ts';
import { emitContactsChanged } from '../contact-events.ts';
import { type Caller, requireContact, requireLiveContact } from '../contacts.service.ts';
import { findContact, toContact } from '../contacts.sql.ts';
import { type LinkSide, lockLinkSides, setLink } from './linked-contact.sql.ts';
import { visibilityValues } from '../contact-visibility.ts';

/**
 * Links two contacts, or removes a link: always on both sides. The first one's partner is freed; a contact linked to
 * another one can't be taken.
 * @throws {Refusal} `not_found`, `conflict` when they are the same contact, one is deleted or the other one is already
 * linked, `refused` when the other one is unknown.
 */
export function linkContact(
  deps: Deps,
  caller: Caller,
  { id, to }: { readonly id: number; readonly to: number | null },
): Promise<Contact> {
  const { identity } = caller;
  return withAccount(deps.pool, identity, async (tx) => {
    await requireContact(tx, identity, id);
    if (to !== null) await requireLinkable(tx, identity, id, to);
    const sides = new Map((await lockLinkSides(tx, to === null ? [id] : [id, to])).map((side) => [side.id, side]));
    const stored = await requireLiveContact(tx, identity, id);
    const before = stored.linked_contact_id;
    if (before === to) return toContact(stored);
    if (before !== null && !sides.has(before))
      throw new Refusal('conflict', 'Someone else is linking this contact right now. Try again.');
    const other = to === null ? null : (sides.get(to)?.linked_contact_id ?? null);
    if (other !== null && other !== id) {
      throw new Refusal('conflict', 'That contact is already linked with another contact. Remove that link first.');
    }

    const write = async (side: LinkSide | undefined, partner: number | null) => {
      if (side === undefined) return;
      await setLink(tx, side.id, partner, deps.now());
      await traceLink(tx, caller, side, partner);
    };
    await write(sides.get(id), to);
    if (before !== null) await write(sides.get(before), null);
    if (to !== null) await write(sides.get(to), id);
    return toContact(await requireContact(tx, identity, id));
  });
}

async function requireLinkable(tx: Tx, identity: Identity, id: number, to: number): Promise<void> {
  if (to === id) throw new Refusal('conflict', "A contact can't be linked with itself.");
  const other = await findContact(tx, visibilityValues(identity), { by: 'id', value: to });
  if (other === null) throw refuseField('linked_contact_id', 'Contact not found.');
  if (other.deleted_at !== null) throw new Refusal('conflict', 'That contact is deleted. Restore it first.');
}

async function traceLink(tx: Tx, { identity, requestId }: Caller, side: LinkSide, partner: number | null) {
  await writeAudit(tx, identity, requestId, {
    action: partner === null ? 'contact.unlinked' : 'contact.linked',
    subjectType: 'contact',
    subjectId: side.id,
    detail: { contact_id: partner ?? side.linked_contact_id, version: side.version + 1 },
  });
  await emitContactsChanged(tx, identity.accountId, [side]);
}
