import type { ChatContact } from '#contract/chat/reply.contract.ts';
import { foldName } from '#rules/contacts/person-name.ts';
import { isNo, isYes, parseOrdinal } from '../../said.ts';
import { readSentence } from '../read-sentence.ts';
import type { Standing } from './standing.ts';
import type { Vocabulary } from '../words/vocabulary.ts';

/** Reference of a message to displayed cards: one, none, or some. `null`: none. */
export type CardChoice =
  | { readonly one: ChatContact }
  | { readonly none: true }
  | { readonly some: readonly ChatContact[] };

const THE_ONE =
  /^(?:the |that |it's the |its the )?(?:one|guy|lady|person|contact|man|woman)(?: who lives| living| that lives)? (?=in |from )/i;

export function chosenCard(
  { cards, asksWhich }: Pick<Standing, 'cards' | 'asksWhich'>,
  message: string,
  vocabulary: Vocabulary,
  today: string,
): CardChoice | null {
  const [first] = cards;
  if (first === undefined) return null;
  if (asksWhich && isNo(message)) return { none: true };
  if (asksWhich && isYes(message)) return cards.length === 1 ? { one: first } : { some: cards };
  const place = parseOrdinal(message, cards.length);
  const nth = place === null ? undefined : cards[place];
  if (nth) return { one: nth };
  return (
    (asksWhich ? fewer(cards, called(cards, message)) : null) ?? fewer(cards, living(cards, message, vocabulary, today))
  );
}

const fewer = (cards: readonly ChatContact[], meant: readonly ChatContact[]): CardChoice | null => {
  const [one] = meant;
  if (one !== undefined && meant.length === 1) return { one };
  return meant.length > 0 && meant.length < cards.length ? { some: meant } : null;
};

/** Cards whose whole name, or a name that the others lack, was mentioned. */
function called(cards: readonly ChatContact[], message: string): ChatContact[] {
  const said = message.split(/\s+/).map(foldName).filter(Boolean);
  if (said.length === 0) return [];
  return cards.filter(({ name }) => {
    const names = name.split(/\s+/).map(foldName);
    return said.every((word) => names.includes(word));
  });
}

/** Cards in a place: `the one in Dallas`. */
function living(cards: readonly ChatContact[], message: string, vocabulary: Vocabulary, today: string): ChatContact[] {
  if (!THE_ONE.test(message)) return [];
  const { scope, questions } = readSentence(message.replace(THE_ONE, ''), vocabulary, today);
  const search = scope.search ?? [];
  const isOfPlaces =
    search.length > 0 && search.every(({ field, op }) => (field === 'city' || field === 'state') && op === undefined);
  if (!isOfPlaces || questions.length > 0) return [];
  return cards.filter((card) =>
    search.every(({ field, value }) =>
      [value].flat().some((place) => foldName(place) === foldName(card[field as 'city' | 'state'])),
    ),
  );
}
