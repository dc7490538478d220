import type { Policy } from '#contract/records/policies.contract.ts';

export const POLICY_TYPE_WORDS: Readonly<Record<Policy['type'], string>> = {
  medicare_advantage: 'Medicare Advantage',
  medicare_supplement: 'Medicare Supplement',
  part_d: 'Part D',
  life: 'Life',
  final_expense: 'Final expense',
  pre_need: 'Pre-need',
  annuity: 'Annuity',
  health: 'Health',
  dental_vision: 'Dental and vision',
  other: 'Other',
};

/** `Meridian, Plan G` */
export const policyName = ({ carrier, plan_name }: Pick<Policy, 'carrier' | 'plan_name'>): string =>
  [carrier, plan_name].filter(Boolean).join(', ');
