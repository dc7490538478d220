import type { Brand } from '#brands/brand.ts';
import type { JobTitle } from '#contract/contacts/scope.contract.ts';
import { capital } from '../words/capital.ts';

/** Source: platform, "Option lists": every brand has them. */
const ALWAYS = ['representative', 'regional_sales_manager', 'field_manager', 'district_manager'] as const;

/** The job titles that a brand offers. */
export const jobTitlesOf = ({ jobTitles }: Pick<Brand, 'jobTitles'>): readonly JobTitle[] => [...ALWAYS, ...jobTitles];

/** `regional_sales_manager` as words: `Regional sales manager`. */
export function jobTitleLabel(title: JobTitle): string {
  return capital(title.replace(/_/g, ' ').replace('preneed', 'pre-need'));
}
