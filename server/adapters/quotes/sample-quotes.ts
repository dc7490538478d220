import { MEDIGAP_PLANS, type QuoteAsk } from '#contract/chat/reply.contract.ts';
import { planName } from '#rules/insurance/medigap-plans.ts';
import { stateName } from '#rules/places/us-states.ts';
import { placeOfZip } from '#rules/places/zip-codes.ts';
import { Refusal, refuseField } from '../../errors.ts';
import { lowestFirst, type QuotePort, type RateSource, type SoldPlan } from './quotes.ts';
import { SAMPLE_COMPANIES } from './sample-rates/companies.ts';
import { MEDICARE_AGE, rateOf } from './sample-rates/rate-of.ts';
import { SAMPLE_STATES, type SampleState } from './sample-rates/states.ts';

interface SamplePlace {
  readonly code: string;
  readonly state: SampleState;
}

/** @throws {Refusal} `refused` where the table has no rates. */
function placeOf(zip: string): SamplePlace {
  const place = placeOfZip(zip);
  const state = place === null ? undefined : SAMPLE_STATES.get(place.state);
  if (place === null || state === undefined) {
    throw refuseField('zip_code', `The sample table has no rates for ZIP code ${zip}.`);
  }
  return { code: place.state, state };
}

/** @throws {Refusal} `refused` where people under 65 find no such plan. */
function requireAge({ code, state }: SamplePlace, { age, plan }: QuoteAsk): void {
  if (age >= MEDICARE_AGE || state.under65 === 'all' || state.under65 === plan) return;
  throw state.under65 === null
    ? refuseField('age', `No company in the sample table sells to people under 65 in ${stateName(code)}.`)
    : refuseField('plan', `In ${stateName(code)}, people under 65 can buy Plan A only.`);
}

/** Rates of companies that do not exist: the same ask always gives the same rates. */
export const SAMPLE_SOURCE: RateSource = {
  name: 'Sample rates',
  sample: true,
  plans: async (zip) => {
    const { code } = placeOf(zip);
    const there = SAMPLE_COMPANIES.filter(({ states }) => states.has(code));
    const plans = MEDIGAP_PLANS.map(
      (plan): SoldPlan => ({
        plan,
        companies: there.filter(({ rates }) => rates.has(plan)).length,
      }),
    );
    return Promise.resolve(plans.filter(({ companies }) => companies > 0));
  },
  quotes: async (ask) => {
    const place = placeOf(ask.zip_code);
    requireAge(place, ask);
    const rates = SAMPLE_COMPANIES.map((company) => rateOf(company, place, ask)).filter((rate) => rate !== null);
    if (rates.length === 0) {
      throw refuseField(
        'plan',
        `No company in the sample table sells ${planName(ask.plan)} in ${stateName(place.code)}.`,
      );
    }
    return Promise.resolve(rates.toSorted(lowestFirst));
  },
};

/** The same source for all agencies. */
export const sampleQuotes: QuotePort = {
  source: () => SAMPLE_SOURCE,
  takesKeys: false,
  tryKey: () => Promise.reject(new Refusal('conflict', "CSG isn't configured on this server. Rates are samples.")),
  forgetKey: () => undefined,
};
