import type { MedigapPlan } from '#contract/chat/reply.contract.ts';

/** `Plan G`, `High-deductible Plan G`. */
export const planName = (plan: MedigapPlan): string =>
  plan.startsWith('HD') ? `High-deductible Plan ${plan.slice(2)}` : `Plan ${plan}`;

/** Annual out-of-pocket maximum of plans K and L in whole dollars. Source: CMS, for 2026. */
const MOST_A_YEAR = { K: '$8,000', L: '$4,000' } as const;

/** Annual deductible of the high-deductible plans. Source: CMS, for 2026. */
const HIGH_DEDUCTIBLE = '$2,950';

const SUMMARIES: Readonly<Record<MedigapPlan, string>> = {
  A: 'The basic benefits alone: coinsurance of Part A and Part B, blood and hospice.',
  B: 'The basic benefits and the Part A deductible.',
  C: 'Everything but Part B excess charges.',
  D: 'Like Plan C, without the Part B deductible.',
  F: 'Everything a Medigap plan can cover.',
  G: 'Everything but the Part B deductible.',
  HDF: `Like Plan F, after a deductible of ${HIGH_DEDUCTIBLE} a year (2026).`,
  HDG: `Like Plan G, after a deductible of ${HIGH_DEDUCTIBLE} a year (2026).`,
  K: `Half of most costs, and all of them beyond ${MOST_A_YEAR.K} a year (2026).`,
  L: `Three quarters of most costs, and all of them beyond ${MOST_A_YEAR.L} a year (2026).`,
  M: 'Like Plan D, with half of the Part A deductible.',
  N: 'Like Plan D, with copayments for visits.',
};

const ALL = '100%';
const NOTHING = 'Nothing';

/** Columns of the standard table: all, nothing, or the plan's share. */
type Shares = Readonly<Record<'A' | 'B' | 'C' | 'D' | 'F' | 'G' | 'K' | 'L' | 'M' | 'N', string>>;

const COLUMNS = ['A', 'B', 'C', 'D', 'F', 'G', 'K', 'L', 'M', 'N'] as const;

/** `x` all, `-` nothing, else the percentage, in the order of the columns. */
const sharesOf = (row: string): Shares =>
  Object.fromEntries(
    row.split(' ').map((cell, at) => [COLUMNS[at], cell === 'x' ? ALL : cell === '-' ? NOTHING : `${cell}%`]),
  ) as Shares;

/**
 * The ten standard plans. Source: CMS, "Choosing a Medigap Policy" (publication 02110), table of benefits; Massachusetts,
 * Minnesota and Wisconsin have plans of their own.
 */
const BENEFITS: readonly (readonly [name: string, shares: Shares])[] = [
  ['Part A coinsurance and 365 more days in hospital', sharesOf('x x x x x x x x x x')],
  ['Part B coinsurance', sharesOf('x x x x x x 50 75 x x')],
  ['Blood, the first three pints', sharesOf('x x x x x x 50 75 x x')],
  ['Part A hospice coinsurance', sharesOf('x x x x x x 50 75 x x')],
  ['Skilled nursing facility coinsurance', sharesOf('- - x x x x 50 75 x x')],
  ['Part A deductible', sharesOf('- x x x x x 50 75 50 x')],
  ['Part B deductible', sharesOf('- - x - x - - - - -')],
  ['Part B excess charges', sharesOf('- - - - x x - - - -')],
  ['Emergencies abroad', sharesOf('- - 80 80 80 80 - - 80 80')],
];

const COPAYMENTS = '100% except copayments: up to $20 a visit, up to $50 in an emergency room';

/** Plans that pay the Part B deductible: closed to who got Medicare in 2020 or later. Source: MACRA, section 401. */
const OLD_PLANS: readonly MedigapPlan[] = ['C', 'F', 'HDF'];

/** People born later turned 65 in 2020 or later. */
const LAST_OLD_BIRTHDAY = '1954-12-31';

const WHO_OLD = 'Only for people who turned 65 before 2020 (born before 1955), or had Medicare before 2020.';

export interface PlanDetails {
  readonly plan: MedigapPlan;
  readonly name: string;
  readonly summary: string;
  /** Eligibility for the plan; empty: everyone. */
  readonly who: string;
  readonly benefits: readonly { readonly name: string; readonly pays: string }[];
}

export function planDetails(plan: MedigapPlan): PlanDetails {
  const column = plan.replace('HD', '') as keyof Shares;
  const benefits = BENEFITS.map(([name, shares]) => ({
    name,
    pays: plan === 'N' && name === 'Part B coinsurance' ? COPAYMENTS : shares[column],
  }));
  const limit = plan === 'K' || plan === 'L' ? MOST_A_YEAR[plan] : null;
  if (limit !== null) benefits.push({ name: 'Out-of-pocket limit per year (2026)', pays: limit });
  if (plan.startsWith('HD')) benefits.unshift({ name: 'Deductible (2026)', pays: `After ${HIGH_DEDUCTIBLE}` });
  return {
    plan,
    name: planName(plan),
    summary: SUMMARIES[plan],
    who: OLD_PLANS.includes(plan) ? WHO_OLD : '',
    benefits,
  };
}

/** The same day so many years earlier; 29 February becomes 28 February. */
function yearsBefore(day: string, years: number): string {
  const year = Number(day.slice(0, 4)) - years;
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return `${year}-${day.slice(5) === '02-29' && !leap ? '02-28' : day.slice(5)}`;
}

/**
 * Condition under which a person of this age may buy a plan on that day; empty: none. `born` tells when they turned 65,
 * but not whether disability or kidney failure gave them Medicare earlier. Source: SSA 1882(z)(2)(B).
 */
export function buyerMust(plan: MedigapPlan, age: number, on: string, born?: string): string {
  if (!OLD_PLANS.includes(plan) || (born ?? yearsBefore(on, age)) <= LAST_OLD_BIRTHDAY) return '';
  const isYoung = born !== undefined || yearsBefore(on, age + 1) >= LAST_OLD_BIRTHDAY;
  return isYoung ? 'had Medicare before 2020' : 'turned 65 or had Medicare before 2020';
}

/** States whose Medigap plans have no letters. Source: CMS, "Choosing a Medigap Policy" (publication 02110). */
const OWN_PLANS: readonly string[] = ['MA', 'MN', 'WI'];

export const hasLetteredPlans = (state: string): boolean => !OWN_PLANS.includes(state);
