import type { MedicareNeed, SignupLine, SignupStatus } from '#contract/signups.contract.ts';

export const STATUS_WORDS: Readonly<Record<SignupStatus, string>> = { draft: 'Draft', submitted: 'Submitted' };

export const LINE_WORDS: Readonly<Record<SignupLine, string>> = {
  medicare: 'Medicare',
  health: 'Health',
  life: 'Life',
  final_expense: 'Final expense',
  annuities: 'Annuities',
  long_term_care: 'Long-term care',
  pre_need: 'Pre-need',
};

/** What to do about each. */
export const needWords = (need: MedicareNeed, planYear: number): string =>
  ({
    submitted: 'Submit your signup.',
    npn: 'Enter your NPN.',
    licensed_states: 'Enter the states you are licensed in.',
    line: 'Choose Medicare as a line of business.',
    certification: `Complete the AHIP certification for ${planYear}.`,
  })[need];
