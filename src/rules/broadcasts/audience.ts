import type { Audience, Progress } from '#contract/broadcasts/broadcast.contract.ts';

/** Contacts that match and get nothing. */
export const leftOutOf = ({ left_out: leftOut }: Pick<Audience, 'left_out'>): number =>
  leftOut.reduce((sum, { contacts }) => sum + contacts, 0);

/** The subtraction: matches minus each reason. Equals `recipients`, the number on the button. */
export const recipientsOf = (audience: Pick<Audience, 'matched' | 'left_out'>): number =>
  audience.matched - leftOutOf(audience);

type Counts = Pick<Progress, 'waiting' | 'sending' | 'sent' | 'delivered' | 'failed' | 'held_back' | 'stopped'>;

/** Everyone of the audience, whatever became of them. Equals `recipients`. */
export const everyoneOf = (counts: Counts): number => doneOf(counts) + toGoOf(counts) + counts.stopped;

/** Recipients with an outcome: "1,188 of 2,040". What was stopped is neither done nor to go. */
export const doneOf = ({ sent, delivered, failed, held_back: heldBack }: Counts): number =>
  sent + delivered + failed + heldBack;

/** Recipients that are still to go, or on their way at this moment: what Stop cancels. */
export const toGoOf = ({ waiting, sending }: Pick<Counts, 'waiting' | 'sending'>): number => waiting + sending;

/** Seconds that are left at this rate; `null`: nothing goes at the moment. */
export const secondsLeft = (toGo: number, rate: number): number | null => (rate > 0 ? Math.ceil(toGo / rate) : null);
