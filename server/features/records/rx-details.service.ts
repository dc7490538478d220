import type { Prescription, RxDetails } from '#contract/records/rx-details.contract.ts';
import { cleanLine } from '#rules/contacts/contact-name.ts';
import { maskDrug } from '#rules/insurance/drug-names.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import type { Identity } from '../../identity.ts';
import type { Seal } from '../../seal.ts';
import { type Caller, requireContact } from '../contacts/contacts.service.ts';
import { changeContact, changedMeanwhile, revealOf } from './change-contact.ts';
import { openerOf, unitSeal } from './data-keys.ts';
import { findRxRow, keepRxRow } from './rx-details.sql.ts';
import { rxOwner, writeRxWords } from './rx-words.ts';

interface Opened {
  readonly prescriptions: readonly Prescription[];
  readonly version: number;
  /** `null`: nothing was ever written. */
  readonly updatedAt: Date | null;
}

/** @throws {Refusal} `not_found` when the contact is not theirs to see. */
export function readRxDetails(deps: Deps, identity: Identity, contactId: number): Promise<RxDetails> {
  return withAccount(deps.pool, identity, async (tx) => {
    await requireContact(tx, identity, contactId);
    return masked(await open(tx, deps.seal, contactId));
  });
}

/** Prescriptions in what is stored of a contact; `null`: it can't be read, which the tab of the prescriptions says. */
export async function countPrescriptions(
  tx: Tx,
  seal: Seal,
  contactId: number,
  sealed: Buffer,
): Promise<number | null> {
  const opener = await openerOf(tx, seal, [sealed]).catch(() => null);
  try {
    return opener === null ? null : (JSON.parse(opener.open(sealed, rxOwner(contactId))) as Prescription[]).length;
  } catch {
    return null;
  }
}

/** Returns everything in clear, and logs it in the audit log. @throws {Refusal} `not_found`. */
export const revealRxDetails = (deps: Deps, caller: Caller, contactId: number) =>
  revealOf(deps, caller, contactId, async (tx) => {
    const opened = await open(tx, deps.seal, contactId);
    const value = { ...stateOf(opened), prescriptions: [...opened.prescriptions] };
    return { value, detail: { field: 'rx_details' } };
  });

/** @throws {Refusal} `not_found`, `conflict` when the contact is deleted, `contact_changed` when someone was faster. */
export function updateRxDetails(
  deps: Deps,
  caller: Caller,
  contactId: number,
  { prescriptions: written, version }: { prescriptions: readonly Prescription[]; version: number },
): Promise<RxDetails> {
  const prescriptions = written.map(cleaned);
  const text = JSON.stringify(prescriptions);
  return changeContact(deps, caller, contactId, async ({ tx, contact, at, done }) => {
    const stored = await open(tx, deps.seal, contactId);
    if (JSON.stringify(stored.prescriptions) === text) return masked(stored);
    if (stored.version !== version) {
      const now = `The stored version (${stored.version}) has ${stored.prescriptions.length} prescriptions.`;
      throw changedMeanwhile('the prescriptions', { prescriptions: [now] });
    }
    const own = await unitSeal(tx, deps.seal, contact.business_unit_id);
    const sealed = own.seal(text, rxOwner(contactId));
    await keepRxRow(tx, contactId, { sealed, version: stored.version + 1, updated_at: at });
    await writeRxWords(tx, deps.seal, [{ contactId, prescriptions }]);
    await done({
      action: 'rx_details.updated',
      detail: { count: written.length, before: stored.prescriptions.length },
    });
    return masked(await open(tx, deps.seal, contactId));
  });
}

async function open(tx: Tx, seal: Seal, contactId: number): Promise<Opened> {
  const row = await findRxRow(tx, contactId);
  const opener = row && (await openerOf(tx, seal, [row.sealed]));
  if (row === null || opener === null) return { prescriptions: [], version: 0, updatedAt: null };
  const prescriptions = JSON.parse(opener.open(row.sealed, rxOwner(contactId))) as Prescription[];
  return { prescriptions, version: row.version, updatedAt: row.updated_at };
}

/** Always in one order, so that equal lists are equal text. */
const cleaned = ({ drug, dosage, frequency, quantity, pharmacy, prescriber, notes }: Prescription): Prescription => ({
  drug: cleanLine(drug),
  dosage: cleanLine(dosage),
  frequency: cleanLine(frequency),
  quantity: cleanLine(quantity),
  pharmacy: cleanLine(pharmacy),
  prescriber: cleanLine(prescriber),
  notes: cleanLine(notes),
});

const stateOf = ({ prescriptions, version, updatedAt }: Opened) => ({
  count: prescriptions.length,
  version,
  updated_at: updatedAt?.toISOString() ?? null,
});

const masked = (opened: Opened): RxDetails => ({
  ...stateOf(opened),
  masked: opened.prescriptions.map(({ drug }) => maskDrug(drug)),
});
