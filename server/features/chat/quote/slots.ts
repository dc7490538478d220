import type { ChatContact, ChatQuestion, MedigapPlan, QuoteAsk } from '#contract/chat/reply.contract.ts';

/** Facts of a quote request so far; absent: not stated. */
export interface Slots {
  readonly plan?: MedigapPlan;
  readonly zip?: string;
  /** In words, or by the day of birth. */
  readonly age?: number;
  /** `YYYY-MM-DD`; takes precedence over an age. */
  readonly born?: string;
  readonly gender?: QuoteAsk['gender'];
  readonly tobacco?: boolean;
  /** `YYYY-MM-DD` */
  readonly effective?: string;
  readonly household?: boolean;
}

export const omit = (slots: Slots, names: readonly (keyof Slots)[]): Slots =>
  Object.fromEntries(Object.entries(slots).filter(([name]) => !names.some((one) => one === name)));

/** Requested rates and their order. */
export type View = 'lowest' | 'all' | 'cheapest' | 'yearly';

/** Statements of one sentence about a quote. Pure. */
export interface Parsed {
  readonly slots: Slots;
  /** A new person: `her husband`. */
  readonly other: boolean;
  /** Words that may name a contact; `sure`: after `for`. */
  readonly who: { readonly name: string; readonly sure: boolean } | null;
  /** A town or a state without a ZIP code, in words. */
  readonly place: string | null;
  readonly view: View | null;
  /** Questions to answer before rates are requested. */
  readonly questions: readonly ChatQuestion[];
  /** Words that were not understood, as typed. */
  readonly unknown: readonly string[];
  /** A request for a recommendation, which MAX declines. */
  readonly advice: boolean;
  /** Benefits of these plans. */
  readonly details: readonly MedigapPlan[];
  /** A product other than a Medigap plan, as written. */
  readonly foreign: string | null;
  readonly startsOver: boolean;
}

/** Stored between messages. */
export interface QuoteState {
  readonly slots: Slots;
  /** Subject. `null`: no one in particular. */
  readonly about: ChatContact | null;
  /** One of them is meant; empty: no question. */
  readonly choice: readonly ChatContact[];
  /** Unclear parts of the words that named them; asked once the contact is known. */
  readonly open: Pick<Parsed, 'questions' | 'unknown'>;
  readonly view: View;
}

export const NOTHING_OPEN: QuoteState['open'] = { questions: [], unknown: [] };

export const EMPTY: QuoteState = { slots: {}, about: null, choice: [], open: NOTHING_OPEN, view: 'lowest' };
