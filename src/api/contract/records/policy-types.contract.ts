/** Kinds of policies. Apart from the policies, for the contact list in the first script. */
export const POLICY_TYPES = [
  'medicare_advantage',
  'medicare_supplement',
  'part_d',
  'life',
  'final_expense',
  'pre_need',
  'annuity',
  'health',
  'dental_vision',
  'other',
] as const;
