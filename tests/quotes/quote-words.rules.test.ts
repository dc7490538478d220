import { describe, expect, test } from 'vitest';
import { MEDIGAP_PLANS, type ReplyMetadata } from '#contract/chat/reply.contract.ts';
import { buyerMust, planDetails } from '#rules/insurance/medigap-plans.ts';
import { quoteNote } from '#rules/insurance/quote-note.ts';
import { annualRate, monthlyRate, quoteTerms, rateSource } from '#rules/insurance/quote-words.ts';
import { placeOfZip } from '#rules/places/zip-codes.ts';

describe('rates in words', () => {
  test('have two decimals and their time', () => {
    expect([monthlyRate({ monthly_rate: 121.75 }), annualRate({ annual_rate: 1461 })]).toEqual([
      '$121.75/mo',
      '$1,461.00/yr',
    ]);
  });

  test('are N/A when they are missing', () => {
    expect([monthlyRate({ monthly_rate: null }), annualRate({ annual_rate: null })]).toEqual(['N/A', 'N/A']);
  });

  test('say where they come from, in one line', () => {
    expect([
      rateSource({ name: 'Sample rates', sample: true }, 'Today 4:17 PM'),
      rateSource({ name: 'CSG Actuarial', sample: false }, '11/20/2026'),
    ]).toEqual([
      'Sample rates of today 4:17 PM. A carrier confirms the final price.',
      'CSG Actuarial, 11/20/2026. A carrier confirms the final price.',
    ]);
  });

  test('name rating and discounts', () => {
    expect(quoteTerms({ rating: 'A', discounts: ['household 7%'] })).toBe('A, household 7%');
    expect(quoteTerms({ rating: null, discounts: [] })).toBe('not rated, no discount');
  });
});

describe('a note of rates', () => {
  const answer: ReplyMetadata = {
    quotes: [
      {
        company: 'Windlebury Mutual',
        monthly_rate: 121.75,
        annual_rate: 1461,
        rating: 'A',
        discounts: ['household 7%'],
      },
      { company: 'Tallowbrook Life', monthly_rate: 126.4, annual_rate: null, rating: 'A-', discounts: [] },
    ],
    plan_type: 'Plan G',
    quote_ask: {
      zip_code: '78664',
      age: 65,
      gender: 'female',
      tobacco: false,
      plan: 'G',
      effective_date: '2026-12-01',
    },
    quote_source: { name: 'Sample rates', sample: true, at: '2026-11-21T17:00:00Z', place: 'Round Rock, TX' },
    assumptions: ['no tobacco'],
  };

  test('says for whom, what, what was assumed and where it comes from', () => {
    expect(quoteNote(answer, 'America/Chicago')).toBe(
      [
        'Quote for Plan G in Round Rock, TX (78664): woman, 65, no tobacco, from 12/01/2026.',
        'Windlebury Mutual: $121.75/mo, $1,461.00/yr (A, household 7%)',
        'Tallowbrook Life: $126.40/mo, N/A (A-, no discount)',
        'Assumed: no tobacco.',
        'Source: Sample rates, 11/21/2026: no carrier sells at these rates. A carrier confirms the final price.',
      ].join('\n'),
    );
  });

  test('has the day of the one who writes it, also in the evening', () => {
    const quote_source = { name: 'Sample rates', sample: true, at: '2026-11-22T05:10:00Z', place: '' };
    expect(quoteNote({ ...answer, quote_source }, 'America/Chicago')).toContain('Sample rates, 11/21/2026:');
  });

  test('is none where there are no rates', () => {
    expect(quoteNote({ ...answer, quotes: [] }, 'America/Chicago')).toBe(null);
  });
});

describe('who may buy the plans that pay the Part B deductible', () => {
  const EITHER = 'turned 65 or had Medicare before 2020';
  const EARLY = 'had Medicare before 2020';

  test.each([
    [71, '2026-12-01', EITHER],
    [70, '2026-12-01', EARLY],
    [72, '2026-12-01', ''],
    [71, '2026-12-30', EITHER],
    [71, '2026-12-31', EARLY],
    [72, '2026-12-31', ''],
    [60, '2026-12-01', EARLY],
  ])('%i on %s: %s', (age, on, must) => {
    expect(buyerMust('F', age, on)).toBe(must);
  });

  test('a day of birth tells when they turned 65, and not whether they had Medicare before', () => {
    expect([
      buyerMust('F', 71, '2026-12-01', '1954-12-20'),
      buyerMust('F', 71, '2026-12-01', '1955-01-01'),
      buyerMust('C', 60, '2026-12-01', '1966-01-01'),
    ]).toEqual(['', EARLY, EARLY]);
  });

  test('others are there for everybody', () => {
    expect(buyerMust('G', 66, '2026-12-01')).toBe('');
  });
});

test('every plan has the nine benefits of the table', () => {
  for (const plan of MEDIGAP_PLANS) expect(planDetails(plan).benefits.length).toBeGreaterThanOrEqual(9);
});

test.each([
  ['78664', 'Round Rock, TX'],
  ['78701', 'the Austin area, TX'],
  ['99701', 'Alaska'],
  ['05501', 'Massachusetts'],
  ['00901', undefined],
])('%s lies in %s', (zip, name) => {
  expect(placeOfZip(zip)?.name).toBe(name);
});
