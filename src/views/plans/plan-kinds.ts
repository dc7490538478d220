import {
  dialerPlans,
  dialerSubscriptions,
  type PlanEndpoints,
  smsPlans,
  smsSubscriptions,
} from '#contract/plans.contract.ts';
import { PLAN_KINDS, type PlanKind } from '#contract/plans/plan.contract.ts';
import { KIND_LABELS } from '#rules/plans/plan-words.ts';

/** The calls of each kind. */
export const CALLS: Readonly<Record<PlanKind, PlanEndpoints>> = { sms: smsSubscriptions, dialer: dialerSubscriptions };

/** The plans of each kind. */
export const PLANS: Readonly<Record<PlanKind, typeof smsPlans>> = { sms: smsPlans, dialer: dialerPlans };

/** The kinds as tabs. */
export const KINDS = PLAN_KINDS.map((key) => ({ key, label: KIND_LABELS[key] }));
