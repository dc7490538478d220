import type { Contact, updateContact as UpdateContact, updateTagsOfContact } from '#contract/contacts.contract.ts';
import type { quickUpdateContact } from '#contract/contacts/person.contract.ts';
import type { Body } from '#contract/endpoint.ts';
import { formatPlainDate } from '#rules/time/plain-date.ts';
import { formatPhone } from '#rules/phone/phone-number.ts';
import { type FieldChange, writeAudit } from '../../../audit.ts';
import { type Tx, withAccount } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import { Refusal } from '../../../errors.ts';
import { requireTags } from '../../tags/tags.service.ts';
import { findChangesSince } from './contact-changes.sql.ts';
import { requireChoices } from './contact-choices.ts';
import { emitContactsChanged } from '../contact-events.ts';
import { type ContactValues, readContactValues, requireState, timeWithDay } from './contact-values.ts';
import { type Caller, requireContact, requireLiveContact, today } from '../contacts.service.ts';
import { type FoundContact, toContact, updateContactRow } from '../contacts.sql.ts';
import { tagsOnceOpened } from './new-tag.ts';

export interface ContactUpdate {
  readonly id: number;
  readonly body: Body<typeof UpdateContact>;
  /** True when the contact keeps its unopened tag. */
  readonly staysNew: boolean;
}

/**
 * @throws {Refusal} `refused` by field, `not_found`, `conflict` when it is deleted, `contact_changed` with the stored
 * values when the same fields have been changed since.
 */
export function updateContact(deps: Deps, caller: Caller, { id, body, staysNew }: ContactUpdate): Promise<Contact> {
  const values = readContactValues(body.contact, today(deps));
  return withAccount(deps.pool, caller.identity, async (tx) => {
    const stored = await requireLiveContact(tx, caller.identity, id);
    const changes = differing(stored, values);
    requireState(changes);
    await requireChoices(tx, caller.identity, changes);
    const late = await changedSince(tx, stored, Object.keys(changes), body.version);
    if (late.length > 0) throw changedMeanwhile(stored, late);
    return change(tx, deps, caller, stored, { values: changes, tagIds: staysNew ? null : tagsOnceOpened(stored) });
  });
}

/** @throws {Refusal} `refused` by field, `not_found`, `conflict` when it is deleted. */
export function quickUpdate(
  deps: Deps,
  caller: Caller,
  { id, body }: { id: number; body: Body<typeof quickUpdateContact> },
): Promise<Contact> {
  const values = readContactValues(body.contact ?? {}, today(deps));
  return withAccount(deps.pool, caller.identity, async (tx) => {
    const stored = await requireLiveContact(tx, caller.identity, id);
    const changes = differing(stored, values);
    requireState(changes);
    await requireChoices(tx, caller.identity, changes);
    const tagIds = body.tag_ids === undefined ? null : await requireTags(tx, body.tag_ids);
    return change(tx, deps, caller, stored, { values: changes, tagIds });
  });
}

/** @throws {Refusal} `not_found`, `conflict` when it is deleted, `refused` when a tag is unknown. */
export function updateTags(
  deps: Deps,
  caller: Caller,
  { contact_id: id, tag_ids }: Body<typeof updateTagsOfContact>,
): Promise<Contact> {
  return withAccount(deps.pool, caller.identity, async (tx) => {
    const stored = await requireLiveContact(tx, caller.identity, id);
    return change(tx, deps, caller, stored, { values: {}, tagIds: await requireTags(tx, tag_ids) });
  });
}

/** Changes fields of a contact that is locked, within another change. */
export const changeValues = (tx: Tx, deps: Deps, caller: Caller, stored: FoundContact, values: ChangedValues) =>
  change(tx, deps, caller, stored, { values: differing(stored, values), tagIds: null });

/** `died_on` is set by aftercare alone. */
type ChangedValues = ContactValues & { readonly died_on?: string | null };

interface Change {
  /** Values that differ from the stored ones. */
  readonly values: ChangedValues;
  /** All of them. `null`: they stay. */
  readonly tagIds: readonly number[] | null;
}

/** One new version of a locked contact with its traces; none when nothing differs. */
export async function change(
  tx: Tx,
  deps: Pick<Deps, 'now'>,
  { identity, requestId }: Caller,
  stored: FoundContact,
  { values: asked, tagIds }: Change,
): Promise<Contact> {
  const { id } = stored;
  const values = timeWithDay(asked, stored);
  const fields = Object.keys(values);
  const added = tagIds?.filter((tag) => !stored.tag_ids.includes(tag)) ?? [];
  const removed = tagIds === null ? [] : stored.tag_ids.filter((tag) => !tagIds.includes(tag));
  const isTagged = added.length + removed.length > 0;
  if (fields.length === 0 && !isTagged) return toContact(stored);

  const version = stored.version + 1;
  await updateContactRow(tx, id, { ...values, ...(isTagged && tagIds ? { tag_ids: [...tagIds] } : {}) }, deps.now());
  const now = await requireContact(tx, identity, id);
  const audit = (action: string, changed: readonly string[], detail: object) =>
    writeAudit(tx, identity, requestId, {
      action,
      subjectType: 'contact',
      subjectId: id,
      detail: { ...detail, version },
      values: changesOf(stored, now, changed),
    });
  if (fields.length > 0) await audit('contact.updated', fields, { fields });
  if (isTagged) await audit('contact.tagged', ['tag_ids'], { added, removed });
  await emitContactsChanged(tx, identity.accountId, [stored]);
  return toContact(now);
}

const changesOf = (before: FoundContact, after: FoundContact, fields: readonly string[]): FieldChange[] =>
  fields.map((field) => ({ field, before: valueOf(before, field), after: valueOf(after, field) }));

/** Longest value kept for the timeline. Ours: the longest field has 500 characters. */
const VALUE_MAX = 500;

/** A value as text; of a choice, its name now. Empty: none. */
function valueOf(contact: FoundContact, field: string): string {
  switch (field) {
    case 'status_id':
      return contact.status?.name ?? '';
    case 'agentflow_status_id':
      return contact.agentflow_status?.name ?? '';
    case 'group_id':
      return contact.group_name ?? '';
    case 'tag_ids':
      return contact.tags.map(({ name }) => name).join(', ');
    default:
      return String(contact[field as keyof ContactValues] ?? '').slice(0, VALUE_MAX);
  }
}

/** The values that are not stored already. */
function differing<Values extends ChangedValues>(stored: FoundContact, values: Values): Values {
  const changed = Object.entries(values).filter(([field, value]) => stored[field as keyof ContactValues] !== value);
  return Object.fromEntries(changed) as Values;
}

/** Returns the `fields` that were changed after `version`; all of them when the log doesn't explain a version. */
async function changedSince(
  tx: Tx,
  stored: FoundContact,
  fields: readonly string[],
  version: number | undefined,
): Promise<readonly string[]> {
  if (version === undefined || version >= stored.version || fields.length === 0) return [];
  const since = await findChangesSince(tx, stored.id, version);
  return since.told < stored.version - version ? fields : fields.filter((field) => since.fields.has(field));
}

function changedMeanwhile(stored: FoundContact, fields: readonly string[]): Refusal {
  const now = (field: string): string => {
    const value = stored[field as keyof ContactValues];
    if (value === null || value === '') return 'Someone cleared this field.';
    if (isChoice(field)) return 'Someone changed this field.';
    return `Someone changed this to “${shownValue(field, String(value))}”.`;
  };
  return new Refusal('contact_changed', 'Someone changed this contact after you opened it.', {
    fields: Object.fromEntries(fields.map((field) => [field, [now(field)]])),
  });
}

const isChoice = (field: string) => field.endsWith('_id');

function shownValue(field: string, value: string): string {
  if (field === 'phone' || field === 'phone_2') return formatPhone(value);
  return field === 'dob' || field === 'follow_up_on' ? formatPlainDate(value) : value;
}
