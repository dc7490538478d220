import { type Policy, PolicyFields } from '#contract/records/policies.contract.ts';
import { cleanLine, cleanText } from '#rules/contacts/contact-name.ts';
import { refuseField } from '../../errors.ts';
import type { Tx } from '../../db/tx.ts';
import type { Family, KeptRow, Values } from './record-families.ts';
import { updateRow } from './record-rows.sql.ts';

type PolicyRow = KeptRow & PolicyFields;

export const POLICIES: Family<PolicyRow, Policy> = {
  table: 'policies',
  name: 'policy',
  columns: Object.keys(PolicyFields.shape),
  order: `status = 'active' desc, coalesce(effective_on, created_at::date) desc, id desc`,
  show: (_tx, _seal, rows) => Promise.resolve(rows.map(toPolicy)),
  check: ({ carrier, plan_name, effective_on, expires_on }) => {
    if (!carrier && !plan_name) throw refuseField('carrier', 'Enter the carrier or the plan.');
    requireOrder('expires_on', effective_on, expires_on, 'The termination date is before the effective date.');
  },
};

/** Changes columns of a policy whose contact is locked. */
export const changePolicy = (tx: Tx, id: number, values: Values, at: Date) =>
  updateRow(tx, POLICIES, { id, values, at });

/** @throws {Refusal} `refused` under `field` when the second day comes before the first. */
export function requireOrder(field: string, from: unknown, to: unknown, message: string): void {
  if (typeof from === 'string' && typeof to === 'string' && to < from) throw refuseField(field, message);
}

/** Normalizes input for storage: one clean line each, notes with several. */
export const cleanValues = (written: Values): Values =>
  Object.fromEntries(
    Object.entries(written).map(([field, value]) => {
      if (typeof value !== 'string') return [field, value];
      return [field, field === 'notes' ? cleanText(value) : cleanLine(value)];
    }),
  );

const toPolicy = (row: PolicyRow): Policy => ({
  id: row.id,
  carrier: row.carrier,
  plan_name: row.plan_name,
  policy_number: row.policy_number,
  type: row.type,
  status: row.status,
  premium_cents: row.premium_cents,
  premium_period: row.premium_period,
  face_amount_cents: row.face_amount_cents,
  effective_on: row.effective_on,
  expires_on: row.expires_on,
  beneficiary: row.beneficiary,
  notes: row.notes,
  version: row.version,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});
