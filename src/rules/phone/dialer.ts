import { type Minutes, MINUTES_WARNING } from '#contract/phone/call.contract.ts';
import type { DialerSubscription } from '#contract/session.contract.ts';

type Subscription = Pick<DialerSubscription, 'active' | 'order_type'>;

/** Facts that decide whether a user has a dialer, and who pays. */
export interface DialerFacts {
  readonly mustChangePassword: boolean;
  /** Two-factor is required and not set up. */
  readonly mustUseTwoFactor: boolean;
  /** E.164; `null`: none. */
  readonly verifiedNumber: string | null;
  readonly enabled: boolean;
  /** Their own; `null`: none. */
  readonly subscription: Subscription | null;
  readonly companySubscription: Subscription | null;
  /** `null`: no manager has taken one out for them. */
  readonly license: { readonly paid: boolean } | null;
}

export type DialerAvailability = { readonly available: true } | { readonly available: false; readonly reason: string };

const AVAILABLE: DialerAvailability = { available: true };
const absent = (reason: string): DialerAvailability => ({ available: false, reason });

const isActive = (subscription: Subscription | null, type: Subscription['order_type']) =>
  subscription !== null && subscription.active && subscription.order_type === type;

/**
 * Returns whether a user has a dialer, otherwise the first obstacle with its sentence. Source: core §4, Dialer
 * availability.
 */
export function dialerAvailability(facts: DialerFacts): DialerAvailability {
  if (facts.mustChangePassword) return absent('Change your password first.');
  if (facts.mustUseTwoFactor) return absent('Set up two-factor sign-in first.');
  if (facts.verifiedNumber === null) return absent("You don't have a verified phone number yet.");
  if (facts.enabled || isActive(facts.subscription, 'self_pay')) return AVAILABLE;
  if (isActive(facts.subscription, 'manager_pay')) {
    return facts.license?.paid ? AVAILABLE : absent("Your manager hasn't paid for your phone license yet.");
  }
  if (facts.subscription !== null) return absent("Your phone subscription isn't active.");
  if (isActive(facts.companySubscription, 'company'))
    return absent("Your company's plan doesn't include your phone yet.");
  return absent("You don't have a phone subscription.");
}

/** Payer, with or without a dialer. `null`: none. Source: core §4, subscription type. */
export function subscriptionType({
  subscription,
  companySubscription,
}: Pick<DialerFacts, 'subscription' | 'companySubscription'>): Exclude<Minutes['source'], 'enabled'> | null {
  if (isActive(companySubscription, 'company')) return 'company';
  if (isActive(subscription, 'manager_pay')) return 'manager';
  return isActive(subscription, 'self_pay') ? 'self' : null;
}

/**
 * Account that a call's minutes count against: none if the dialer is switched on for the user; the company's if it
 * pays, even if the user has a license from a manager.
 */
export const minutesSource = (facts: DialerFacts): Minutes['source'] | null =>
  facts.enabled ? 'enabled' : subscriptionType(facts);

export type Quota =
  /** `warning`: they end soon, in words; `null`: not yet. */
  | { readonly allowed: true; readonly warning: string | null }
  | { readonly allowed: false; readonly reason: string; readonly result: typeof OVER_MINUTES };

/** Message that blocks a call without minutes. Source: core §5. */
export const OUT_OF_MINUTES = 'Please request additional minutes from your manager.';
/** The result code of such a call. Source: core §8. */
export const OVER_MINUTES = 'Over minutes allocated';

/** Returns whether the next call may start; a call in progress is never cut off. Source: core §5. */
export function quota({ source, used, allocation, paid }: Minutes): Quota {
  if (source === 'manager' && (!paid || allocation === null || used >= allocation)) {
    return { allowed: false, reason: OUT_OF_MINUTES, result: OVER_MINUTES };
  }
  if (source === 'enabled' || allocation === null || used < allocation * MINUTES_WARNING) {
    return { allowed: true, warning: null };
  }
  return { allowed: true, warning: leftSentence(allocation - used) };
}

function leftSentence(left: number): string {
  if (left <= 0) return "You've used all minutes this month.";
  return left === 1 ? '1 minute left this month.' : `${left} minutes left this month.`;
}
