import { policyPartOf } from '#rules/imports/policy-field-words.ts';
import { policiesIn, POLICY_COLUMNS, type PolicyValues } from '../cells/policy-values.ts';
import { fieldWords } from '../cells/read-field.ts';
import type { RowValues, UnreadCell } from '../cells/row-values.ts';
import {
  comparePolicy,
  differs,
  type HeldPolicy,
  isSamePolicy,
  policyFieldOf,
  type PolicyFill,
  type PolicyGain,
  policyGain,
  withFill,
} from '../rows/row-policies.ts';

export interface PolicyCorrection extends PolicyGain {
  /** Why cells of a policy can't be taken, by its place among the columns. */
  readonly faults: ReadonlyMap<string, string>;
}

/**
 * What a contact takes from corrected cells of policies. A policy that the row brought without them gets what it lacks;
 * one that it couldn't bring is added. `before`: what the row said without these cells.
 */
export function correctedPolicies(
  cells: readonly Pick<UnreadCell, 'field'>[],
  now: RowValues,
  before: RowValues | null,
  held: readonly HeldPolicy[] = [],
): PolicyCorrection {
  const faults = new Map<string, string>();
  const added: PolicyValues[] = [];
  const fills: PolicyFill[] = [];
  let after = [...held];
  for (const place of new Set(cells.flatMap(({ field }) => policyPartOf(field)?.place ?? []))) {
    const policy = policiesIn(now).find((one) => one.place === place);
    if (policy === undefined) continue;
    const was = before && policiesIn(before).find((one) => one.place === place)?.values;
    const known = after.find((one) => isSamePolicy(one.values, was ?? policy.values));
    if (known === undefined && !was) {
      const gain = policyGain([policy], after);
      added.push(...gain.added);
      after = [...gain.after];
      continue;
    }
    if (known === undefined || known.isDeleted) {
      faults.set(place, 'The contact no longer has this policy.');
      continue;
    }
    const corrected = POLICY_COLUMNS.filter((column) => policy.values[column] !== was?.[column]);
    const values = Object.fromEntries(corrected.map((column) => [column, policy.values[column]])) as PolicyValues;
    const { filled, against } = comparePolicy(known, values, true);
    const [other] = against;
    if (other !== undefined) {
      faults.set(place, `The contact already has a different ${fieldWords(policyFieldOf(place, other))}.`);
    } else if (Object.keys(filled).length > 0) {
      const fill = { held: known, values: filled };
      fills.push(fill);
      after = withFill(after, fill);
    }
  }
  return { added, fills, after, faults };
}

/** True for a field of a policy in which the contact doesn't have what the row says. */
export function isOtherPolicy(field: string, row: RowValues, held: readonly HeldPolicy[] = []): boolean {
  const place = policyPartOf(field)?.place;
  const policy = policiesIn(row).find((one) => one.place === place);
  if (place === undefined || policy === undefined) return false;
  const known = held.find((one) => isSamePolicy(one.values, policy.values));
  return POLICY_COLUMNS.some(
    (column) =>
      policyFieldOf(place, column) === field && (known === undefined || differs(known, policy.values, column)),
  );
}
