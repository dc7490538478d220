import {
  bulkSubscribeMaxPlus,
  cancelMaxPlus,
  cancelMaxPlusForUser,
  type ManageableUser,
  type MaxPlusOffer,
  type MaxPlusPlan,
  type MaxPlusSubscription,
  subscribeMaxPlus,
} from '#contract/max-plus.contract.ts';
import { planName } from '#rules/max-plus/max-plus-change.ts';
import { tierPrice } from '#rules/max-plus/max-plus-prices.ts';
import type { PlanChange } from '../../machines/plans/plan-change-context.ts';

/** What each plan opens (platform §6). */
export const OPENS: Readonly<Record<MaxPlusPlan, readonly string[]>> = {
  standard: ['Workflows'],
  premium: ['Workflows', 'Text messages, broadcasts by text and phone verifications'],
};

/** `$5/mo`: whole dollars, as the specification has them. */
export const monthly = (plan: MaxPlusPlan): string => `$${tierPrice(plan)}/mo`;

export const planWord = (plan: MaxPlusPlan | null): string => (plan === null ? 'None' : planName(plan));

export const VERBS: Readonly<Record<MaxPlusOffer['effect'], (plan: MaxPlusPlan) => string>> = {
  open: (plan) => `Subscribe to ${planName(plan)}`,
  upgrade: (plan) => `Upgrade to ${planName(plan)}`,
  downgrade: (plan) => `Change to ${planName(plan)}`,
  resume: (plan) => `Keep ${planName(plan)}`,
  refused: (plan) => `Subscribe to ${planName(plan)}`,
};

function about({ plan, effect }: MaxPlusOffer, until: string): readonly string[] {
  switch (effect) {
    case 'upgrade':
      return [`You pay the difference for the rest of this month, then ${monthly(plan)} from ${until}.`];
    case 'downgrade':
      return [`Premium lasts until ${until}. From then on you pay ${monthly(plan)}.`];
    case 'resume':
      return [`It renews on ${until} for ${monthly(plan)}.`];
    default:
      return [`It renews every month for ${monthly(plan)}. You can cancel anytime.`];
  }
}

const priceOf = (cents: number, card: string | null) => ({
  dueNowCents: cents,
  renewalCents: null,
  days: null,
  card,
});

/** A choice for oneself. */
export const ownChange = (offer: MaxPlusOffer, card: string | null, until: string): PlanChange => ({
  call: { endpoint: subscribeMaxPlus, body: { payment_type: 'credit_card', plan: offer.plan }, isPriced: true },
  price: priceOf(offer.due_now_cents, card),
  title: `${VERBS[offer.effect](offer.plan)}?`,
  about: about(offer, until),
  confirm: VERBS[offer.effect](offer.plan),
  done: offer.effect === 'downgrade' ? `Standard starts ${until}.` : `You have Max Plus ${planName(offer.plan)}.`,
});

export const ownEnd = ({ status, plan }: MaxPlusSubscription, until: string): PlanChange => ({
  call: { endpoint: cancelMaxPlus },
  price: priceOf(0, null),
  title: 'Cancel Max Plus?',
  about: [
    status === 'past_due'
      ? "This month isn't paid, so Max Plus ends now."
      : `${planName(plan)} lasts until ${until}. You won't be charged again.`,
  ],
  confirm: 'Cancel Max Plus',
  done: status === 'past_due' ? 'Max Plus has ended.' : `Max Plus ends ${until}.`,
  isEnd: true,
});

export const people = (count: number): string => (count === 1 ? '1 person' : `${count} people`);

const offerFor = ({ offers }: ManageableUser, plan: MaxPlusPlan) => offers.find((offer) => offer.plan === plan);

/** People who can't get a plan, with the reason. */
export const refusedFor = (users: readonly ManageableUser[], plan: MaxPlusPlan): readonly string[] =>
  users.flatMap((user) => {
    const refusal = offerFor(user, plan)?.refusal ?? '';
    return refusal === '' ? [] : [`${user.name}: ${refusal}`];
  });

export const centsFor = (users: readonly ManageableUser[], plan: MaxPlusPlan): number =>
  users.reduce((sum, user) => sum + (offerFor(user, plan)?.due_now_cents ?? 0), 0);

export function bulkChange(users: readonly ManageableUser[], plan: MaxPlusPlan, card: string | null): PlanChange {
  const who = users.length === 1 ? (users[0]?.name ?? '') : people(users.length);
  return {
    call: {
      endpoint: bulkSubscribeMaxPlus,
      body: { user_ids: users.map(({ id }) => id), plan },
      isPriced: true,
    },
    price: priceOf(centsFor(users, plan), card),
    title: `${planName(plan)} for ${who}?`,
    about: [`Each renews every month for ${monthly(plan)}, charged to your card. You can cancel anytime.`],
    confirm: `Subscribe ${who}`,
    done: `${planName(plan)} is set for ${who}.`,
  };
}

export const endFor = ({ id, name }: ManageableUser, subscription: MaxPlusSubscription, until: string): PlanChange => ({
  call: { endpoint: cancelMaxPlusForUser, body: { user_id: id } },
  price: priceOf(0, null),
  title: `Cancel Max Plus for ${name}?`,
  about: [
    subscription.status === 'past_due'
      ? "This month isn't paid, so Max Plus ends now."
      : `${planName(subscription.plan)} lasts until ${until}. You won't be charged for it again.`,
  ],
  confirm: 'Cancel Max Plus',
  done: `Max Plus ends for ${name}.`,
  isEnd: true,
});
