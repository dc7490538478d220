import {
  POLICY_FIELDS,
  POLICY_PARTS,
  POLICY_PLACES,
  type PolicyField,
  type PolicyPart,
  type PolicyPlace,
} from '#contract/imports/policy-columns.contract.ts';

const PART_WORDS: Readonly<Record<PolicyPart, string>> = {
  carrier: 'Policy carrier',
  plan: 'Policy plan',
  number: 'Policy number',
  type: 'Policy type',
  status: 'Policy status',
  premium: 'Policy premium',
  premium_mode: 'Policy premium mode',
  effective_on: 'Policy effective date',
};

const PARTS_OF = new Map<string, { readonly place: PolicyPlace; readonly part: PolicyPart }>(
  POLICY_PLACES.flatMap((place) => POLICY_PARTS.map((part) => [`${place}_${part}`, { place, part }] as const)),
);

/** Which part of which policy a field is; `null`: another field. */
export const policyPartOf = (field: string) => PARTS_OF.get(field) ?? null;

/** `Policy 2 carrier` */
export const POLICY_FIELD_WORDS = Object.fromEntries(
  POLICY_FIELDS.map((field) => {
    const { place, part } = policyPartOf(field) ?? { place: 'policy', part: 'carrier' };
    return [field, PART_WORDS[part].replace('Policy', place.replace('_', ' ').replace('p', 'P'))];
  }),
) as Readonly<Record<PolicyField, string>>;
