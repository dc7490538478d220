import type {
  listQuotePlans as ListPlans,
  QuoteSource,
  readPlanDetails as ReadDetails,
} from '#contract/quotes.contract.ts';
import type { MedigapPlan, Quote, QuoteAsk } from '#contract/chat/reply.contract.ts';
import type { Reply } from '#contract/endpoint.ts';
import { buyerMust, hasLetteredPlans, planDetails } from '#rules/insurance/medigap-plans.ts';
import { stateName } from '#rules/places/us-states.ts';
import { placeOfZip } from '#rules/places/zip-codes.ts';
import { plusDays, utcDay } from '#rules/time/days.ts';
import type { RatedQuote, RateSource } from '../../adapters/quotes/quotes.ts';
import type { Deps } from '../../deps.ts';
import { refuseField } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import { warningFor } from '../agent-licenses/license-warning.ts';
import { sourceOf } from './connection.service.ts';

/** Source of the plans' benefits. */
const BENEFITS_SOURCE = 'CMS, Choosing a Medigap Policy';

/** Rates for one person, with what they rest on. */
export interface Rates {
  readonly source: QuoteSource;
  /** Form in a sentence; empty: unknown. */
  readonly place: string;
  /** The lowest first, at least one. */
  readonly rates: readonly RatedQuote[];
  readonly assumptions: readonly string[];
}

const told = ({ name, sample }: RateSource, deps: Deps): QuoteSource => ({
  name,
  sample,
  at: deps.now().toISOString(),
});

/** In dollars, as it goes over the wire. */
export const toQuote = ({ company, monthlyCents, annualCents, rating, discounts }: RatedQuote): Quote => ({
  company,
  monthly_rate: monthlyCents === null ? null : monthlyCents / 100,
  annual_rate: annualCents === null ? null : annualCents / 100,
  rating,
  discounts: [...discounts],
});

/** Where a ZIP code is; `null`: unknown. @throws {Refusal} `refused` where plans have no letters. */
function requirePlace(zip: string): ReturnType<typeof placeOfZip> {
  const place = placeOfZip(zip);
  if (place !== null && !hasLetteredPlans(place.state)) {
    const name = stateName(place.state);
    throw refuseField('zip_code', `${name} has its own Medigap plans without letters. Rates aren't available here.`);
  }
  return place;
}

/**
 * Rates of companies for one person, from their agency's source. `born` resolves what an age leaves open.
 * @throws {Refusal} `refused` by field, `conflict` for the agency's key, `too_many`, `unavailable`.
 */
export async function ratesFor(deps: Deps, identity: Identity, ask: QuoteAsk, born?: string): Promise<Rates> {
  const place = requirePlace(ask.zip_code);
  if (ask.effective_date < plusDays(utcDay(deps.now()), -1)) {
    throw refuseField('effective_date', 'Choose today or a later start date.');
  }
  const must = buyerMust(ask.plan, ask.age, ask.effective_date, born);
  const source = await sourceOf(deps, identity);
  const warning = place === null ? null : await warningFor(deps, identity, { state: place.state, line: 'health' });
  return {
    source: told(source, deps),
    place: place?.name ?? '',
    rates: await source.quotes(ask),
    assumptions: [
      ...(must === '' ? [] : [must]),
      ...(ask.household === undefined ? ['no household discount'] : []),
      ...(warning === null ? [] : [warning.clause]),
    ],
  };
}

/** @throws {Refusal} as `ratesFor`. */
export async function listPlans(deps: Deps, identity: Identity, zip: string): Promise<Reply<typeof ListPlans>> {
  const place = requirePlace(zip);
  const source = await sourceOf(deps, identity);
  const plans = await source.plans(zip, utcDay(deps.now()));
  const data = plans.map(({ plan, companies }) => {
    const { name, summary } = planDetails(plan);
    return { plan, name, summary, companies };
  });
  return { data, meta: { source: told(source, deps), place: place?.name ?? '' } };
}

/** Benefits of a plan, by the standard table. */
export const readDetails = (deps: Deps, plan: MedigapPlan): Reply<typeof ReadDetails> => {
  const { benefits, ...details } = planDetails(plan);
  return {
    data: { ...details, benefits: [...benefits] },
    meta: { source: { name: BENEFITS_SOURCE, sample: false, at: deps.now().toISOString() } },
  };
};
