import type { MedicareNeed, SignupLine, SignupStatus } from '#contract/signups.contract.ts';

/** What a registration for Medicare depends on. */
export interface MedicareFacts {
  readonly status: SignupStatus;
  readonly npn: string;
  readonly licensed_states: readonly string[];
  readonly lines: readonly SignupLine[];
  readonly ahip_year: number | null;
}

/** Plans of the coming year may be marketed from October 1 (42 CFR 422.2263). */
const MARKETING_MONTH = 10;

/** The year whose plans are sold on a day. */
export function planYearOn(day: string): number {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return month >= MARKETING_MONTH ? year + 1 : year;
}

/** What is missing to sell plans of a year. Each certification is for one plan year; a later one counts as well. */
export function medicareNeeds(facts: MedicareFacts, planYear: number): readonly MedicareNeed[] {
  const isThere: Readonly<Record<MedicareNeed, boolean>> = {
    submitted: facts.status === 'submitted',
    npn: facts.npn !== '',
    licensed_states: facts.licensed_states.length > 0,
    line: facts.lines.includes('medicare'),
    certification: facts.ahip_year !== null && facts.ahip_year >= planYear,
  };
  return (Object.keys(isThere) as MedicareNeed[]).filter((need) => !isThere[need]);
}

/** The last plan year that a signup registers for; `null`: for none. */
export const medicareYearOf = (facts: MedicareFacts): number | null =>
  facts.ahip_year !== null && medicareNeeds(facts, facts.ahip_year).length === 0 ? facts.ahip_year : null;
