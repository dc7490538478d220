import type { ChatQuestion, QuoteAsk } from '#contract/chat/reply.contract.ts';
import type { Slots } from './slots.ts';
import type { Sentence } from './take-out.ts';

const NO_HOUSEHOLD =
  /\b(?:(?:with)?out (?:the |any |a )?(?:household|spousal)(?: discount)?|no (?:household|spousal) discount|(?:who )?lives? alone|living alone)\b/giu;
const HOUSEHOLD =
  /\b(?:(?:with |and )?(?:the |a )?(?:household|spousal) discount|with (?:the )?household|(?:who )?(?:lives|living) with (?:(?:her|his|a|an|the|their) )?(?:husband|wife|spouse|partner|son|daughter|sister|brother|roommate|somebody|someone|family))\b/giu;

/** Statements about the client's household. */
const OF_THE_OTHER =
  /\b(lives|living) with (?:(?:her|his|a|an|the|their) )?(?:husband|wife|spouse|partner|son|daughter|sister|brother|roommate|somebody|someone|family),? (?:and )?((?:who|that|he|she|they|both)(?:'s)? [^,.;?]+)/giu;

const RELATION =
  /(?:\b(?:her|his|my|their|the|client's|and(?: the| her| his)?)|'s) (husband|wife|spouse|partner|mother|mom|father|dad|sister|brother)(?:'s)?\b/giu;

const QUIT =
  /\b(?:quit(?: smoking)?|used to (?:smoke|vape|chew|dip|use)|(?:stopped|gave up) (?:smoking|chewing|dipping|vaping|using|tobacco|cigarettes)|no longer (?:smok|chew|us|dip|vap)(?:es|e|ing|s)|(?:has|have)(?:n't| not) (?:smoked|used tobacco) (?:in|for|since)|(?:former|ex|past)[- ]?smoker|vap(?:es|er|ing|e)|e-?cig(?:arette)?s?)\b[^,.;?]*/giu;
const NO_TOBACCO =
  /\b(?:no tobacco|without tobacco|no smoking|not (?:a |an )?(?:smoker|smoking|tobacco(?: user)?)|non[- ]?(?:tobacco(?: user)?|smok(?:er|ing))|(?:do(?:es)?n't|does not|do not|doesnt|never|isn't|is not|has never|hasn't)(?: ever)? (?:a |an )?(?:smok(?:es|ed|ing|er|e)|us(?:es|ed|e) tobacco|tobacco(?: user)?)|never smoker|tobacco[- ]free|no nicotine|tobacco:? no|smoker:? no)\b/giu;
const TOBACCO =
  /\b(?:(?:with|uses?|using|and|yes to|is a|a) tobacco(?: user)?|tobacco(?: user)?(?:: ?yes)?|smok(?:es|er|ing)|chews|dips|cigars?|cigarettes?)\b/giu;

const FEMALE = /\b(?:wom[ae]n|females?|lady|ladies|girl|mrs|ms|widow)\b\.?/giu;
const MALE = /\b(?:m[ae]n|males?|gentlem[ae]n|guys?|mr|widower|gent)\b\.?/giu;
const SHE = /\b(?:she(?:'s)?|her|hers)\b/giu;
const HE = /\b(?:he(?:'s)?|his|him)\b/giu;

const WIVES = ['wife', 'mother', 'mom', 'sister'];
const HUSBANDS = ['husband', 'father', 'dad', 'brother'];

export interface ParsedPerson {
  readonly slots: Pick<Slots, 'gender' | 'tobacco' | 'household'>;
  /** Mentioned relative: `husband`. `null`: none. */
  readonly relation: string | null;
  readonly questions: readonly ChatQuestion[];
}

/** Sex, tobacco use and household of a person, and whether it is a new person. */
export function parsePerson(sentence: Sentence): ParsedPerson {
  const questions: ChatQuestion[] = [];
  for (const [, , said = ''] of sentence.left.matchAll(OF_THE_OTHER)) questions.push(ofWhom(said.trim()));
  sentence.replace(OF_THE_OTHER, '$1 with family |');
  const household = sentence.has(NO_HOUSEHOLD) ? false : sentence.has(HOUSEHOLD) ? true : undefined;
  const relations = sentence.take(RELATION).map(([, word = '']) => word.toLowerCase());
  const heardTobacco = hearTobacco(sentence, questions);
  const { gender, isOfTwo } = hearGender(sentence, relations);
  if (isOfTwo) questions.push(GENDER_QUESTION);
  const tobacco = isOfTwo ? undefined : heardTobacco;
  if (isOfTwo && heardTobacco === true) questions.push(tobaccoQuestion('tobacco', 'With or without tobacco?'));
  return {
    slots: {
      ...(household !== undefined && { household }),
      ...(tobacco !== undefined && { tobacco }),
      ...(gender !== undefined && { gender }),
    },
    relation: relations[0] ?? null,
    questions,
  };
}

const SMOKES = /smok|tobacco|nicotine|vap|cigar|chew|dips/iu;

const tobaccoQuestion = (part: string, text: string): ChatQuestion => ({
  part,
  text,
  options: [
    { label: 'Without tobacco', says: 'no tobacco' },
    { label: 'With tobacco', says: 'with tobacco' },
  ],
});

const ofWhom = (said: string): ChatQuestion =>
  SMOKES.test(said)
    ? tobaccoQuestion(said, `I'm not sure who “${said}” refers to. Which rate do you want for the client?`)
    : { part: said, text: `I'm not sure who “${said}” refers to. I can quote one person at a time.`, options: [] };

function hearTobacco(sentence: Sentence, questions: ChatQuestion[]): boolean | undefined {
  const [quit] = sentence.take(QUIT);
  if (quit !== undefined) {
    const text = 'Each company sets how far back it asks about tobacco and nicotine. Which rate do you want?';
    questions.push(tobaccoQuestion(quit[0].trim(), text));
  }
  const without = sentence.has(NO_TOBACCO);
  const withIt = sentence.has(TOBACCO);
  if (without && withIt) questions.push(tobaccoQuestion('tobacco', 'With or without tobacco?'));
  return without === withIt ? undefined : withIt;
}

interface HeardGender {
  readonly gender: QuoteAsk['gender'] | undefined;
  /** A woman and a man are spoken of. */
  readonly isOfTwo: boolean;
}

function hearGender(sentence: Sentence, relations: readonly string[]): HeardGender {
  const female = sentence.has(FEMALE) || relations.some((word) => WIVES.includes(word));
  const male = sentence.has(MALE) || relations.some((word) => HUSBANDS.includes(word));
  // Pronouns tell only where no noun does.
  const [she, he] = [sentence.has(SHE), sentence.has(HE)];
  if (female !== male) return { gender: female ? 'female' : 'male', isOfTwo: false };
  if (female || she === he) return { gender: undefined, isOfTwo: female || she };
  return { gender: relations.length > 0 ? undefined : she ? 'female' : 'male', isOfTwo: false };
}

const GENDER_QUESTION: ChatQuestion = {
  part: '',
  text: 'I can quote one person at a time. Woman or man?',
  options: [
    { label: 'Woman', says: 'woman' },
    { label: 'Man', says: 'man' },
  ],
};
