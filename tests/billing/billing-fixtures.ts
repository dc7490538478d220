import type { BillingInfo, Plan, PlanPreview } from '#contract/billing.contract.ts';

export const plan = (differs: Partial<Plan> = {}): Plan => ({
  id: 2,
  key: 'team',
  name: 'Team',
  description: 'For agents who work below a manager.',
  price_cents: 4900,
  includes: ['Shared pools and transfers'],
  ...differs,
});

export const billing = (differs: Partial<BillingInfo> = {}): BillingInfo => ({
  'paid_user?': true,
  membership: { plan: plan(), status: 'active', period_ends_at: '2026-12-21T12:00:00.000Z', credit_cents: 0 },
  payment_infos: [{ id: 1, brand: 'visa', masked: '4242 •••• •••• ••••', exp_month: 4, exp_year: 2030 }],
  ...differs,
});

export const preview = (differs: Partial<PlanPreview> = {}): PlanPreview => ({
  plan: plan(),
  due_now_cents: 4900,
  credit_cents: 0,
  period_ends_at: '2026-12-21T12:00:00.000Z',
  ...differs,
});
