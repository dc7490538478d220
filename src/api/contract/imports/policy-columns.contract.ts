/** What a column can say of a policy. */
export const POLICY_PARTS = [
  'carrier',
  'plan',
  'number',
  'type',
  'status',
  'premium',
  'premium_mode',
  'effective_on',
] as const;
export type PolicyPart = (typeof POLICY_PARTS)[number];

/** Policies that one row can bring; more come in more rows. Ours. */
export const POLICY_PLACES = ['policy', 'policy_2', 'policy_3', 'policy_4'] as const;
export type PolicyPlace = (typeof POLICY_PLACES)[number];

export type PolicyField = `${PolicyPlace}_${PolicyPart}`;

export const POLICY_FIELDS: readonly PolicyField[] = POLICY_PLACES.flatMap((place) =>
  POLICY_PARTS.map((part): PolicyField => `${place}_${part}`),
);
