import { RECORDS_MAX } from '#contract/records/policies.contract.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import type { Seal } from '../../seal.ts';
import { type Caller, requireContact } from '../contacts/contacts.service.ts';
import { changeContact, changedMeanwhile } from './change-contact.ts';
import type { Family, KeptRow, Values } from './record-families.ts';
import { countRows, findRows, insertRow, lockRow, setRowDeleted, updateRow } from './record-rows.sql.ts';

export interface RecordPlace {
  readonly contactId: number;
  readonly recordId: number;
}

/** Records of a contact that aren't deleted. @throws {Refusal} `not_found`. */
export function listRecords<Row extends KeptRow, Shown>(
  deps: Deps,
  identity: Identity,
  family: Family<Row, Shown>,
  contactId: number,
): Promise<Shown[]> {
  return withAccount(deps.pool, identity, async (tx) => {
    await requireContact(tx, identity, contactId);
    return family.show(tx, deps.seal, await findRows<Row>(tx, family, contactId, RECORDS_MAX));
  });
}

/** @throws {Refusal} `refused` by field, `not_found`, `conflict` when the contact is deleted or full. */
export function createRecord<Row extends KeptRow, Shown>(
  deps: Deps,
  caller: Caller,
  family: Family<Row, Shown>,
  { contactId, values }: { contactId: number; values: Values },
): Promise<Shown> {
  family.check(values);
  return changeContact(deps, caller, contactId, async ({ tx, contact, at, done }) => {
    await requireRoom(tx, family, contactId);
    const recordId = await insertRow(tx, family, { contactId, values, at });
    const place = { contactId, recordId };
    const row = await requireRow(tx, family, place);
    await family.keepSealed?.(tx, deps.seal, { contact, row }, values);
    await done(auditOf(family, 'created', recordId));
    return shown(tx, deps.seal, family, place);
  });
}

/**
 * @throws {Refusal} `refused` by field, `not_found`, `conflict` when the contact or the record is deleted,
 * `contact_changed` after a concurrent change.
 */
export function updateRecord<Row extends KeptRow, Shown>(
  deps: Deps,
  caller: Caller,
  family: Family<Row, Shown>,
  { values, version, ...place }: RecordPlace & { values: Values; version: number | undefined },
): Promise<Shown> {
  return changeContact(deps, caller, place.contactId, async ({ tx, contact, at, done }) => {
    const row = await requireLiveRow(tx, family, place);
    const stored = row as unknown as Values;
    const columns = family.columns.filter((name) => values[name] !== undefined && values[name] !== stored[name]);
    // Encrypted values are written first: only that shows whether they differ; a refusal rolls it back.
    const sealed = (await family.keepSealed?.(tx, deps.seal, { contact, row }, values)) === true;
    const changed = [...columns, ...(sealed ? ['account_number'] : [])];
    if (version !== undefined && version < row.version && changed.length > 0) {
      throw changedMeanwhile(
        `this ${family.name}`,
        Object.fromEntries(changed.map((name) => [name, ['The record was changed.']])),
      );
    }
    family.check({ ...stored, ...values });
    if (changed.length === 0) return shown(tx, deps.seal, family, place);

    await updateRow(tx, family, { id: row.id, values, at });
    await done({
      ...auditOf(family, 'updated', row.id),
      detail: { [`${family.name}_id`]: row.id, fields: changed, record_version: row.version + 1 },
      values: columns
        .filter((name) => !UNQUOTED.includes(name))
        .map((field) => ({ field, before: textOf(stored[field]), after: textOf(values[field]) })),
    });
    return shown(tx, deps.seal, family, place);
  });
}

/**
 * Soft-deletes a record, which can be restored. @throws {Refusal} `not_found`, `conflict` when the contact is deleted.
 */
export function deleteRecord<Row extends KeptRow, Shown>(
  deps: Deps,
  caller: Caller,
  family: Family<Row, Shown>,
  place: RecordPlace,
): Promise<void> {
  return changeContact(deps, caller, place.contactId, async ({ tx, at, done }) => {
    const row = await requireRow(tx, family, place);
    if (row.deleted_at !== null) return;
    await setRowDeleted(tx, family, row.id, at);
    await done(auditOf(family, 'deleted', row.id));
  });
}

/** Brings the very same one back. @throws {Refusal} `not_found`, `conflict` when the contact is deleted or full. */
export function restoreRecord<Row extends KeptRow, Shown>(
  deps: Deps,
  caller: Caller,
  family: Family<Row, Shown>,
  place: RecordPlace,
): Promise<Shown> {
  return changeContact(deps, caller, place.contactId, async ({ tx, done }) => {
    const row = await requireRow(tx, family, place);
    if (row.deleted_at !== null) {
      await requireRoom(tx, family, place.contactId);
      await setRowDeleted(tx, family, row.id, null);
      await done(auditOf(family, 'restored', row.id));
    }
    return shown(tx, deps.seal, family, place);
  });
}

/** Fields whose values a timeline doesn't quote: a number that others could use, and text without an end. */
const UNQUOTED: readonly string[] = ['policy_number', 'notes'];

/** Texts, amounts, days, and yes or no, as stored. Empty: none. */
const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
};

type Named = Pick<Family<KeptRow, unknown>, 'name' | 'table' | 'columns' | 'order'>;

const auditOf = ({ name }: Named, past: string, id: number) => ({
  action: `${name}.${past}`,
  detail: { [`${name}_id`]: id },
});

/** @throws {Refusal} `not_found` when the contact has no such one, deleted or not. */
export async function requireRow<Row extends KeptRow, Shown>(
  tx: Tx,
  family: Family<Row, Shown>,
  { contactId, recordId }: RecordPlace,
): Promise<Row> {
  const row = await lockRow<Row>(tx, family, contactId, recordId);
  if (row === null)
    throw new Refusal('not_found', `${family.name.charAt(0).toUpperCase()}${family.name.slice(1)} not found.`);
  return row;
}

async function requireLiveRow<Row extends KeptRow, Shown>(tx: Tx, family: Family<Row, Shown>, place: RecordPlace) {
  const row = await requireRow(tx, family, place);
  if (row.deleted_at !== null) throw new Refusal('conflict', `This ${family.name} is deleted. Restore it first.`);
  return row;
}

async function requireRoom(tx: Tx, family: Named, contactId: number): Promise<void> {
  if ((await countRows(tx, family, contactId)) < RECORDS_MAX) return;
  throw new Refusal('conflict', `This contact already has ${RECORDS_MAX} ${family.table}.`);
}

async function shown<Row extends KeptRow, Shown>(
  tx: Tx,
  seal: Seal,
  family: Family<Row, Shown>,
  place: RecordPlace,
): Promise<Shown> {
  const [one] = await family.show(tx, seal, [await requireRow(tx, family, place)]);
  if (one === undefined) throw new Error(`a ${family.name} is not shown`);
  return one;
}
