import type { DisputeStatus } from '#contract/wallets/disputes.contract.ts';
import type { CardBrand } from '#rules/billing/payment-cards.ts';

/** Moves money. Amounts are whole US cents. */
export interface Payments {
  readonly provider: 'embedded' | 'stripe';
  /** Data for passing a card from the browser to the provider. @throws {Decline} without configured payments. */
  beginCard(payer: Payer): Promise<CardHandover>;
  /** Keeps a card that the browser has handed over, as the one to charge. @throws {Decline} */
  attachCard(asked: { readonly payer: Payer; readonly method: string; readonly key: string }): Promise<Card>;
  /** Forgets a card that was replaced. */
  detachCard(methodRef: string): Promise<void>;
  /** Returns the charge of `subscribe` or `changePlan` at `at`. */
  quote(asked: Quoted): Promise<Quote>;
  /** Opens a monthly subscription and charges the first month. @throws {Decline} nothing has changed then. */
  subscribe(asked: Subscribing): Promise<Settled>;
  /**
   * Changes the plan for the rest of the month and charges immediately; also withdraws a cancellation. @throws
   * {Decline}
   */
  changePlan(asked: Changing): Promise<Settled>;
  /** `true`: ends with the paid month; `false`: continues after all. */
  setCancelling(asked: {
    readonly current: Subscription;
    readonly cancelling: boolean;
    readonly key: string;
  }): Promise<void>;
  /** Ends immediately; nothing more is charged. */
  end(asked: { readonly current: Subscription }): Promise<void>;
  /** Charges the month that has begun, or tells what the provider charged by itself. @throws {Decline} */
  renew(asked: {
    readonly card: CardRef;
    readonly current: Subscription;
    readonly at: Date;
    readonly key: string;
  }): Promise<Settled | Unrenewed>;
  /** One payment. @throws {Decline} */
  charge(asked: {
    readonly card: CardRef;
    readonly cents: number;
    readonly description: string;
    readonly key: string;
  }): Promise<{ readonly chargeRef: string }>;
  /** Money back, all or a part. @throws {Decline} */
  refund(asked: {
    readonly chargeRef: string;
    readonly cents: number;
    readonly key: string;
  }): Promise<{ readonly refundRef: string }>;
  /**
   * Returns the outcome of a `subscribe` or `changePlan` whose answer was lost. `null`: it never happened. For
   * questions so late that the key no longer identifies the effect.
   */
  outcomeOf(asked: { readonly customerRef: string; readonly key: string }): Promise<Settled | null>;
  /** Returns the payment of a `charge` whose answer was lost, as late. `null`: it never happened. */
  chargeOf(asked: {
    readonly customerRef: string;
    readonly key: string;
  }): Promise<{ readonly chargeRef: string } | null>;
  /** Returns the `refund` of a payment whose answer was lost, as late. `null`: it never happened. */
  refundOf(asked: { readonly chargeRef: string; readonly key: string }): Promise<{ readonly refundRef: string } | null>;
  /** All money that moved in a span of time, in any order. `null`: the provider keeps no records. */
  movements(span: Span): Promise<readonly Movement[] | null>;
  /** Disputes that were opened since then, in any order, as they stand now. */
  disputes(since: Date): Promise<readonly Dispute[]>;
  /**
   * Reads what the provider has sent by itself. It only says which dispute to look at: late, repeated and unordered
   * notices change nothing. `null`: it is about none. @throws {NotSigned}
   */
  disputeOf(notice: Notice): Promise<Dispute | null>;
}

/** A cardholder has asked the bank for the money of a payment. */
export interface Dispute {
  readonly ref: string;
  /** The payment, by each name that `chargeRef` may have. */
  readonly chargeRefs: readonly string[];
  readonly cents: number;
  /** The provider's word for the reason, such as `fraudulent`. */
  readonly reason: string;
  /**
   * `inquiry`: the bank only asks, no money has moved. `needs_response` and `under_review`: the money is withdrawn until
   * the bank decides. `lost`: it is gone. `won`: it has come back. `closed`: an inquiry without a dispute.
   */
  readonly status: DisputeStatus;
  /** Until then the bank takes an answer; `null`: it doesn't, or not anymore. */
  readonly respondBy: Date | null;
  readonly openedAt: Date;
}

/** A request of the provider's. */
export interface Notice {
  readonly body: string;
  readonly signature: string;
}

/** A notice that isn't the provider's, or is too old to be believed. */
export class NotSigned extends Error {
  override readonly name = 'NotSigned';
}

/** From the first instant, up to before the last. */
export interface Span {
  readonly from: Date;
  readonly until: Date;
}

/** Money that moved at the provider. */
export interface Movement {
  /** As in `chargeRef` and `refundRef`. */
  readonly ref: string;
  /** Negative: money back. */
  readonly cents: number;
  /** `null`: a refund or a dispute, which names its payment alone. */
  readonly customerRef: string | null;
  /** The payment that a refund or a dispute is of. */
  readonly chargeRef: string | null;
  readonly at: Date;
}

/*
 * `key`: the same key stands for the same effect, however often it is asked for. Every function throws
 * `OutcomeUnknown` when the provider does not answer.
 */

export interface Payer {
  readonly userId: number;
  readonly name: string;
  readonly email: string;
  /** The provider's name for them. `null`: they never had a card here. */
  readonly customerRef: string | null;
}

export type CardHandover =
  | { readonly provider: 'embedded' }
  | { readonly provider: 'stripe'; readonly publishable_key: string; readonly client_secret: string };

export interface CardRef {
  readonly customerRef: string;
  readonly methodRef: string;
}

export interface Card extends CardRef {
  readonly brand: CardBrand;
  /** Never more than four digits of the number. */
  readonly masked: string;
  readonly expMonth: number;
  readonly expYear: number;
}

/** A monthly price. */
export interface Price {
  /** Price of the plan. */
  readonly key: string;
  readonly cents: number;
}

export interface Subscription {
  readonly ref: string;
  readonly price: Price;
  /** Start of its monthly periods. */
  readonly startedAt: Date;
  /** Paid until then. */
  readonly periodEndsAt: Date;
  readonly creditCents: number;
}

export interface Quoted {
  readonly price: Price;
  /** `null` without a subscription yet. */
  readonly current: Subscription | null;
  /** `null`: no card yet. */
  readonly card: CardRef | null;
  readonly at: Date;
}

export interface Quote {
  readonly dueNowCents: number;
  /** Credit left for later months. */
  readonly creditCents: number;
  readonly periodEndsAt: Date;
}

export interface Subscribing {
  readonly card: CardRef;
  readonly price: Price;
  readonly at: Date;
  readonly key: string;
}

export interface Changing extends Subscribing {
  readonly current: Subscription;
}

/** State after the payment. */
export interface Settled {
  readonly subscriptionRef: string;
  readonly periodEndsAt: Date;
  readonly chargedCents: number;
  readonly creditCents: number;
  /** The provider's name of the payment. */
  readonly chargeRef: string;
}

/** `ended`: there is nothing left to renew; `notYet`: the provider charges on its own, and hasn't yet. */
export type Unrenewed = 'ended' | 'notYet';

/** The provider says no; nothing has changed. The message is a sentence for the person. */
export class Decline extends Error {
  override readonly name = 'Decline';
}

/** No answer, or none with an outcome: ask again with the same key. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown';
}
