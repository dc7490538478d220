import { expect, test } from 'vitest';
import type { Movement } from '../../server/adapters/payments/payments.ts';
import { compare } from '../../server/features/wallets/reconciliation/compare.ts';

const DAY = { from: new Date('2026-11-20T00:00:00Z'), until: new Date('2026-11-21T00:00:00Z') };
const NOON = new Date('2026-11-20T12:00:00Z');
const BEFORE = new Date('2026-11-19T23:59:59Z');

const ours = (ref: string, cents = 2_500, at = NOON) => ({ ref, cents, at });
const theirs = (ref: string, cents = 2_500, at = NOON): Movement => ({
  ref,
  cents,
  at,
  customerRef: 'cus_1',
  chargeRef: null,
});

test('payments that both sides have are compared once each', () => {
  const found = compare(DAY, [ours('a'), ours('b', -700)], [theirs('b', -700), theirs('a')]);

  expect(found).toEqual({ payments: 2, differences: [] });
});

test.each([
  ['that only the provider has', [], [theirs('a')], { kind: 'not_recorded', ours: null, theirs: 25 }],
  ['that only the history has', [ours('a')], [], { kind: 'not_at_provider', ours: 25, theirs: null }],
  ['of another amount', [ours('a')], [theirs('a', 2_600)], { kind: 'amount', ours: 25, theirs: 26 }],
  ['given back in full', [ours('a', -1)], [theirs('a', 1)], { kind: 'amount', ours: -0.01, theirs: 0.01 }],
] as const)('a payment %s is a difference', (_name, recorded, moved, difference) => {
  expect(compare(DAY, recorded, moved)).toEqual({ payments: 1, differences: [{ ...difference, record: 'a' }] });
});

test('midnight between the two sides is no difference', () => {
  expect(compare(DAY, [ours('a')], [theirs('a', 2_500, BEFORE)])).toEqual({ payments: 1, differences: [] });
  expect(compare(DAY, [ours('a', 2_500, DAY.until)], [theirs('a')])).toEqual({ payments: 1, differences: [] });
});

test('what both sides did on another day belongs to that day', () => {
  const found = compare(DAY, [ours('a', 1, BEFORE), ours('b', 1, DAY.until)], [theirs('a', 2, BEFORE)]);

  expect(found).toEqual({ payments: 0, differences: [] });
});
