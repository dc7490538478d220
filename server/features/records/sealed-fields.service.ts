import { SEALED_FIELDS, type SealedField, type SealedValue } from '#contract/records/sealed-fields.contract.ts';
import { maskOf, readSealed, sealedFault } from '#rules/insurance/sealed-numbers.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import type { Seal } from '../../seal.ts';
import { type Caller, requireContact } from '../contacts/contacts.service.ts';
import { changeContact, revealOf, type SeenContact } from './change-contact.ts';
import { blindIndexer, openerOf, unitSeal } from './data-keys.ts';
import { findContactsByBlindIndex, findSealedRows, forgetSealedRow, keepSealedRow } from './sealed-fields.sql.ts';

/** Binds an encrypted number to its contact and field. */
export const numberOwner = (contactId: number, field: SealedField) => `contact:${contactId}:${field}`;

/** Contacts that one search by a number answers at most. Ours: a number belongs to one person. */
const HOLDERS_MAX = 50;

/** Numbers in a request; empty or `null` removes one, an absent one is unchanged. */
export type WrittenNumbers = { readonly [Field in SealedField]?: string | null | undefined };

/** @throws {Refusal} `not_found` when the contact is not theirs to see. */
export function listSealedFields(deps: Deps, identity: Identity, contactId: number): Promise<SealedValue[]> {
  return withAccount(deps.pool, identity, async (tx) => {
    await requireContact(tx, identity, contactId);
    return maskedFields(tx, deps.seal, contactId);
  });
}

/** @throws {Refusal} `refused` by field, `not_found`, `conflict` when the contact is deleted. */
export function updateSealedFields(
  deps: Deps,
  caller: Caller,
  contactId: number,
  written: WrittenNumbers,
): Promise<SealedValue[]> {
  const numbers = readNumbers(written);
  return changeContact(deps, caller, contactId, async ({ tx, contact, at, done }) => {
    const fields: SealedField[] = [];
    for (const [field, value] of numbers) {
      if (await keepNumber(tx, deps.seal, { contact, field, value, at })) fields.push(field);
    }
    if (fields.length > 0) await done({ action: 'sealed_fields.updated', detail: { fields } });
    return maskedFields(tx, deps.seal, contactId);
  });
}

/**
 * Returns one number in clear, and logs it in the audit log; `null` when none is stored. @throws {Refusal} `not_found`.
 */
export const revealField = (
  deps: Deps,
  caller: Caller,
  contactId: number,
  field: SealedField,
): Promise<string | null> =>
  revealOf(deps, caller, contactId, async (tx) => {
    const value = (await openNumbers(tx, deps.seal, contactId)).get(field)?.value ?? null;
    return { value, detail: { field } };
  });

/**
 * Ids of the account's contacts with this number, of any owner and including deleted ones: for search by Medicare
 * number and for duplicates. Empty for an invalid number.
 */
export async function findContactsBySecret(tx: Tx, seal: Seal, field: SealedField, written: string): Promise<number[]> {
  const value = readSealed(field, written);
  if (value === null) return [];
  const blind = (await blindIndexer(tx, seal))(field, value);
  return findContactsByBlindIndex(tx, { field, blind, most: HOLDERS_MAX });
}

interface Kept {
  readonly value: string;
  readonly updatedAt: Date;
}

/** Decrypts all numbers of a contact, for use inside the server. */
export async function openNumbers(tx: Tx, seal: Seal, contactId: number): Promise<Map<SealedField, Kept>> {
  const rows = await findSealedRows(tx, contactId);
  const opener = await openerOf(
    tx,
    seal,
    rows.map(({ sealed }) => sealed),
  );
  return new Map(
    rows.map(({ field, sealed, updated_at: updatedAt }) => [
      field,
      { value: opener?.open(sealed, numberOwner(contactId, field)) ?? '', updatedAt },
    ]),
  );
}

interface Number {
  readonly contact: Pick<SeenContact, 'id' | 'business_unit_id'>;
  readonly field: SealedField;
  /** `null` removes it. */
  readonly value: string | null;
  readonly at: Date;
}

/** Stores a number that `readSealed` has read. Answers whether it is another one than before. */
export async function keepNumber(tx: Tx, seal: Seal, { contact, field, value, at }: Number): Promise<boolean> {
  const stored = (await findSealedRows(tx, contact.id)).find((row) => row.field === field);
  if (value === null) {
    if (stored !== undefined) await forgetSealedRow(tx, contact.id, field);
    return stored !== undefined;
  }
  const blind = (await blindIndexer(tx, seal))(field, value);
  if (stored?.blind_index.equals(blind) === true) return false;
  const sealed = (await unitSeal(tx, seal, contact.business_unit_id)).seal(value, numberOwner(contact.id, field));
  await keepSealedRow(tx, contact.id, { field, sealed, blind_index: blind, updated_at: at });
  return true;
}

/** @throws {Refusal} `refused` with every field that holds no number of its kind. */
function readNumbers(written: WrittenNumbers): [SealedField, string | null][] {
  const faults: Record<string, string[]> = {};
  const numbers: [SealedField, string | null][] = [];
  for (const field of SEALED_FIELDS) {
    const text = written[field];
    if (text === undefined) continue;
    const value = text === null || text === '' ? null : readSealed(field, text);
    if (text && value === null) faults[field] = [sealedFault(field)];
    numbers.push([field, value]);
  }
  const [first] = Object.values(faults);
  if (first !== undefined) throw new Refusal('refused', first[0] ?? '', { fields: faults });
  return numbers;
}

async function maskedFields(tx: Tx, seal: Seal, contactId: number): Promise<SealedValue[]> {
  const numbers = await openNumbers(tx, seal, contactId);
  return SEALED_FIELDS.map((field) => {
    const kept = numbers.get(field);
    return {
      field,
      masked: kept === undefined ? null : maskOf(field, kept.value),
      updated_at: kept?.updatedAt.toISOString() ?? null,
    };
  });
}
