import {
  MEDICARE_FIELDS,
  type MedicareFacts,
  type MedicareField,
  type MedicareFound,
  type MedicareImported,
} from '#contract/records/medicare.contract.ts';
import { readBlueButton } from '#rules/insurance/blue-button.ts';
import { cleanLine } from '#rules/contacts/contact-name.ts';
import { maskOf, readSealed, sealedFault } from '#rules/insurance/sealed-numbers.ts';
import { utcDay } from '#rules/time/days.ts';
import { withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal, refuseField } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import { readContactValues, requireState } from '../contacts/change/contact-values.ts';
import { type Caller, requireContact } from '../contacts/contacts.service.ts';
import { changeContact, type SeenContact } from './change-contact.ts';
import { type FactsRow, fillContact, findFacts, keepFacts } from './medicare.sql.ts';
import { keepNumber, openNumbers } from './sealed-fields.service.ts';

const FACT_FIELDS = ['part_a_on', 'part_b_on', 'plan_name', 'plan_id', 'plan_type', 'plan_from'] as const;
type FactField = (typeof FACT_FIELDS)[number];
type ContactField = Exclude<MedicareField, FactField | 'medicare_number'>;

const isFact = (field: MedicareField): field is FactField => (FACT_FIELDS as readonly string[]).includes(field);

/** Maximum labels in one response. Our choice: they fit on a screen. */
const LABELS_MAX = 50;

export interface MedicareAsked extends MedicareFound {
  /** Absent: fields only. */
  readonly text?: string | undefined;
  readonly overwrite?: readonly MedicareField[] | undefined;
}

/** @throws {Refusal} `not_found` when the contact is not theirs to see. */
export function readMedicare(deps: Deps, identity: Identity, contactId: number) {
  return withAccount(deps.pool, identity, async (tx) => {
    await requireContact(tx, identity, contactId);
    const facts = await findFacts(tx, contactId);
    return { ...(facts ?? NO_FACTS), imported_at: facts?.imported_at.toISOString() ?? null };
  });
}

/**
 * Fills fields that are empty or named in `overwrite`, and reports the rest.
 * @throws {Refusal} `refused` when there is nothing to import, `not_found`, `conflict` when the contact is deleted.
 */
export function importMedicare(
  deps: Deps,
  caller: Caller,
  contactId: number,
  { text, overwrite = [], ...fields }: MedicareAsked,
): Promise<MedicareImported> {
  const now = deps.now();
  const file = text === undefined ? null : readBlueButton(text, now.getUTCFullYear());
  const { values, refused } = readFound({ ...file?.found, ...withoutAbsent(fields) }, now);
  if (values.size + refused.length === 0) throw nothingFound(file !== null);
  return changeContact(deps, caller, contactId, async ({ tx, contact, at, done }) => {
    const facts = (await findFacts(tx, contactId)) ?? { ...NO_FACTS, imported_at: at };
    const number = (await openNumbers(tx, deps.seal, contactId)).get('medicare_number')?.value ?? '';
    const told = sort(values, (field) => storedIn(field, contact, facts, number), overwrite);

    const chosen = new Map([...values].filter(([field]) => told.filled.includes(field)));
    const changes = Object.fromEntries([...chosen].filter(([field]) => isContactField(field)));
    if (Object.keys(changes).length > 0) await fillContact(tx, contactId, changes, at);
    const newFacts = Object.fromEntries([...chosen].filter(([field]) => isFact(field)));
    if (Object.keys(newFacts).length > 0) await keepFacts(tx, contactId, { ...facts, ...newFacts, imported_at: at });
    const newNumber = chosen.get('medicare_number');
    if (newNumber !== undefined)
      await keepNumber(tx, deps.seal, { contact, field: 'medicare_number', value: newNumber, at });

    const counted = Object.keys(changes).length > 0 ? { version: contact.version + 1 } : {};
    if (chosen.size > 0) await done({ action: 'medicare.imported', detail: { fields: told.filled, ...counted } });
    return { ...told, refused, not_understood: (file?.notUnderstood ?? []).slice(0, LABELS_MAX) };
  });
}

const NO_FACTS: MedicareFacts = {
  part_a_on: null,
  part_b_on: null,
  plan_name: '',
  plan_id: '',
  plan_type: '',
  plan_from: null,
};

const isContactField = (field: MedicareField): field is ContactField => !isFact(field) && field !== 'medicare_number';

const withoutAbsent = (found: MedicareFound): MedicareFound =>
  Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined && value !== ''));

const nothingFound = (isFile: boolean) =>
  isFile
    ? refuseField('text', "This isn't a Medicare Blue Button text file.")
    : refuseField('text', 'Provide fields or the file text to import.');

type Refused = MedicareImported['refused'];

/** The found values in their stored form, and those that can't be stored. */
function readFound(found: MedicareFound, now: Date): { values: Map<MedicareField, string>; refused: Refused } {
  const values = new Map<MedicareField, string>();
  const refused: Refused = [];
  for (const field of MEDICARE_FIELDS) {
    const written = found[field];
    if (written === undefined) continue;
    const value = readOne(field, written, now);
    if (typeof value === 'string') values.set(field, value);
    else refused.push({ field, reason: value.reason });
  }
  return { values, refused };
}

function readOne(field: MedicareField, written: string, now: Date): string | { reason: string } {
  if (field === 'medicare_number') return readSealed(field, written) ?? { reason: sealedFault(field) };
  if (isFact(field)) return cleanLine(written);
  try {
    const values = readContactValues({ [field]: written }, utcDay(now));
    requireState(values);
    return values[field] ?? '';
  } catch (error) {
    if (error instanceof Refusal) return { reason: error.message };
    throw error;
  }
}

/** Empty: nothing is stored. */
function storedIn(field: MedicareField, contact: SeenContact, facts: FactsRow, number: string): string {
  if (field === 'medicare_number') return number;
  return (isFact(field) ? facts[field] : contact[field]) ?? '';
}

type Told = Pick<MedicareImported, 'filled' | 'same' | 'differing'>;

function sort(
  values: ReadonlyMap<MedicareField, string>,
  storedOf: (field: MedicareField) => string,
  overwrite: readonly MedicareField[],
): Told {
  const told: Told = { filled: [], same: [], differing: [] };
  for (const [field, found] of values) {
    const stored = storedOf(field);
    if (folded(stored) === folded(found)) told.same.push(field);
    else if (stored === '' || overwrite.includes(field)) told.filled.push(field);
    else told.differing.push({ field, stored: shown(field, stored), found: shown(field, found) });
  }
  return told;
}

/** The file writes in capitals and without marks. */
const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const shown = (field: MedicareField, value: string) => (field === 'medicare_number' ? maskOf(field, value) : value);
