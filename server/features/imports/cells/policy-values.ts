import { POLICY_FIELDS, type PolicyField, type PolicyPart } from '#contract/imports/policy-columns.contract.ts';
import type { PolicyFields } from '#contract/records/policies.contract.ts';
import { policyPartOf } from '#rules/imports/policy-field-words.ts';
import type { MappedColumn, RowValues } from './row-values.ts';

/** Columns of a policy that a file can fill. */
export const POLICY_COLUMNS = [
  'carrier',
  'plan_name',
  'policy_number',
  'type',
  'status',
  'premium_cents',
  'premium_period',
  'effective_on',
] as const satisfies readonly (keyof PolicyFields)[];
export type PolicyColumn = (typeof POLICY_COLUMNS)[number];

/** What a row says of a policy; a column without a cell is absent. */
export type PolicyValues = Partial<Pick<PolicyFields, PolicyColumn>>;

export interface RowPolicy {
  /** Which of the row's policies it is: `policy`, `policy_2`. */
  readonly place: string;
  readonly values: PolicyValues;
}

/** Policies that a row names. */
export const policiesIn = ({ policies }: Pick<RowValues, 'policies'>): readonly RowPolicy[] =>
  policies === null ? [] : (JSON.parse(policies) as RowPolicy[]);

/** Characters of each part. Source: `PolicyFields` of the contract. */
const PART_LIMITS: Readonly<Record<PolicyPart, number>> = {
  carrier: 120,
  plan: 160,
  number: 60,
  type: 60,
  status: 60,
  premium: 40,
  premium_mode: 40,
  effective_on: 40,
};

/** A value for each field of a policy. */
export const byField = <T>(of: (field: PolicyField, part: PolicyPart, place: string) => T) =>
  Object.fromEntries(
    POLICY_FIELDS.map((field) => {
      const { part, place } = policyPartOf(field) ?? { part: 'carrier', place: 'policy' };
      return [field, of(field, part, place)];
    }),
  ) as Readonly<Record<PolicyField, T>>;

export const POLICY_LIMITS = byField((_, part) => PART_LIMITS[part]);

/** Policies as their cells are read, with these cells. */
export type PoliciesRead = Map<
  string,
  { readonly values: PolicyValues; readonly cells: readonly { readonly column: MappedColumn; readonly text: string }[] }
>;
