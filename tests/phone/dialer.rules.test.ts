import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Minutes } from '#contract/phone/call.contract.ts';
import { DIALER_ORDER_TYPES } from '#contract/session.contract.ts';
import { dialerAvailability, type DialerFacts, minutesSource, quota, subscriptionType } from '#rules/phone/dialer.ts';

const SELF = { active: true, order_type: 'self_pay' } as const;
const MANAGER = { active: true, order_type: 'manager_pay' } as const;
const COMPANY = { active: true, order_type: 'company' } as const;

const facts = (differs: Partial<DialerFacts> = {}): DialerFacts => ({
  mustChangePassword: false,
  mustUseTwoFactor: false,
  verifiedNumber: '+18135550107',
  enabled: false,
  subscription: MANAGER,
  companySubscription: null,
  license: { paid: true },
  ...differs,
});

const minutes = (differs: Partial<Minutes> = {}): Minutes => ({
  source: 'manager',
  used: 212,
  allocation: 500,
  paid: true,
  renews_on: '2026-12-01',
  manager: { id: 3, name: 'Marcus Ellery' },
  requested: null,
  ...differs,
});

describe('the dialer', () => {
  test.each([
    ['a manager pays and the license is paid for', {}],
    ['somebody pays for themselves', { subscription: SELF, license: null }],
    ['it is switched on for them', { subscription: null, license: null, enabled: true }],
    ['it is switched on, whatever is unpaid', { license: { paid: false }, enabled: true }],
  ])('is there when %s', (_when, differs) => {
    expect(dialerAvailability(facts(differs))).toEqual({ available: true });
  });

  test.each([
    ['Change your password first.', { mustChangePassword: true, enabled: true }],
    ['Set up two-factor sign-in first.', { mustUseTwoFactor: true, enabled: true }],
    ["You don't have a verified phone number yet.", { verifiedNumber: null, enabled: true }],
    ["Your manager hasn't paid for your phone license yet.", { license: { paid: false } }],
    ["Your manager hasn't paid for your phone license yet.", { license: null }],
    ["Your phone subscription isn't active.", { subscription: { ...SELF, active: false } }],
    ["Your phone subscription isn't active.", { subscription: { ...MANAGER, active: false } }],
    ["You don't have a phone subscription.", { subscription: null }],
    ["Your company's plan doesn't include your phone yet.", { subscription: null, companySubscription: COMPANY }],
  ])('is not there: %s', (reason, differs) => {
    expect(dialerAvailability(facts(differs))).toEqual({ available: false, reason });
  });
});

describe('who pays', () => {
  test.each([
    ['company', { companySubscription: COMPANY }],
    ['company', { companySubscription: COMPANY, subscription: SELF }],
    ['manager', {}],
    ['manager', { companySubscription: { ...COMPANY, active: false } }],
    ['self', { subscription: SELF }],
    [null, { subscription: { ...SELF, active: false } }],
    [null, { subscription: null }],
  ])('is %s', (payer, differs) => {
    expect(subscriptionType(facts(differs))).toBe(payer);
  });

  test('is nobody where it is switched on for a person', () => {
    expect(minutesSource(facts({ enabled: true, companySubscription: COMPANY }))).toBe('enabled');
  });
});

const OVER = {
  allowed: false,
  reason: 'Please request additional minutes from your manager.',
  result: 'Over minutes allocated',
};

describe('the next call', () => {
  test.each([
    ['at the allocation', { used: 500 }],
    ['above it', { used: 501 }],
    ['with an unpaid license', { paid: false }],
    ['without any minutes', { used: 0, allocation: 0 }],
  ])('is refused %s', (_when, differs) => {
    expect(quota(minutes(differs))).toEqual(OVER);
  });

  test.each([
    [{ used: 449 }, null],
    [{ used: 450 }, '50 minutes left this month.'],
    [{ used: 499 }, '1 minute left this month.'],
    [{ used: 9_999, source: 'enabled', allocation: 500, paid: false }, null],
    [{ used: 9_999, source: 'self', allocation: null }, null],
    [{ used: 600, source: 'self' }, "You've used all minutes this month."],
    [{ used: 500, source: 'company' }, "You've used all minutes this month."],
  ] as const)('may begin with %o: %s', (differs, warning) => {
    expect(quota(minutes(differs))).toEqual({ allowed: true, warning });
  });

  test('of a manager-paid user at or above the allocation, or without a paid license, never begins', () => {
    const subscription = (types: readonly (typeof DIALER_ORDER_TYPES)[number][]) =>
      fc.option(fc.record({ active: fc.boolean(), order_type: fc.constantFrom(...types) }));
    const person = fc.record<DialerFacts>({
      mustChangePassword: fc.boolean(),
      mustUseTwoFactor: fc.boolean(),
      verifiedNumber: fc.option(fc.constant('+18135550107')),
      enabled: fc.boolean(),
      subscription: subscription(['manager_pay', 'self_pay']),
      companySubscription: subscription(['company']),
      license: fc.option(fc.record({ paid: fc.boolean() })),
    });
    const spent = fc.record({ used: fc.nat(1_000), allocation: fc.nat(1_000) });

    fc.assert(
      fc.property(person, spent, (someone, { used, allocation }) => {
        const source = minutesSource(someone);
        const paid = source !== 'manager' || someone.license?.paid === true;
        const mayDial =
          dialerAvailability(someone).available &&
          source !== null &&
          quota(minutes({ source, used, allocation, paid })).allowed;
        const managerPays =
          !someone.enabled &&
          !someone.companySubscription?.active &&
          someone.subscription?.active === true &&
          someone.subscription.order_type === 'manager_pay';
        return !(mayDial && managerPays && (used >= allocation || someone.license?.paid !== true));
      }),
      { numRuns: 2_000 },
    );
  });

  test('is there for nobody without a source of minutes', () => {
    // Every dialer has a payer: `quota` always applies.
    const order = fc.option(fc.record({ active: fc.boolean(), order_type: fc.constantFrom(...DIALER_ORDER_TYPES) }));
    fc.assert(
      fc.property(order, order, fc.boolean(), fc.boolean(), (subscription, companySubscription, enabled, paid) => {
        const someone = facts({ subscription, companySubscription, enabled, license: { paid } });
        return !dialerAvailability(someone).available || minutesSource(someone) !== null;
      }),
    );
  });
});
