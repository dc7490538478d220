import type { CancelType, OrderType, PlanKind, PlanSubscription, UsagePlan } from '#contract/plans/plan.contract.ts';
import type { PlanChange, PlanPrice } from '../../machines/plans/plan-change-context.ts';
import { CALLS } from './plan-kinds.ts';
import { includes, licensesOf, monthly, untilOf } from './plan-page-words.ts';

const FREE: PlanPrice = { dueNowCents: 0, renewalCents: null, days: null, card: null };

interface Start {
  readonly plan: UsagePlan;
  readonly type: OrderType;
  readonly quantity: number;
  /** The company's plan waits for an administrator, who pays. */
  readonly isRequest: boolean;
}

/** A new subscription, or a request for the company's. */
export function start(kind: PlanKind, { plan, type, quantity, isRequest }: Start): PlanChange {
  const count = type === 'manager_pay' ? ` with ${licensesOf(quantity)}` : '';
  return {
    call: {
      endpoint: CALLS[kind].create,
      body: { plan_id: plan.id, order_type: type, quantity },
      isPriced: true,
    },
    price: null,
    preview: { endpoint: CALLS[kind].preview, body: { plan_id: plan.id, quantity } },
    title: isRequest ? `Request ${plan.name} for your company?` : `Subscribe to ${plan.name}${count}?`,
    about: isRequest
      ? [`An administrator has to approve it and pays ${monthly(plan.price_cents)}. You aren't charged.`]
      : [`${includes(kind, plan.allocation)}. It renews on the first of each month. You can cancel anytime.`],
    confirm: isRequest ? 'Send request' : 'Subscribe',
    done: isRequest ? 'Request sent.' : `You're subscribed to ${plan.name}.`,
    ...(isRequest && { isRequest }),
  };
}

/** Another plan for a subscription. */
export const switchTo = (kind: PlanKind, subscription: PlanSubscription, plan: UsagePlan): PlanChange => ({
  call: {
    endpoint: CALLS[kind].update,
    params: { id: subscription.id },
    body: { plan_id: plan.id },
    isPriced: true,
  },
  price: null,
  preview: { endpoint: CALLS[kind].preview, body: { subscription_id: subscription.id, plan_id: plan.id } },
  title: `Change to ${plan.name}?`,
  about: [
    `${includes(kind, plan.allocation)}, instead of ${subscription.plan.name}. The change takes effect now.`,
    ...(plan.price_cents < subscription.plan.price_cents
      ? ['What you already paid is credited to your next months.']
      : []),
  ],
  confirm: 'Change plan',
  done: `Your plan is now ${plan.name}.`,
});

/** More licenses now, fewer from the next month on, or as many as now after all. */
export function resize(kind: PlanKind, subscription: PlanSubscription, quantity: number): PlanChange {
  const { id, quantity: before, plan } = subscription;
  if (quantity === before)
    return {
      call: { endpoint: CALLS[kind].update, params: { id }, body: { quantity } },
      price: { ...FREE, renewalCents: plan.price_cents * quantity },
      title: `Keep ${licensesOf(quantity)}?`,
      about: ["Next month you'll have as many as now."],
      confirm: 'Keep licenses',
      done: `You keep ${licensesOf(quantity)}.`,
    };
  const isMore = quantity > before;
  return {
    call: isMore
      ? {
          endpoint: CALLS[kind].orderLicenses,
          body: { subscription_id: id, quantity: quantity - before },
          isPriced: true,
        }
      : { endpoint: CALLS[kind].update, params: { id }, body: { quantity }, isPriced: true },
    price: null,
    preview: { endpoint: CALLS[kind].preview, body: { subscription_id: id, quantity } },
    title: isMore ? `Add ${licensesOf(quantity - before)}?` : `Reduce to ${licensesOf(quantity)}?`,
    about: [
      isMore
        ? `You'll have ${licensesOf(quantity)}. You can give the new ones to people right away.`
        : `You keep ${licensesOf(before)} until ${untilOf(subscription)}.`,
    ],
    confirm: isMore ? 'Add licenses' : 'Reduce licenses',
    done: isMore ? `${licensesOf(quantity - before)} added.` : `You'll have ${licensesOf(quantity)} from next month.`,
  };
}

/** Takes a cancellation back. */
export const keep = (kind: PlanKind, subscription: PlanSubscription): PlanChange => ({
  call: { endpoint: CALLS[kind].update, params: { id: subscription.id }, body: { keep: true } },
  price: { ...FREE, renewalCents: subscription.renewal_cents },
  title: `Keep ${subscription.plan.name}?`,
  about: [`It renews on ${untilOf(subscription)}.`],
  confirm: 'Keep plan',
  done: `${subscription.plan.name} renews on ${untilOf(subscription)}.`,
});

/** The end of a subscription, or of a request for one. */
export function end(kind: PlanKind, subscription: PlanSubscription, type: CancelType): PlanChange {
  const { id, plan, status } = subscription;
  const isRequest = status === 'pending';
  const isLater = type === 'period_end';
  return {
    call: { endpoint: CALLS[kind].cancel, params: { id }, body: { type } },
    price: FREE,
    title: isRequest ? `Withdraw the request for ${plan.name}?` : `Cancel ${plan.name}${isLater ? '' : ' now'}?`,
    about: isRequest
      ? ['No one was charged.']
      : isLater
        ? [`It lasts until ${untilOf(subscription)}. You won't be charged again.`]
        : ['It ends immediately. You get no refund for the rest of this month.'],
    confirm: isRequest ? 'Withdraw request' : isLater ? 'Cancel plan' : 'Cancel now',
    done: isRequest
      ? 'Request withdrawn.'
      : isLater
        ? `${plan.name} ends on ${untilOf(subscription)}.`
        : `${plan.name} has ended.`,
    isEnd: true,
  };
}

/** An administrator's approval of the company's request, paid with their card. */
export const approve = (kind: PlanKind, { id, plan }: PlanSubscription): PlanChange => ({
  call: { endpoint: CALLS[kind].activate, body: { id }, isPriced: true },
  price: null,
  preview: { endpoint: CALLS[kind].preview, body: { subscription_id: id } },
  title: `Approve ${plan.name} for your company?`,
  about: ['Your card pays for it each month. Everyone in your company can use it.'],
  confirm: 'Approve',
  done: `Your company is subscribed to ${plan.name}.`,
});

/** An administrator's refusal of the company's request. */
export const decline = (kind: PlanKind, { id, plan }: PlanSubscription): PlanChange => ({
  call: { endpoint: CALLS[kind].cancelAny, body: { id, type: 'now' } },
  price: FREE,
  title: `Decline ${plan.name}?`,
  about: ['No one was charged.'],
  confirm: 'Decline',
  done: 'Request declined.',
  isEnd: true,
});
