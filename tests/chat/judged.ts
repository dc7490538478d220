import { ContactsScope, type ContactsScopeInput } from '#contract/contacts/scope.contract.ts';
import { readSentence } from '../../server/features/chat/search/read-sentence.ts';
import { vocabularyOf } from '../../server/features/chat/search/words/vocabulary.ts';
import { AGENCY_WORDS, TODAY } from './agency-words.ts';
import type { ContactSentence } from './contact-sentences.ts';

export interface Judged {
  readonly said: string;
  /** Scope and questions are what they must be. */
  readonly exact: boolean;
  /** Something is asked about. */
  readonly asked: boolean;
  /**
   * Something was guessed, or dropped without a question: a condition that was not said, one that is missing while none
   * of the words that stand for it are asked about, or an unsure part that no question holds.
   */
  readonly wrong: boolean;
  readonly expected: unknown;
  readonly got: unknown;
}

export const VOCABULARY = vocabularyOf(AGENCY_WORDS);

interface Condition {
  readonly field: string;
  readonly text: string;
}

/** A scope as its single conditions. */
const conditions = ({ search = [], ...rest }: ContactsScopeInput): Condition[] => [
  ...search.map((filter) => ({ field: filter.field, text: JSON.stringify(filter) })),
  ...Object.entries(rest).map(([key, value]) => ({
    field: key === 'forgiving' ? 'q' : key,
    text: `${key} ${JSON.stringify(value)}`,
  })),
];

const without = (some: readonly Condition[], others: readonly Condition[]): Condition[] =>
  some.filter(({ text }) => !others.some((other) => other.text === text));

const overlaps = (said: string, a: string, b: string): boolean => {
  const [first, second] = [said.indexOf(a), said.indexOf(b)];
  return first < second + b.length && second < first + a.length;
};

export function judge({ said, scope, asks = [], parts: standFor = {} }: ContactSentence): Judged {
  const reading = readSentence(said, VOCABULARY, TODAY);
  const parts = reading.questions.map(({ part }) => part);
  const isSame = JSON.stringify(ContactsScope.parse(reading.scope)) === JSON.stringify(ContactsScope.parse(scope));
  const isAskedSame = JSON.stringify(parts.toSorted()) === JSON.stringify([...asks].toSorted());
  const [wanted, got] = [conditions(scope), conditions(reading.scope)];
  const guessed = without(got, wanted).length > 0;
  // A question that is expected anyway stands for nothing else.
  const further = parts.filter((part) => !asks.some((expected) => overlaps(said, expected, part)));
  const lost = without(wanted, got).some(({ field }) => {
    const words = standFor[field];
    return words === undefined || !further.some((part) => overlaps(said, part, words));
  });
  const dropped = asks.some((part) => !parts.some((asked) => overlaps(said, asked, part)));
  return {
    said,
    exact: isSame && isAskedSame,
    asked: parts.length > 0,
    wrong: guessed || dropped || lost,
    expected: { ...scope, ...(asks.length > 0 ? { asks } : {}) },
    got: { ...reading.scope, ...(parts.length > 0 ? { asks: parts } : {}) },
  };
}
