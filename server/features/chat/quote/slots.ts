import type { ChatContact, ChatQuestion, MedigapPlan, QuoteAsk } from '#contract/chat/reply.contract.ts';

/** What is known of an ask so far; absent: not said. */
export interface Slots {
  readonly plan?: MedigapPlan;
  readonly zip?: string;
  /** In words, or by the day of birth. */
  readonly age?: number;
  /** `YYYY-MM-DD`; it stands before an age. */
  readonly born?: string;
  readonly gender?: QuoteAsk['gender'];
  readonly tobacco?: boolean;
  /** `YYYY-MM-DD` */
  readonly effective?: string;
  readonly household?: boolean;
}

export const omit = (slots: Slots, names: readonly (keyof Slots)[]): Slots =>
  Object.fromEntries(Object.entries(slots).filter(([name]) => !names.some((one) => one === name)));

/** Which rates are asked for, and in which order. */
export type View = 'lowest' | 'all' | 'cheapest' | 'yearly';

/** What one sentence says of an ask. Pure. */
export interface Heard {
  readonly slots: Slots;
  /** Somebody else than before: `her husband`. */
  readonly other: boolean;
  /** Words that may name a contact; `sure`: `for` stands before them. */
  readonly who: { readonly name: string; readonly sure: boolean } | null;
  /** A town or a state without a ZIP code, in words. */
  readonly place: string | null;
  readonly view: View | null;
  /** What must be answered before rates are asked for. */
  readonly questions: readonly ChatQuestion[];
  /** Words that nobody understood, as they were said. */
  readonly unknown: readonly string[];
  /** Which plan or company to take: MAX does not say. */
  readonly advice: boolean;
  /** What these plans pay. */
  readonly details: readonly MedigapPlan[];
  /** Something else than a Medigap plan, as it was said. */
  readonly foreign: string | null;
  readonly startsOver: boolean;
}

/** Kept between two messages. */
export interface QuoteState {
  readonly slots: Slots;
  /** For whom it is. `null`: for nobody in particular. */
  readonly about: ChatContact | null;
  /** One of them is meant; empty: nobody is asked about. */
  readonly choice: readonly ChatContact[];
  /** What was not clear in the words that named them; it is asked once it is known who is meant. */
  readonly open: Pick<Heard, 'questions' | 'unknown'>;
  readonly view: View;
}

export const NOTHING_OPEN: QuoteState['open'] = { questions: [], unknown: [] };

export const EMPTY: QuoteState = { slots: {}, about: null, choice: [], open: NOTHING_OPEN, view: 'lowest' };
