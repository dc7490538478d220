import type { Contact, createContact as CreateContact } from '#contract/contacts.contract.ts';
import type { Body } from '#contract/endpoint.ts';
import { utcDay } from '#rules/time/days.ts';
import { writeAudit } from '../../audit.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal, refuseField } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import { requireTags } from '../tags/tags.service.ts';
import { emitContactsChanged } from './contact-events.ts';
import { requireChoices } from './change/contact-choices.ts';
import { readContactValues, requireState, timeWithDay } from './change/contact-values.ts';
import { findContact, type FoundContact, insertContact, takeContactNumber, toContact } from './contacts.sql.ts';
import { visibilityValues } from './contact-visibility.ts';

export { type FoundContact, toContact, touchContact } from './contacts.sql.ts';

/** The caller, and their request. */
export interface Caller {
  readonly identity: Identity;
  readonly requestId: string;
}

const unknown = () => new Refusal('not_found', 'Contact not found.');

/** The day of the server's clock, `YYYY-MM-DD`. */
export const today = (deps: Deps) => utcDay(deps.now());

/** @throws {Refusal} `not_found` when it is unknown or not theirs to see. */
export async function requireContact(tx: Tx, identity: Identity, id: number, lock = false): Promise<FoundContact> {
  const found = await findContact(tx, visibilityValues(identity), { by: 'id', value: id }, lock);
  if (found === null) throw unknown();
  return found;
}

/** Like `requireContact`, locked. @throws {Refusal} `conflict` when it is deleted. */
export async function requireLiveContact(tx: Tx, identity: Identity, id: number, lock = true): Promise<FoundContact> {
  const found = await requireContact(tx, identity, id, lock);
  if (found.merged_into_id !== null) throw new Refusal('conflict', 'This contact was merged into another contact.');
  if (found.deleted_at !== null) throw new Refusal('conflict', 'This contact is deleted. Restore it first.');
  return found;
}

/** @throws {Refusal} `not_found` when it is unknown or not theirs to see. */
export function readContact(deps: Deps, identity: Identity, by: 'id' | 'number', value: number): Promise<Contact> {
  return withAccount(deps.pool, identity, async (tx) => {
    const found = await findContact(tx, visibilityValues(identity), { by, value });
    if (found === null) throw unknown();
    return toContact(found);
  });
}

/** @throws {Refusal} `refused` by field. */
export function createContact(
  deps: Deps,
  { identity, requestId }: Caller,
  { contact, tag_ids = [] }: Body<typeof CreateContact>,
): Promise<Contact> {
  const values = timeWithDay(readContactValues(contact, today(deps)), { follow_up_on: null, follow_up_time: null });
  requireState(values);
  const isNameless = !values.first_name && !values.last_name && !values.phone && !values.email;
  if (isNameless) throw refuseField('last_name', 'Enter a name, phone number or e-mail address.');
  return withAccount(deps.pool, identity, async (tx) => {
    const tagIds = await requireTags(tx, tag_ids);
    await requireChoices(tx, identity, values);
    const id = await insertContact(tx, {
      accountId: identity.accountId,
      businessUnitId: identity.businessUnitId,
      ownerId: identity.userId,
      number: await takeContactNumber(tx),
      tagIds,
      values,
      at: deps.now(),
      keyId: identity.keyId,
    });
    await writeAudit(tx, identity, requestId, { action: 'contact.created', subjectType: 'contact', subjectId: id });
    await emitContactsChanged(tx, identity.accountId, [{ id, owner_id: identity.userId }]);
    return toContact(await requireContact(tx, identity, id));
  });
}

export { insertContact, takeContactNumber } from './contacts.sql.ts';
