import { type CardChoice, chosenCard } from '../answer/chosen-card.ts';
import { type CarriedOn, carryOn } from '../answer/carry-on.ts';
import type { Standing } from '../answer/standing.ts';
import { type AgencyWords, vocabularyOf } from '../words/vocabulary.ts';

/** A message, and everything that its reading depends on. */
export interface ReadingTask {
  readonly standing: Standing;
  readonly message: string;
  readonly words: AgencyWords;
  /** `YYYY-MM-DD`. */
  readonly today: string;
}

export interface MessageRead {
  /** `null`: the message chooses none of the shown cards. */
  readonly choice: CardChoice | null;
  /** The search after the message. */
  readonly carried: CarriedOn;
}

/** Reads a message as a choice and as a search. */
export function readMessage({ standing, message, words, today }: ReadingTask): MessageRead {
  const vocabulary = vocabularyOf(words);
  return {
    choice: chosenCard(standing, message, vocabulary, today),
    carried: carryOn(standing, message, vocabulary, today),
  };
}
