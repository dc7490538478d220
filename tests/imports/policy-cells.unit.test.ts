import { expect, test } from 'vitest';
import {
  premiumModeOf,
  readPolicyStatus,
  readPolicyType,
  readPremium,
  readPremiumMode,
} from '#rules/imports/policy-cells.ts';

test.each([
  ['120.5', 12_050, null],
  ['$1,204.50', 120_450, null],
  ['1.204,50', 120_450, null],
  ['45,20', 4_520, null],
  ['1,204', 120_400, null],
  ['45.199999', 4_520, null],
  ['.50', 50, null],
  ['0', 0, null],
  ['USD 45', 4_500, null],
  ['$45.20/mo', 4_520, 'month'],
  ['45.20 per month', 4_520, 'month'],
  ['$540 annually', 54_000, 'year'],
  ['$ 300 semi-annual', 30_000, 'half_year'],
])('reads the premium %s', (written, cents, period) => {
  expect(readPremium(written)).toEqual({ cents, period });
});

test.each(['abc', '-5', '1.204', '€45', '45 or 50', '$45 bank draft', '1,2,3', '9999999999', ''])(
  'leaves %s unread as a premium',
  (written) => {
    expect(readPremium(written)).toBeNull();
  },
);

test('reads modes, types and statuses, and no others', () => {
  expect(['Monthly', 'Qtrly', 'Semi-Annual', 'Jährlich', 'Single Pay', 'EFT'].map(readPremiumMode)).toEqual([
    'month',
    'quarter',
    'half_year',
    'year',
    'once',
    null,
  ]);
  expect(
    ['MAPD', 'Med Supp', 'PDP', 'Whole Life', 'Final Expense Whole Life', 'Dental', 'ACA', 'Cancer', 'Medicare'].map(
      readPolicyType,
    ),
  ).toEqual([
    'medicare_advantage',
    'medicare_supplement',
    'part_d',
    'life',
    'final_expense',
    'dental_vision',
    'health',
    'other',
    null,
  ]);
  expect(['In Force', 'Pending', 'Canceled', 'Cancelled', 'Lapsed', 'Quote', 'Replaced'].map(readPolicyStatus)).toEqual(
    ['active', 'applied', 'cancelled', 'cancelled', 'lapsed', 'quoted', null],
  );
});

test('takes the mode from the header of a premium', () => {
  expect(
    ['Monthly Premium', 'Jahresbeitrag', 'Semi-Annual Premium', 'Prime trimestrielle', 'Premium'].map(premiumModeOf),
  ).toEqual(['month', 'year', 'half_year', 'quarter', null]);
});
