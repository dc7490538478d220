import type { PolicyField } from '#contract/imports/policy-columns.contract.ts';
import { RECORDS_MAX } from '#contract/records/policies.contract.ts';
import {
  policiesIn,
  POLICY_COLUMNS,
  type PolicyColumn,
  type PolicyValues,
  type RowPolicy,
} from '../cells/policy-values.ts';
import type { Good, Other } from './chunk-plan.ts';

/** A policy that a contact has. */
export interface HeldPolicy {
  /** `null`: not written yet. */
  readonly id: number | null;
  /** Created by this import. */
  readonly isOurs: boolean;
  /** Someone deleted it: it doesn't come back with a file. */
  readonly isDeleted: boolean;
  /** Absent: empty. */
  readonly values: PolicyValues;
}

/** Policies of contacts, by contact. */
export type KnownPolicies = Map<number, readonly HeldPolicy[]>;

export interface PolicyFill {
  readonly held: HeldPolicy;
  readonly values: PolicyValues;
}

/** What a contact gains from the policies of a row. */
export interface PolicyGain {
  readonly added: readonly PolicyValues[];
  readonly fills: readonly PolicyFill[];
  /** All of its policies then. */
  readonly after: readonly HeldPolicy[];
}

export const isGain = ({ added, fills }: PolicyGain): boolean => added.length + fills.length > 0;

export const hasPolicies = ({ values }: Pick<Good, 'values'>): boolean => values.policies !== null;

/** What a policy has that a file says nothing else of. Source: the table's defaults. */
export const POLICY_DEFAULTS = { type: 'other', status: 'active', premium_period: 'month' } as const;

const FIELD_PARTS = {
  carrier: 'carrier',
  plan_name: 'plan',
  policy_number: 'number',
  type: 'type',
  status: 'status',
  premium_cents: 'premium',
  premium_period: 'premium_mode',
  effective_on: 'effective_on',
} as const satisfies Record<PolicyColumn, string>;

export const policyFieldOf = (place: string, column: PolicyColumn) => `${place}_${FIELD_PARTS[column]}` as PolicyField;

const folded = (text: string | number | null | undefined) =>
  String(text ?? '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

/** Same carrier and number; without one of the numbers, the same carrier, plan and effective date. */
export function isSamePolicy(a: PolicyValues, b: PolicyValues): boolean {
  if (folded(a.carrier) !== folded(b.carrier)) return false;
  if (a.policy_number && b.policy_number) return folded(a.policy_number) === folded(b.policy_number);
  return folded(a.plan_name) === folded(b.plan_name) && (a.effective_on ?? null) === (b.effective_on ?? null);
}

/** True when a policy has another value. */
export const differs = (held: HeldPolicy, values: PolicyValues, column: PolicyColumn): boolean =>
  values[column] !== undefined && folded(values[column]) !== folded(held.values[column]);

/** `isNew`: no file has said anything of the column yet, so that its default is no value. */
function lacks({ values, isOurs }: HeldPolicy, column: PolicyColumn, isNew: boolean): boolean {
  if (values[column] === undefined) return true;
  if (column === 'premium_period' && values.premium_cents === undefined) return true;
  const isDefault = column in POLICY_DEFAULTS && values[column] === POLICY_DEFAULTS[column as 'type'];
  return isDefault && (isNew || (column === 'type' && isOurs));
}

/** Values that a policy lacks, and columns in which it has others. */
export function comparePolicy(held: HeldPolicy, values: PolicyValues, isNew = false) {
  const changed = POLICY_COLUMNS.filter((column) => differs(held, values, column));
  const filled = changed.filter((column) => lacks(held, column, isNew));
  return {
    filled: Object.fromEntries(filled.map((column) => [column, values[column]])) as PolicyValues,
    against: changed.filter((column) => !filled.includes(column)),
  };
}

export const newPolicy = (values: PolicyValues): HeldPolicy => ({
  id: null,
  isOurs: true,
  isDeleted: false,
  values: { ...POLICY_DEFAULTS, ...values },
});

export const withFill = (all: readonly HeldPolicy[], { held, values }: PolicyFill): HeldPolicy[] =>
  all.map((one) => (one === held ? { ...held, values: { ...held.values, ...values } } : one));

/**
 * What a contact gains from these policies: those that it doesn't have, and what it lacks of the others. `against`: where
 * a policy that this import has created says otherwise.
 */
export function policyGain(
  policies: readonly RowPolicy[],
  held: readonly HeldPolicy[] = [],
): PolicyGain & { readonly against: readonly PolicyField[] } {
  const added: PolicyValues[] = [];
  const fills: PolicyFill[] = [];
  const against: PolicyField[] = [];
  let after = [...held];
  for (const { place, values } of policies) {
    const same = after.find((one) => isSamePolicy(one.values, values));
    if (same === undefined) {
      added.push(values);
      after.push(newPolicy(values));
      continue;
    }
    if (same.isDeleted) continue;
    const compared = comparePolicy(same, values);
    if (same.isOurs) against.push(...compared.against.map((column) => policyFieldOf(place, column)));
    if (Object.keys(compared.filled).length === 0) continue;
    const fill = { held: same, values: compared.filled };
    fills.push(fill);
    after = withFill(after, fill);
  }
  return { added, fills, after, against };
}

/** The row as a problem when its contact has no room for its policies; `null`: it has. */
export function policyFault(row: Good, held: readonly HeldPolicy[] = []): Other | null {
  const live = held.filter(({ isDeleted }) => !isDeleted).length;
  if (live + policyGain(policiesIn(row.values), held).added.length <= RECORDS_MAX) return null;
  const message = `A contact can have ${RECORDS_MAX} policies. This one has ${live}.`;
  return { kind: 'problem', row: row.row, reason: 'policies_full', field: null, message, cells: row.cells };
}

/** What filled policies of before the import had, for the undo: those that it created are deleted. */
export const policiesBefore = ({ fills }: PolicyGain): Record<string, unknown> =>
  Object.fromEntries(
    fills.flatMap(({ held, values }) =>
      held.isOurs
        ? []
        : Object.keys(values).map((column) => [
            `policy:${held.id}:${column}`,
            held.values[column as PolicyColumn] ?? null,
          ]),
    ),
  );
