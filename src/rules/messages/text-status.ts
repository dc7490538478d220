import type { TextStatus } from '#contract/messages/text.contract.ts';

/** How far a text has come. Of two words on one level the first stands. */
const LEVEL: Readonly<Record<TextStatus, number>> = {
  held: 0,
  queued: 1,
  sending: 2,
  unconfirmed: 3,
  sent: 4,
  delivered: 5,
  failed: 5,
  canceled: 5,
  received: 5,
};

/** What a carrier can tell of a text. */
export type ToldStatus = Extract<TextStatus, 'sent' | 'delivered' | 'failed'>;

/** True when word of a carrier moves the text on: what is late, repeated or out of order never moves it back. */
export const movesOn = (now: TextStatus, told: ToldStatus): boolean => LEVEL[told] > LEVEL[now];
