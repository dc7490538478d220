import type { QuoteAsk } from '#contract/chat/reply.contract.ts';
import type { RatedQuote } from '../quotes.ts';
import type { SampleCompany } from './companies.ts';
import { AREA_LEVELS, type SampleState } from './states.ts';

/** Age at which everyone is eligible for Medicare. */
export const MEDICARE_AGE = 65;

/** Years of age from which a rate grows slower, and from which it stays. Invented. */
const SLOWER_FROM = 80;
const SAME_FROM = 95;

/** Percent of the rate at age 65. Invented: a uniform rate is above the youngest rate, and so is a lifetime one. */
const LEVELS = { community: 130, issue: 109, under65: 175 } as const;

/** Percent added per year of age, relative to age-based rates. Invented. */
const ISSUE_GROWTH = 70;
const SLOWER_GROWTH = 60;

/** Thousandths of the rate at 65. */
function ageFactor({ growth, pricing: own }: SampleCompany, { pricing: rule }: SampleState, age: number): number {
  if (age < MEDICARE_AGE) return LEVELS.under65 * 10;
  const steep = Math.min(age, SLOWER_FROM) - MEDICARE_AGE;
  const flat = Math.max(0, Math.min(age, SAME_FROM) - SLOWER_FROM);
  const grown = steep * growth + (flat * growth * SLOWER_GROWTH) / 100;
  const byIssue = rule === 'issue' || own === 'issue';
  return byIssue ? LEVELS.issue * 10 + (grown * ISSUE_GROWTH) / 100 : 1_000 + grown;
}

/** Percent by personal factors; 100 where one rate applies to everyone. */
function personFactor(company: SampleCompany, state: SampleState, ask: QuoteAsk): number {
  if (state.pricing === 'community') return LEVELS.community;
  const sex = ask.gender === 'male' ? 100 + company.man : 100;
  const tobacco = ask.tobacco ? 100 + company.tobacco : 100;
  return (ageFactor(company, state, ask.age) / 1_000) * (sex / 100) * tobacco;
}

/** Rate that a company of the table charges a person. `null`: the plan is not sold there. */
export function rateOf(
  company: SampleCompany,
  place: { readonly code: string; readonly state: SampleState },
  ask: QuoteAsk,
): RatedQuote | null {
  const base = company.rates.get(ask.plan);
  if (base === undefined || !company.states.has(place.code)) return null;
  const area = AREA_LEVELS[ask.zip_code.slice(0, 3)] ?? 100;
  const full = (base * place.state.level * area * personFactor(company, place.state, ask)) / 1_000_000;
  const asked = ask.household === true ? (full * (100 - company.household)) / 100 : full;
  const monthlyCents = Math.round(asked);
  return {
    key: `${company.key}-${ask.plan}`,
    company: company.name,
    monthlyCents,
    annualCents: Math.round((monthlyCents * 12 * (100 - company.yearly)) / 100),
    rating: company.rating,
    discounts: discountsOf(company, ask.household === true),
  };
}

function discountsOf({ household, yearly }: SampleCompany, isTaken: boolean): string[] {
  return [
    ...(household > 0 ? [`household ${household}%${isTaken ? ' taken off' : ''}`] : []),
    ...(yearly > 0 ? [`yearly payment ${yearly}%`] : []),
  ];
}
