import type { ChatOption } from '#contract/chat/reply.contract.ts';
import type { Run } from '../words/open-words.ts';
import { isFirstName, isNameLike } from '../rules/name-rules.ts';
import { ask, type Part, type Text } from '../reading.ts';
import { keyOf, saidBetween, titleCase } from './said-words.ts';
import { LEAD_OF } from '../rules/people-rules.ts';

const TEXTS = {
  days: 'What happened on those days?',
  either: "I can't search for either of two different conditions. Choose one.",
} as const;

/** What MAX says of policies that no filter describes. */
export const NO_POLICIES =
  "I can't search policies that way. I know their carrier, type, status, monthly premium, and first and last day.";

export const questionOf = (what: keyof typeof TEXTS, days: string): Part =>
  ask(
    TEXTS[what],
    what === 'days' && days !== ''
      ? [
          { label: 'Added then', says: `added ${days}` },
          { label: 'Called then', says: `called ${days}` },
        ]
      : [],
  );

export const ownerQuestion = (said: string): Part =>
  ask(`Is “${said}” the owner or a contact?`, [
    { label: `${titleCase(said)}'s contacts`, says: `owner ${titleCase(said)}` },
    { label: `A contact named ${titleCase(said)}`, says: `named ${titleCase(said)}` },
  ]);

/** Possible meanings of unknown words: the name of a choice, a place, a person. */
export function openQuestion(text: Text, { from, to }: Run): Part {
  const { sentence, words, vocabulary } = text;
  const run = words.slice(from, to);
  const said = saidBetween(sentence, words, from, to);
  const known = run.flatMap((_, index) => {
    const rest = run.slice(index).map((word) => word.text);
    return vocabulary.byLastWord.get(keyOf(rest)) ?? [];
  });
  const options: ChatOption[] = known
    .slice(0, 3)
    .map(({ field, name }) => ({ label: name, says: `${LEAD_OF[field]} ${name}` }));
  const [first, ...rest] = run;
  const place = first && ['in', 'from', 'at'].includes(first.text) && rest.length > 0 && rest.length < 3;
  if (place && rest.every((word) => isNameLike(word.said))) {
    const city = titleCase(saidBetween(sentence, words, from + 1, to));
    options.push({ label: `The city of ${city}`, says: `in the city of ${city}` });
  }
  const isPerson =
    run.length <= 3 &&
    run.every((word) => isNameLike(word.said)) &&
    (run.length === 1 || isFirstName(first?.text ?? ''));
  if (isPerson) options.push({ label: `A contact named ${titleCase(said)}`, says: `named ${titleCase(said)}` });
  const isPolicy = run.some((word) => /^(?:policy|policies|coverage)$/.test(word.text));
  return ask(isPolicy ? NO_POLICIES : `I don't know how to search for “${said}”.`, options);
}
