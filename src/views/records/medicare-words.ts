import type { MedicareFacts, MedicareField } from '#contract/records/medicare.contract.ts';

export const MEDICARE_WORDS: Readonly<Record<MedicareField, string>> = {
  first_name: 'First name',
  last_name: 'Last name',
  dob: 'Date of birth',
  address: 'Address',
  city: 'City',
  state: 'State',
  zip_code: 'ZIP code',
  phone: 'Phone',
  email: 'E-mail',
  medicare_number: 'Medicare number',
  part_a_on: 'Part A since',
  part_b_on: 'Part B since',
  plan_name: 'Plan',
  plan_id: 'Plan number',
  plan_type: 'Plan type',
  plan_from: 'Plan since',
};

interface FactWords {
  readonly field: keyof MedicareFacts;
  readonly label: string;
  readonly isDay: boolean;
}

const FIELDS = ['part_a_on', 'part_b_on', 'plan_name', 'plan_id', 'plan_type', 'plan_from'] as const;

export const FACT_WORDS: readonly FactWords[] = FIELDS.map((field) => ({
  field,
  label: MEDICARE_WORDS[field],
  isDay: field.endsWith('_on') || field === 'plan_from',
}));
