import type { PlanKind } from '#contract/plans/plan.contract.ts';

/** What a plan includes, counted. */
export const UNITS: Readonly<Record<PlanKind, { readonly one: 'segment' | 'minute'; readonly many: string }>> = {
  sms: { one: 'segment', many: 'segments' },
  dialer: { one: 'minute', many: 'minutes' },
};

export const KIND_LABELS: Readonly<Record<PlanKind, string>> = { sms: 'Texting', dialer: 'Phone' };
