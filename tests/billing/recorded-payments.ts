import { embeddedPayments } from '../../server/adapters/payments/embedded-payments.ts';
import { type Movement, OutcomeUnknown, type Payments } from '../../server/adapters/payments/payments.ts';

export interface RecordedPayments extends Payments {
  /** Cents by key: as at a real provider, the same key is charged once. */
  readonly charged: Map<string, number>;
  /** Cents given back by key. */
  readonly refunded: Map<string, number>;
  /** The provider's own list of payments and refunds. */
  readonly moved: Movement[];
  /** Number of payment requests, including retries. */
  asked: number;
  /** The next answer about money is lost after the money has moved. */
  loseAnswer: boolean;
  /** Subscriptions that ended immediately. */
  readonly ended: string[];
  sum(): number;
}

/** The embedded payments, with a memory of what was charged and answers that can be lost. */
export function recordedPayments(now: () => Date = () => new Date()): RecordedPayments {
  const embedded = embeddedPayments({ now, open: true });
  const recording =
    <Asked extends { readonly key: string }, Answer extends { readonly chargedCents: number } | string>(
      work: (asked: Asked) => Promise<Answer>,
    ) =>
    async (asked: Asked): Promise<Answer> => {
      recorded.asked += 1;
      const answer = await work(asked);
      if (typeof answer !== 'string') recorded.charged.set(asked.key, answer.chargedCents);
      if (recorded.loseAnswer) {
        recorded.loseAnswer = false;
        throw new OutcomeUnknown('the line was cut');
      }
      return answer;
    };
  const recorded: RecordedPayments = {
    ...embedded,
    subscribe: recording(embedded.subscribe),
    changePlan: recording(embedded.changePlan),
    renew: recording(embedded.renew),
    charge: async (asked) => {
      const settled = recording(async ({ card, cents, description, key }: typeof asked) => {
        const { chargeRef } = await embedded.charge({ card, cents, description, key });
        if (!recorded.charged.has(key)) {
          recorded.moved.push({ ref: chargeRef, cents, customerRef: card.customerRef, chargeRef: null, at: now() });
        }
        return { chargeRef, chargedCents: cents };
      });
      return settled(asked);
    },
    refund: async ({ chargeRef, cents, key }) => {
      recorded.asked += 1;
      recorded.refunded.set(key, cents);
      if (recorded.loseAnswer) {
        recorded.loseAnswer = false;
        throw new OutcomeUnknown('the line was cut');
      }
      const { refundRef } = await embedded.refund({ chargeRef, cents, key });
      recorded.moved.push({ ref: refundRef, cents: -cents, customerRef: null, chargeRef, at: now() });
      return { refundRef };
    },
    movements: async ({ from, until }) => recorded.moved.filter(({ at }) => from <= at && at < until),
    charged: new Map(),
    refunded: new Map(),
    moved: [],
    asked: 0,
    loseAnswer: false,
    ended: [],
    end: async ({ current }) => void recorded.ended.push(current.ref),
    sum: () => [...recorded.charged.values()].reduce((total, cents) => total + cents, 0),
  };
  return recorded;
}
