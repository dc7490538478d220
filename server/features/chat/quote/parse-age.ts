import type { ChatQuestion } from '#contract/chat/reply.contract.ts';
import type { Sentence } from './take-out.ts';

const SAID_AGES = [
  /\b(?:age[sd]?|turn(?:s|ed|ing)|who (?:is|turns)|(?:she|he|who|is|'s|she's|he's) (?:is )?(?:now )?(?:age )?|is):? ?(\d{1,3})\b(?! ?(?:%|percent|days?|months?|weeks?|dollars|companies))/giu,
  /(?<![\d$/.-])(\d{1,3})[- ]?(?:years?[- ]?old|yrs?[- ]?old|yr|yo|y\/o|years of age)\b/giu,
];
const BARE =
  /(?<![\p{L}\d$./#-])(\d{1,3})(?![\d%/]|[.-]\d|\p{L})(?! ?(?:%|percent|days?|months?|weeks?|dollars|bucks|companies|rates|quotes|results|more|lowest|cheapest|years?)\b)/giu;
const NO_AGE_BEFORE =
  /\b(?:top|first|under|below|over|above|less than|more than|number|no\.|lowest|cheapest|all|last) ?$/iu;

/** Bare numbers that are taken as an age without a question. Ours. */
const USUAL = { from: 40, to: 110 } as const;
const OLDEST = 120;

export interface ParsedAge {
  readonly age: number | undefined;
  readonly questions: readonly ChatQuestion[];
}

/** Finds an age with words that say so, or a number that can't be anything else; asks when unsure. */
export function parseAge(sentence: Sentence, wantsAge: boolean): ParsedAge {
  const said = SAID_AGES.flatMap((pattern) => sentence.take(pattern)).map(([, age]) => Number(age));
  const bare = said.length > 0 ? [] : bareNumbers(sentence);
  const ages = [...new Set(said.length > 0 ? said : bare)];
  const [age] = ages;
  if (age === undefined) return { age: undefined, questions: [] };
  if (ages.length > 1) return { age: undefined, questions: [oneAge(ages)] };
  const isSure = age <= OLDEST && (said.length > 0 || wantsAge || (age >= USUAL.from && age <= USUAL.to));
  return isSure ? { age, questions: [] } : { age: undefined, questions: [isItTheAge(age)] };
}

function bareNumbers(sentence: Sentence): number[] {
  const { left } = sentence;
  const found = [...left.matchAll(BARE)].filter(({ index }) => !NO_AGE_BEFORE.test(left.slice(0, index)));
  for (const [said] of found) sentence.take(new RegExp(String.raw`(?<![\d$])${said}(?!\d)`, 'gu'));
  return found.map(([, number]) => Number(number));
}

const oneAge = (ages: readonly number[]): ChatQuestion => ({
  part: ages.join(', '),
  text: `I can quote one person at a time. Which age, ${ages.join(' or ')}?`,
  options: ages.map((age) => ({ label: `Age ${age}`, says: `age ${age}` })),
});

const isItTheAge = (age: number): ChatQuestion => ({
  part: String(age),
  text: age > OLDEST ? `What does ${age} mean? It isn't a valid age.` : `Is ${age} the age?`,
  options: age > OLDEST ? [] : [{ label: `Age ${age}`, says: `age ${age}` }],
});
