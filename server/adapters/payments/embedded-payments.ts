import { createHash } from 'node:crypto';
import { changeDue, monthDue, type Period, periodAround, shareLeft } from '#rules/billing/billing-period.ts';
import { isExpired, maskNumber, parseExpiry, TEST_CARDS, type TestCard } from '#rules/billing/payment-cards.ts';
import {
  type Card,
  Decline,
  NotSigned,
  type Payments,
  type Quote,
  type Quoted,
  type Settled,
  type Subscription,
} from './payments.ts';

/** Answers of cards that pay; the bank disputes the payments of two of them. */
type Paying = 'pays' | 'disputedLost' | 'disputedWon';

/** How the names of payments begin that the bank will dispute. */
export const DISPUTED = { disputedLost: 'ch_lost_demo_', disputedWon: 'ch_won_demo_' } as const;

const REFUSED: Readonly<Record<Exclude<TestCard['answer'], Paying>, string>> = {
  declined: "Your card was declined. You weren't charged.",
  insufficient: "Your card has insufficient funds. You weren't charged.",
  expired: 'Your card has expired. Use a different card.',
};

const NOT_OPEN = "Payments aren't set up on this server. Contact your administrator.";

/** Ours: far enough away for a card that came by its bare token. */
const FAR_EXPIRY = { month: 12, year: 2049 };

export interface EmbeddedOptions {
  readonly now: () => Date;
  /** False: takes no cards, since play money opens nothing in production. */
  readonly open: boolean;
}

/**
 * Play money without a network: test cards by their token, `pm_card_visa` or with an expiry `pm_card_visa_0430`. It
 * keeps nothing: the same key always gets the same answer.
 */
export function embeddedPayments({ now, open }: EmbeddedOptions): Payments {
  const requireOpen = () => {
    if (!open) throw new Decline(NOT_OPEN);
  };
  return {
    provider: 'embedded',
    beginCard: async () => {
      requireOpen();
      return { provider: 'embedded' };
    },
    attachCard: async ({ payer, method }) => {
      requireOpen();
      return cardOf(method, payer.customerRef ?? `cus_demo_${payer.userId}`, now());
    },
    detachCard: async () => undefined,
    quote: async (asked) => quoteOf(asked),
    subscribe: async ({ card, price, at, key }) => {
      const quote = quoteOf({ price, current: null, card, at });
      return settled(refOf('sub', key), quote, pay(card.methodRef, quote.dueNowCents, key, at));
    },
    changePlan: async ({ card, price, current, at, key }) => {
      const quote = quoteOf({ price, current, card, at });
      return settled(current.ref, quote, pay(card.methodRef, quote.dueNowCents, key, at));
    },
    setCancelling: async () => undefined,
    end: async () => undefined,
    renew: async ({ card, current, at, key }) => {
      const due = monthDue(current.price.cents, current.creditCents);
      const { end } = periodAround(current.startedAt, current.periodEndsAt);
      return settled(current.ref, { ...due, periodEndsAt: end }, pay(card.methodRef, due.dueNowCents, key, at));
    },
    charge: async ({ card, cents, key }) => ({ chargeRef: pay(card.methodRef, cents, key, now()) }),
    refund: async ({ key }) => ({ refundRef: refOf('re', key) }),
    outcomeOf: async () => null,
    chargeOf: async () => null,
    refundOf: async () => null,
    movements: async () => null,
    // It keeps no payments: `features/wallets/disputes/play-disputes.ts` makes its disputes of those that billing keeps.
    disputes: async () => [],
    disputeOf: async () => {
      throw new NotSigned('the embedded payments send nothing');
    },
  };
}

const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex').slice(0, 24);
const refOf = (kind: string, key: string): string => `${kind}_demo_${hashOf(key)}`;

function quoteOf({ price, current, at }: Quoted): Quote {
  if (current === null) return { ...monthDue(price.cents, 0), periodEndsAt: periodAround(at, at).end };
  const prices = { fromCents: current.price.cents, toCents: price.cents, creditCents: current.creditCents };
  return { ...changeDue(prices, shareLeft(monthOf(current), at)), periodEndsAt: current.periodEndsAt };
}

const monthOf = ({ startedAt, periodEndsAt }: Subscription): Period => ({
  start: periodAround(startedAt, new Date(periodEndsAt.getTime() - 1)).start,
  end: periodEndsAt,
});

const settled = (subscriptionRef: string, quote: Quote, chargeRef: string): Settled => ({
  subscriptionRef,
  periodEndsAt: quote.periodEndsAt,
  chargedCents: quote.dueNowCents,
  creditCents: quote.creditCents,
  chargeRef,
});

/** @throws {Decline} by the card; nothing to pay is always paid. */
function pay(token: string, cents: number, key: string, at: Date): string {
  const { card, expiry } = readToken(token);
  const { answer } = card;
  if (answer !== 'pays' && answer !== 'disputedLost' && answer !== 'disputedWon') {
    if (cents > 0) throw new Decline(REFUSED[answer]);
    return refOf('ch', key);
  }
  if (cents > 0 && isExpired(expiry, at)) throw new Decline(REFUSED.expired);
  return answer === 'pays' ? refOf('ch', key) : `${DISPUTED[answer]}${hashOf(key)}`;
}

function cardOf(token: string, customerRef: string, at: Date): Card {
  const { card, expiry } = readToken(token);
  if (card.answer === 'expired' || isExpired(expiry, at)) throw new Decline(REFUSED.expired);
  return {
    customerRef,
    methodRef: token,
    brand: card.brand,
    masked: maskNumber(card.number),
    expMonth: expiry.month,
    expYear: expiry.year,
  };
}

/** @throws {Decline} when the token names no test card. */
function readToken(token: string) {
  const [, name = '', written] = /^(pm_card_[a-z]+)(?:_(\d{4}))?$/u.exec(token) ?? [];
  const card = TEST_CARDS.find((known) => known.token === name);
  const expiry = written === undefined ? FAR_EXPIRY : parseExpiry(written);
  if (card === undefined || expiry === null) throw new Decline('This is a demo: use a test card.');
  return { card, expiry };
}
