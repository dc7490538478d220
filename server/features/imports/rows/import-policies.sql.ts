import type { Tx } from '../../../db/tx.ts';
import { changePolicy, POLICIES } from '../../records/policies.ts';
import { policiesIn, POLICY_COLUMNS, type PolicyColumn, type PolicyValues } from '../cells/policy-values.ts';
import type { Good } from './chunk-plan.ts';
import { findCreated } from './import-chunk.sql.ts';
import {
  hasPolicies,
  type HeldPolicy,
  type KnownPolicies,
  POLICY_DEFAULTS,
  policyGain,
  type PolicyGain,
} from './row-policies.ts';

interface Frame {
  readonly importId: number;
  readonly now: Date;
}

type PolicyRow = { readonly [Column in PolicyColumn]: PolicyValues[Column] | null } & {
  readonly id: number;
  readonly contact_id: number;
  readonly is_ours: boolean;
  readonly is_deleted: boolean;
};

const heldOf = ({ id, is_ours, is_deleted, ...row }: PolicyRow): HeldPolicy => ({
  id,
  isOurs: is_ours,
  isDeleted: is_deleted,
  values: Object.fromEntries(
    POLICY_COLUMNS.flatMap((column) => (row[column] === null || row[column] === '' ? [] : [[column, row[column]]])),
  ),
});

/** Policies of these contacts, deleted ones as well. */
export async function readPolicies(tx: Tx, importId: number, contactIds: readonly number[]): Promise<KnownPolicies> {
  const known: Map<number, HeldPolicy[]> = new Map();
  if (contactIds.length === 0) return known;
  const rows = await tx.raw<PolicyRow>(
    `select id, contact_id, import_id is not distinct from $2 as is_ours, deleted_at is not null as is_deleted,
       ${POLICY_COLUMNS.join(', ')}
     from policies where contact_id = any($1::bigint[]) order by deleted_at is not null, id`,
    [contactIds, importId],
  );
  for (const row of rows) known.set(row.contact_id, [...(known.get(row.contact_id) ?? []), heldOf(row)]);
  return known;
}

const TYPES: Partial<Record<PolicyColumn, string>> = { premium_cents: 'bigint', effective_on: 'date' };
export const policyType = (column: PolicyColumn) => TYPES[column] ?? 'text';

const VALUES = POLICY_COLUMNS.map((column) => {
  if (policyType(column) !== 'text') return column;
  return `coalesce(${column}, '${(POLICY_DEFAULTS as Partial<Record<PolicyColumn, string>>)[column] ?? ''}')`;
});

interface Gaining {
  readonly contactId: number;
  readonly policies: Pick<PolicyGain, 'added' | 'fills'>;
}

/** Gives contacts that rows of this import have created their policies. */
export async function insertPolicies(tx: Tx, frame: Frame, rows: readonly Good[]): Promise<void> {
  const insured = rows.filter(hasPolicies);
  if (insured.length === 0) return;
  const idOf = await findCreated(
    tx,
    frame.importId,
    insured.map(({ row }) => row),
  );
  await writePolicies(
    tx,
    frame,
    insured.map(({ row, values }) => ({ contactId: idOf.get(row) ?? 0, policies: policyGain(policiesIn(values)) })),
  );
}

/** Adds policies to contacts, by the rules of a policy that is typed, then fills what others lack. */
export async function writePolicies(tx: Tx, { importId, now }: Frame, rows: readonly Gaining[]): Promise<void> {
  const added = rows.flatMap(({ contactId, policies }) =>
    policies.added.map((values) => ({ contact_id: contactId, ...values })),
  );
  for (const values of added) POLICIES.check(values);
  if (added.length > 0) {
    await tx.raw(
      `insert into policies (account_id, contact_id, import_id, created_at, updated_at, ${POLICY_COLUMNS.join(', ')})
       select app_account_id(), contact_id, $2, $3, $3, ${VALUES.join(', ')}
       from jsonb_to_recordset($1::jsonb)
         as fresh(contact_id bigint, ${POLICY_COLUMNS.map((column) => `${column} ${policyType(column)}`).join(', ')})`,
      [JSON.stringify(added), importId, now],
    );
  }
  for (const { contactId, policies } of rows) {
    for (const { held, values } of policies.fills) {
      const id = held.id ?? (await idOfNew(tx, importId, contactId, held));
      await changePolicy(tx, id, values, now);
    }
  }
}

/** A policy that this chunk has just written. */
async function idOfNew(tx: Tx, importId: number, contactId: number, { values }: HeldPolicy): Promise<number> {
  const all = (await readPolicies(tx, importId, [contactId])).get(contactId) ?? [];
  const found = all.find((one) => POLICY_COLUMNS.every((column) => one.values[column] === values[column]));
  if (found?.id == null) throw new Error('A policy of the import is not there.');
  return found.id;
}
