import type { createContact as CreateContact, updateContact as UpdateContact } from '#contract/contacts.contract.ts';
import type { Contact } from '#contract/contacts.contract.ts';
import type { Body } from '#contract/endpoint.ts';
import { formatPlainDate } from '#rules/plain-date.ts';
import { formatPhone } from '#rules/phone-number.ts';
import { writeAudit } from '../../audit.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal, refuseField } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import { requireTags } from '../tags/tags.service.ts';
import { emitContactsChanged } from './contact-events.ts';
import { sightValues } from './contact-sight.ts';
import { type ContactValues, readContactValues } from './contact-values.ts';
import {
  findContact,
  type FoundContact,
  insertContact,
  takeContactNumber,
  toContact,
  updateContactRow,
} from './contacts.sql.ts';

/** Who asks, in which request. */
export interface Asker {
  readonly identity: Identity;
  readonly requestId: string;
}

const unknown = () => new Refusal('not_found', 'There is no such contact.');

const today = (deps: Deps) => deps.now().toISOString().slice(0, 10);

/** @throws {Refusal} `not_found` when it is unknown or not theirs to see. */
export async function requireContact(tx: Tx, identity: Identity, id: number, lock = false): Promise<FoundContact> {
  const found = await findContact(tx, sightValues(identity), { by: 'id', value: id }, lock);
  if (found === null) throw unknown();
  return found;
}

/** As `requireContact`, locked. @throws {Refusal} `conflict` when it is deleted. */
export async function requireLiveContact(tx: Tx, identity: Identity, id: number): Promise<FoundContact> {
  const found = await requireContact(tx, identity, id, true);
  if (found.deleted_at !== null) throw new Refusal('conflict', 'This contact is deleted. Restore it first.');
  return found;
}

/** @throws {Refusal} `not_found` when it is unknown or not theirs to see. */
export function readContact(deps: Deps, identity: Identity, by: 'id' | 'number', value: number): Promise<Contact> {
  return withAccount(deps.pool, identity, async (tx) => {
    const found = await findContact(tx, sightValues(identity), { by, value });
    if (found === null) throw unknown();
    return toContact(found);
  });
}

/** @throws {Refusal} `refused` by field. */
export function createContact(
  deps: Deps,
  { identity, requestId }: Asker,
  { contact, tag_ids = [] }: Body<typeof CreateContact>,
): Promise<Contact> {
  const values = readContactValues(contact, today(deps));
  const isNameless = !values.first_name && !values.last_name && !values.phone && !values.email;
  if (isNameless) throw refuseField('last_name', 'Give a name, a phone number or an e-mail address.');
  return withAccount(deps.pool, identity, async (tx) => {
    const tagIds = await requireTags(tx, tag_ids);
    const id = await insertContact(tx, {
      accountId: identity.accountId,
      businessUnitId: identity.businessUnitId,
      ownerId: identity.userId,
      number: await takeContactNumber(tx),
      tagIds,
      values,
      at: deps.now(),
    });
    await writeAudit(tx, identity, requestId, { action: 'contact.created', subjectType: 'contact', subjectId: id });
    await emitContactsChanged(tx, identity.accountId, [{ id, owner_id: identity.userId }]);
    return toContact(await requireContact(tx, identity, id));
  });
}

export interface ContactUpdate {
  readonly id: number;
  readonly body: Body<typeof UpdateContact>;
}

/**
 * @throws {Refusal} `refused` by field, `not_found`, `conflict` when it is deleted, `contact_changed` with what is
 * stored now when somebody was faster.
 */
export function updateContact(
  deps: Deps,
  { identity, requestId }: Asker,
  { id, body }: ContactUpdate,
): Promise<Contact> {
  const values = readContactValues(body.contact, today(deps));
  return withAccount(deps.pool, identity, async (tx) => {
    const stored = await requireLiveContact(tx, identity, id);
    const changes = differing(stored, values);
    const fields = Object.keys(changes);
    if (fields.length === 0) return toContact(stored);
    if (body.version !== undefined && body.version < stored.version) throw changedMeanwhile(stored, fields);

    await updateContactRow(tx, id, changes, deps.now());
    await writeAudit(tx, identity, requestId, {
      action: 'contact.updated',
      subjectType: 'contact',
      subjectId: id,
      detail: { fields, version: stored.version + 1 },
    });
    await emitContactsChanged(tx, identity.accountId, [stored]);
    return toContact(await requireContact(tx, identity, id));
  });
}

/** The values that are not stored already. */
function differing(stored: FoundContact, values: ContactValues): ContactValues {
  const changed = Object.entries(values).filter(([field, value]) => stored[field as keyof ContactValues] !== value);
  return Object.fromEntries(changed) as ContactValues;
}

function changedMeanwhile(stored: FoundContact, fields: readonly string[]): Refusal {
  const now = (field: string): string => {
    const value = stored[field as keyof ContactValues];
    if (value === null || value === '') return 'Somebody has cleared it.';
    const shown = field === 'phone' ? formatPhone(value) : field === 'dob' ? formatPlainDate(value) : value;
    return `It is “${shown}” now.`;
  };
  return new Refusal('contact_changed', 'Somebody has changed this contact since you opened it.', {
    fields: Object.fromEntries(fields.map((field) => [field, [now(field)]])),
  });
}

/** @throws {Refusal} `not_found`, `conflict` when it is deleted, `refused` when a tag is unknown. */
export function updateTags(
  deps: Deps,
  { identity, requestId }: Asker,
  { contact_id: id, tag_ids }: { contact_id: number; tag_ids: readonly number[] },
): Promise<Contact> {
  return withAccount(deps.pool, identity, async (tx) => {
    const stored = await requireLiveContact(tx, identity, id);
    const tagIds = await requireTags(tx, tag_ids);
    const added = tagIds.filter((tag) => !stored.tag_ids.includes(tag));
    const removed = stored.tag_ids.filter((tag) => !tagIds.includes(tag));
    if (added.length + removed.length === 0) return toContact(stored);

    await updateContactRow(tx, id, { tag_ids: tagIds }, deps.now());
    await writeAudit(tx, identity, requestId, {
      action: 'contact.tagged',
      subjectType: 'contact',
      subjectId: id,
      detail: { added, removed },
    });
    await emitContactsChanged(tx, identity.accountId, [stored]);
    return toContact(await requireContact(tx, identity, id));
  });
}
