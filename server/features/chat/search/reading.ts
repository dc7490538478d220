import type { ContactFilter, ContactsScopeInput } from '#contract/contacts/scope.contract.ts';
import type { ChatOption } from '#contract/chat/reply.contract.ts';
import type { Word } from './answer/said-words.ts';
import type { Vocabulary } from './words/vocabulary.ts';

/** A sentence on its way to a scope. */
export interface Text {
  readonly sentence: string;
  readonly words: readonly Word[];
  readonly vocabulary: Vocabulary;
  /** The day where the person is, `YYYY-MM-DD`. */
  readonly today: string;
  /** Words that the rules, the account or the map know. */
  readonly isKnown: (word: string) => boolean;
}

/** Keys of a scope that a sentence can set besides filters and name. */
export type Setting = Pick<
  ContactsScopeInput,
  'type' | 'category' | 'contact_group' | 'order' | 'order_field' | 'select_n' | 'duplicate'
>;

/** Commands on contacts; MAX only finds them. */
export type Refused = 'delete' | 'merge' | 'change' | 'call';

/** Meaning of a run of words. */
export type Part =
  | { readonly kind: 'filter'; readonly filter: ContactFilter }
  | { readonly kind: 'set'; readonly set: Setting }
  /** A name, a number or an address. */
  | { readonly kind: 'name'; readonly q: string; readonly forgiving: boolean }
  /** The words are not sure: they become a question, and nothing is guessed. */
  | { readonly kind: 'ask'; readonly text: string; readonly options: readonly ChatOption[]; readonly part?: string }
  /** A command that MAX doesn't carry out. */
  | { readonly kind: 'refuse'; readonly what: Refused }
  /** Result, with the other parts of its claim, when dates follow later: `called in Dallas this week`. */
  | { readonly kind: 'awaits'; readonly with: (when: When) => readonly Part[] }
  /** Dates without an event: they belong to the previous part. */
  | { readonly kind: 'days'; readonly when: When }
  /** An assumption that wasn't mentioned. */
  | { readonly kind: 'assume'; readonly text: string };

/** Result of a rule for the words from its position up to `to`, exclusive. */
export interface Claim {
  readonly to: number;
  readonly parts: readonly Part[];
}

/** Understands one idea, anywhere in a sentence. */
export interface Rule {
  /** Its vocabulary: these words are known, and others are compared with them for typos. */
  readonly words: readonly string[];
  /** Its first word is one of these; absent: no matter which. */
  readonly starts?: ReadonlySet<string>;
  readonly read: (text: Text, at: number) => Claim | null;
}

/** Days from `first` to `last`, inclusive. `null` means open. */
export interface Span {
  readonly first: string;
  readonly last: string | null;
}

/** Days that may be past or future: `January` is the last one or the next one. */
export interface Period {
  readonly past: Span;
  readonly next: Span;
}

/** Days with open ends: `since June`, `before 2025`, `this week`. */
export interface When {
  readonly past: Partial<Span>;
  readonly next: Partial<Span>;
}

export const awaits = (known: (when: When) => readonly Part[]): Part => ({ kind: 'awaits', with: known });

export const filter = (field: ContactFilter['field'], value: string | string[], op?: ContactFilter['op']): Part => ({
  kind: 'filter',
  filter: {
    field,
    value: Array.isArray(value) && value.length === 1 ? (value[0] ?? '') : value,
    ...(op ? { op } : {}),
  },
});

export const set = (setting: Setting): Part => ({ kind: 'set', set: setting });

export const ask = (text: string, options: readonly ChatOption[] = [], part?: string): Part => ({
  kind: 'ask',
  text,
  options,
  ...(part === undefined ? {} : { part }),
});

/** True when these words are at this position without a comma between them. */
export const isHeard = ({ words }: Text, way: readonly string[], at: number): boolean =>
  way.every((heard, index) => {
    const word = words[at + index];
    return word !== undefined && word.text === heard && (index === 0 || !word.afterBreak);
  });
