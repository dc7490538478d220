import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MEDIGAP_PLANS, type QuoteAsk } from '#contract/chat/reply.contract.ts';
import { placeOfZip } from '#rules/places/zip-codes.ts';
import { SAMPLE_SOURCE, sampleQuotes } from '../../server/adapters/quotes/sample-quotes.ts';
import { SAMPLE_COMPANIES } from '../../server/adapters/quotes/sample-rates/companies.ts';
import { SAMPLE_STATES } from '../../server/adapters/quotes/sample-rates/states.ts';

const ASK: QuoteAsk = {
  zip_code: '78664',
  age: 65,
  gender: 'female',
  tobacco: false,
  plan: 'G',
  effective_date: '2026-12-01',
};
const ZIPS = [
  '78664',
  '77002',
  '33133',
  '85001',
  '10001',
  '98101',
  '72201',
  '60601',
  '90001',
  '30303',
  '19103',
  '99501',
];

const asks = fc.record({
  zip_code: fc.constantFrom(...ZIPS),
  age: fc.integer({ min: 65, max: 100 }),
  gender: fc.constantFrom('female' as const, 'male' as const),
  tobacco: fc.boolean(),
  plan: fc.constantFrom('A' as const, 'G' as const, 'N' as const),
  effective_date: fc.constant('2026-12-01'),
  household: fc.boolean(),
});

const rates = async (ask: Partial<QuoteAsk>) => SAMPLE_SOURCE.quotes({ ...ASK, ...ask });
/** Cents a month by the key of the rate. */
const monthly = async (ask: Partial<QuoteAsk>) =>
  new Map((await rates(ask)).map((one) => [one.key, one.monthlyCents ?? 0]));
const holds = (check: (ask: QuoteAsk) => Promise<void>) =>
  fc.assert(fc.asyncProperty(asks, check), { numRuns: 200, seed: 8 });
const pricingAt = (zip: string) => SAMPLE_STATES.get(placeOfZip(zip)?.state ?? '')?.pricing;

describe('rates', () => {
  test('of the example are those of the design', async () => {
    const found = await rates({});

    expect(found).toHaveLength(11);
    expect(
      found.slice(0, 3).map(({ company, monthlyCents, annualCents }) => [company, monthlyCents, annualCents]),
    ).toEqual([
      ['Windlebury Mutual', 12_175, 146_100],
      ['Tallowbrook Life', 12_640, 151_680],
      ['Harborlight', 13_110, 157_320],
    ]);
  });

  test('come with the lowest first, whole cents and above nothing, the same at every ask', () =>
    holds(async (ask) => {
      const found = await rates(ask);
      const cents = found.map(({ monthlyCents }) => monthlyCents ?? 0);

      expect(cents).toEqual(cents.toSorted((a, b) => a - b));
      expect(cents.every((one) => Number.isInteger(one) && one > 0)).toBe(true);
      expect(await rates(ask)).toEqual(found);
    }));

  test('of a year are twelve months less what a company takes off for it, to the cent', () =>
    holds(async (ask) => {
      for (const { key, monthlyCents, annualCents } of await rates(ask)) {
        const company = SAMPLE_COMPANIES.find((one) => key.startsWith(`${one.key}-`));

        expect(annualCents).toBe(Math.round(((monthlyCents ?? 0) * 12 * (100 - (company?.yearly ?? 0))) / 100));
      }
    }));

  test('never fall with age', () =>
    holds(async (ask) => {
      const [now, later] = [await monthly(ask), await monthly({ ...ask, age: ask.age + 1 })];

      expect([...now].filter(([key, cents]) => (later.get(key) ?? 0) < cents)).toEqual([]);
    }));

  test('rise with every year of age where they follow it', async () => {
    const windlebury = async (age: number) => (await monthly({ age })).get('windlebury-G') ?? 0;
    const ages = Array.from({ length: 30 }, (_, at) => 65 + at);
    const cents = await Promise.all(ages.map(windlebury));

    expect(cents.every((one, at) => at === 0 || one > (cents[at - 1] ?? 0))).toBe(true);
  });

  test('are never lower with tobacco', () =>
    holds(async (ask) => {
      const [without, withIt] = [await monthly({ ...ask, tobacco: false }), await monthly({ ...ask, tobacco: true })];

      expect([...without].filter(([key, cents]) => (withIt.get(key) ?? 0) < cents)).toEqual([]);
    }));

  test('are never higher with the household discount', () =>
    holds(async (ask) => {
      const [alone, together] = [
        await monthly({ ...ask, household: false }),
        await monthly({ ...ask, household: true }),
      ];

      expect([...alone].filter(([key, cents]) => (together.get(key) ?? 0) > cents)).toEqual([]);
    }));

  test('are the same for everybody where the state wants one rate', () =>
    holds(async (ask) => {
      if (pricingAt(ask.zip_code) !== 'community') return;
      const other = { ...ask, age: 65, gender: 'female', tobacco: false } as const;

      expect(await monthly(ask)).toEqual(await monthly(other));
    }));
});

describe('refusals', () => {
  test.each([
    ['a ZIP code of no state', { zip_code: '00901' }, 'zip_code', 'The sample table has no rates for ZIP code 00901.'],
    [
      'under 65 where nobody sells',
      { zip_code: '35203', age: 60 },
      'age',
      'No company in the sample table sells to people under 65 in Alabama.',
    ],
    ['under 65 where one plan is sold', { age: 60 }, 'plan', 'In Texas, people under 65 can buy Plan A only.'],
    [
      'a plan that nobody sells',
      { zip_code: '99501', plan: 'M' as const },
      'plan',
      'No company in the sample table sells Plan M in Alaska.',
    ],
  ])('%s', async (_, ask, field, message) => {
    await expect(rates(ask)).rejects.toMatchObject({ code: 'refused', fields: { [field]: [message] } });
  });

  test('sample rates take no key', async () => {
    await expect(sampleQuotes.tryKey('any')).rejects.toMatchObject({ code: 'conflict' });
  });
});

test('under 65 rates are higher where the table has them', async () => {
  const [younger, older] = [await monthly({ plan: 'A', age: 60 }), await monthly({ plan: 'A' })];

  expect([...older].every(([key, cents]) => (younger.get(key) ?? 0) > cents)).toBe(true);
});

test('plans at a ZIP code are those that companies have rates for', async () => {
  const plans = await SAMPLE_SOURCE.plans('78664', '2026-12-01');
  const counts = await Promise.all(plans.map(async ({ plan }) => (await rates({ plan })).length));

  expect(plans.map(({ companies }) => companies)).toEqual(counts);
  expect(plans.map(({ plan }) => plan)).toEqual(MEDIGAP_PLANS.filter((plan) => plans.some((one) => one.plan === plan)));
});

test('the table is whole: every state has its terms, no company two names, every rate is a plan', () => {
  const codes = new Set(SAMPLE_COMPANIES.flatMap(({ states }) => [...states]));

  expect([...codes].filter((code) => !SAMPLE_STATES.has(code))).toEqual([]);
  expect(new Set(SAMPLE_COMPANIES.map(({ name }) => name)).size).toBe(14);
  expect(
    SAMPLE_COMPANIES.flatMap(({ rates: own }) => [...own.keys()]).filter((plan) => !MEDIGAP_PLANS.includes(plan)),
  ).toEqual([]);
});
