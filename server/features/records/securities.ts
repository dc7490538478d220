import { type Security, SecurityFields } from '#contract/records/securities.contract.ts';
import { tailOf } from '#rules/insurance/sealed-numbers.ts';
import type { Tx } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { refuseField } from '../../errors.ts';
import type { Seal } from '../../seal.ts';
import type { Caller } from '../contacts/contacts.service.ts';
import { revealOf } from './change-contact.ts';
import { openerOf, unitSeal } from './data-keys.ts';
import { requireOrder } from './policies.ts';
import type { Family, KeptRow } from './record-families.ts';
import { keepAccountNumber } from './record-rows.sql.ts';
import { type RecordPlace, requireRow } from './records.service.ts';

type SecurityRow = KeptRow & SecurityFields & { readonly account_number_sealed: Buffer | null };

/** Binds an encrypted account number to its security. */
export const securityOwner = (id: number) => `security:${id}`;

/** Letters and digits of an account number. Source: none; an IBAN, the longest known, has 34. */
const ACCOUNT_NUMBER = /^[0-9A-Z]{4,34}$/;

export const SECURITIES: Family<SecurityRow, Security> = {
  table: 'securities',
  name: 'security',
  columns: Object.keys(SecurityFields.shape),
  order: 'coalesce(purchased_on, created_at::date) desc, id desc',
  show: async (tx, seal, rows) => {
    const sealed = rows.flatMap(({ account_number_sealed: one }) => (one === null ? [] : [one]));
    const opener = await openerOf(tx, seal, sealed);
    return rows.map((row) => toSecurity(row, numberIn(row, opener)));
  },
  check: ({ company, purchased_on, matures_on }) => {
    if (!company) throw refuseField('company', 'Enter the company.');
    requireOrder('matures_on', purchased_on, matures_on, 'The maturity date is before the purchase date.');
  },
  keepSealed: async (tx, seal, { contact, row }, { account_number: written }) => {
    if (written === undefined) return false;
    const number = readAccountNumber(written);
    const stored = await openNumber(tx, seal, row);
    if (number === stored) return false;
    const own = number === null ? null : await unitSeal(tx, seal, contact.business_unit_id);
    await keepAccountNumber(tx, row.id, own?.seal(number ?? '', securityOwner(row.id)) ?? null);
    return true;
  },
};

/** Returns the account number in clear, and logs it in the audit log. @throws {Refusal} `not_found`. */
export const revealSecurity = (deps: Deps, caller: Caller, place: RecordPlace): Promise<string | null> =>
  revealOf(deps, caller, place.contactId, async (tx) => {
    const row = await requireRow(tx, SECURITIES, place);
    const value = await openNumber(tx, deps.seal, row);
    return { value, detail: { field: 'account_number', security_id: row.id } };
  });

/** `null`: none. @throws {Refusal} `refused` when it is no account number. */
function readAccountNumber(written: unknown): string | null {
  const number = typeof written === 'string' ? written.replace(/[\s.-]/g, '').toUpperCase() : '';
  if (number === '') return null;
  if (!ACCOUNT_NUMBER.test(number))
    throw refuseField('account_number', 'Enter an account number of 4 to 34 letters and digits.');
  return number;
}

const numberIn = (row: SecurityRow, opener: Pick<Seal, 'open'> | null): string | null =>
  row.account_number_sealed === null ? null : (opener?.open(row.account_number_sealed, securityOwner(row.id)) ?? null);

const openNumber = async (tx: Tx, seal: Seal, row: SecurityRow): Promise<string | null> =>
  numberIn(row, row.account_number_sealed && (await openerOf(tx, seal, [row.account_number_sealed])));

const toSecurity = (row: SecurityRow, number: string | null): Security => ({
  id: row.id,
  company: row.company,
  kind: row.kind,
  value_cents: row.value_cents,
  purchased_on: row.purchased_on,
  matures_on: row.matures_on,
  qualified: row.qualified,
  notes: row.notes,
  account_number_masked: number === null ? null : `****${tailOf(number)}`,
  version: row.version,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});
