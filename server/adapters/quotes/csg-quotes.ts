import { z } from 'zod';
import { MEDIGAP_PLANS, type QuoteAsk } from '#contract/chat/reply.contract.ts';
import { planName } from '#rules/insurance/medigap-plans.ts';
import type { CsgConfig } from '../../config/services.ts';
import { refuseField } from '../../errors.ts';
import { type CsgRest, CsgRefusal, type CsgRestOptions, csgRest } from './csg-rest.ts';
import { lowestFirst, type QuotePort, type RatedQuote, type RateSource } from './quotes.ts';
import { SAMPLE_SOURCE } from './sample-quotes.ts';

const NAME = 'CSG Actuarial';

/** Age for which the plans of a place are counted. Our choice. */
const USUAL_AGE = 65;

/** No one sells for nothing: 0 or an empty text is not a rate. */
const Cents = z.coerce
  .number()
  .nonnegative()
  .max(10_000_000)
  .transform((cents) => Math.round(cents) || null);

/** Fields read from a CSG rate; amounts in cents. */
const CsgQuote = z.object({
  key: z.coerce.string().min(1),
  plan: z.string(),
  /** Rates with a network of hospitals. */
  select: z.boolean().nullish(),
  rating_class: z.string().nullish(),
  rate: z.object({ month: Cents.nullish(), annual: Cents.nullish() }),
  company_base: z.object({ name: z.string().min(1), ambest_rating: z.string().nullish() }),
  discounts: z
    .array(z.object({ name: z.string(), type: z.string().nullish(), value: z.coerce.number().nullish() }))
    .nullish(),
});
type CsgQuote = z.output<typeof CsgQuote>;

const CsgQuotes = z.union([z.array(CsgQuote), z.object({ quotes: z.array(CsgQuote) }).transform((all) => all.quotes)]);

const askedOf = (ask: QuoteAsk): Record<string, string> => ({
  zip5: ask.zip_code,
  age: String(ask.age),
  gender: ask.gender === 'female' ? 'F' : 'M',
  tobacco: ask.tobacco ? '1' : '0',
  plan: ask.plan,
  effective_date: ask.effective_date,
  apply_discounts: ask.household === true ? '1' : '0',
});

function discountWords({ name, type, value }: NonNullable<CsgQuote['discounts']>[number]): string {
  if (!value) return name;
  // A share comes as 0.07 or as 7.
  const percent = Math.round((value < 1 ? value * 100 : value) * 100) / 100;
  return type === 'percent' ? `${name} ${percent}%` : `${name} $${value}`;
}

const worded = (text: string | null | undefined): string | null => (text ?? '').trim() || null;

const toRated = ({ key, rate, company_base: company, discounts, select, rating_class }: CsgQuote): RatedQuote => ({
  key,
  company: [company.name, worded(rating_class), select === true ? 'network' : null].filter(Boolean).join(', '),
  monthlyCents: rate.month ?? null,
  annualCents: rate.annual ?? null,
  rating: worded(company.ambest_rating),
  discounts: (discounts ?? []).map(discountWords),
});

function csgSource(rest: CsgRest, key: string): RateSource {
  /** @throws {Refusal} as the source's. */
  const ratesFor = async (ask: QuoteAsk): Promise<CsgQuote[]> => {
    try {
      const found = await rest.read(key, 'med_supp/quotes.json', askedOf(ask), CsgQuotes);
      return found.filter(({ plan }) => plan === ask.plan);
    } catch (error) {
      if (!(error instanceof CsgRefusal)) throw error;
      throw refuseField('zip_code', `CSG has no rates for ZIP code ${ask.zip_code} at this age.`);
    }
  };
  return {
    name: NAME,
    sample: false,
    plans: async (zip, on) => {
      const usual = { zip_code: zip, age: USUAL_AGE, gender: 'female', tobacco: false } as const;
      const counts = await Promise.all(
        MEDIGAP_PLANS.map(async (plan) => {
          const rates = await ratesFor({ ...usual, plan, effective_date: on });
          return { plan, companies: new Set(rates.map(({ company_base }) => company_base.name)).size };
        }),
      );
      return counts.filter(({ companies }) => companies > 0);
    },
    quotes: async (ask) => {
      const rates = (await ratesFor(ask)).map(toRated);
      if (rates.length === 0) {
        throw refuseField('plan', `CSG has no ${planName(ask.plan)} rates for ZIP code ${ask.zip_code}.`);
      }
      return rates.toSorted(lowestFirst);
    },
  };
}

/** CSG's rates for an agency with a key, its own before the server's; sample rates for the others. */
export function csgQuotes({ baseUrl, apiKey }: CsgConfig, options: Omit<CsgRestOptions, 'baseUrl'> = {}): QuotePort {
  const rest = csgRest({ baseUrl, ...options });
  return {
    source: (own) => {
      const key = own ?? apiKey;
      return key === null ? SAMPLE_SOURCE : csgSource(rest, key);
    },
    takesKeys: true,
    tryKey: rest.opens,
    forgetKey: rest.forget,
  };
}
