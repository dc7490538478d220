import type { Prescription } from '#contract/records/rx-details.contract.ts';

/** A prescription of which only the drug is known. */
export const prescribed = (drug: string): Prescription => ({
  drug,
  dosage: '',
  frequency: '',
  quantity: '',
  pharmacy: '',
  prescriber: '',
  notes: '',
});
