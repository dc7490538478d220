import type { ChatQuestion } from '#contract/chat/reply.contract.ts';
import { stateName } from '#rules/places/us-states.ts';
import { placeOfZip } from '#rules/places/zip-codes.ts';
import { parseAge } from './parse-age.ts';
import { parseDays } from './parse-days.ts';
import { parsePerson } from './parse-person.ts';
import { parsePlan, whichPlan } from './parse-plan.ts';
import { parseLeftover, parseNamed } from './leftover.ts';
import { type Parsed, omit, type Slots, type View } from './slots.ts';
import { Sentence } from './take-out.ts';

/** A correction begins so, and denies nothing. */
const CORRECTS = /^\s*no, /giu;
const STARTS_OVER = /\b(?:start over|start again|new quote|another quote|from scratch|forget (?:it|that)|reset)\b/giu;
const ADVICE =
  /\b(?:recommend(?:ed|ation)?|suggest(?:ed|ion)?|advise|advice|which (?:one |plan |company |carrier )?(?:should|would you|is (?:the )?(?:best|better|right))|should (?:i|she|he|they|we|my client)|best (?:plan|company|carrier|one|option|deal|choice)|what would you (?:do|pick|choose|take)|better (?:plan|company|choice|one)|which is better|worth it)\b[^.,;?]*/giu;
const DETAILS =
  /\b(?:what (?:does|do|is|are)(?: the)? (?:difference|covered|(?:plan |medigap )?(?:hd ?)?[a-n] (?:cover|pay|include)s?)|(?:cover(?:s|ed)?|benefits?|difference|explain|details?|pays for|includes?)\b)/iu;
const DETAIL_WORDS =
  /\b(?:what(?:'s)?|does|do|is|are|the|cover(?:s|ed|age)?|benefits?|differences?|between|explain|details?|pays?|for|includes?|of)\b/giu;
const FOREIGN =
  /\b(?:medicare advantage|advantage plans?|mapd|part d|pdp|drug plans?|prescription plans?|dental|vision|hearing|final expense|life insurance|annuit(?:y|ies)|long[- ]term care|hospital indemnity|cancer (?:plan|insurance|policy)|aca|obamacare|marketplace)\b/giu;

const VIEWS: readonly (readonly [RegExp, View])[] = [
  [
    /\b(?:(?:show|see|list|give)(?: me)? )?(?:all(?: of)?(?: the)?(?: them| these| \d+)?(?: (?:rates|companies|quotes|results|carriers))?|the rest|everything|every (?:company|rate|carrier)|(?:show |see )(?:me )?more)\b(?! plans)/giu,
    'all',
  ],
  [/\b(?:the )?(?:top )?(?:three|3) (?:cheapest|lowest)(?: ones| rates| companies| premiums| prices)?\b/giu, 'lowest'],
  [
    /\b(?:the )?(?:cheapest|cheaper|lowest|least expensive|most affordable)(?: one| rate| company| premium| price)?\b/giu,
    'cheapest',
  ],
  [
    /\b(?:(?:by the|per|a|for the(?: whole)?|paid) year(?:ly)?|annual(?:ly)?|yearly)(?: rates?| premiums?)?\b/giu,
    'yearly',
  ],
  [/\b(?:by the month|per month|a month|monthly(?: rates?| premiums?)?)\b/giu, 'lowest'],
];

/** Letters alone: with a capital, or two words. */
const MAYBE_NAME = /^(?=.*\p{Lu}|\S+ )\p{L}[\p{L}'. -]+$/u;
const ZIP = /(?<![\p{L}\d$/.-])(\d{5})(?:-\d{4})?(?![\d/]|\p{L})/gu;

/** Pending question, which disambiguates a bare word or number. */
export interface Wanted {
  readonly age: boolean;
  readonly gender: boolean;
}

/** Statements of one sentence about a quote. `today` is `YYYY-MM-DD`. */
export function parseQuote(said: string, today: string, wanted: Wanted): Parsed {
  const sentence = new Sentence(said);
  const questions: ChatQuestion[] = [];
  sentence.take(CORRECTS);
  const startsOver = sentence.has(STARTS_OVER);
  const advice = sentence.has(ADVICE);
  const [foreign] = sentence.take(FOREIGN).map(([words]) => words);
  const named = parseNamed(sentence);
  const days = parseDays(sentence, today);
  const asksDetails = DETAILS.test(sentence.left);
  const person = parsePerson(sentence);
  const zips = [...new Set(sentence.take(ZIP).map(([, zip = '']) => zip))];
  const plan = parsePlan(sentence, { gender: person.slots.gender, wantsGender: wanted.gender });
  const view = hearView(sentence);
  const age = parseAge(sentence, wanted.age);
  const details = asksDetails ? plan.plans : [];
  if (details.length > 0) sentence.take(DETAIL_WORDS);
  else if (plan.plans.length > 1) questions.push(whichPlan(plan.plans));
  const left = parseLeftover(sentence);
  questions.push(...days.questions, ...person.questions, ...plan.questions, ...age.questions);
  questions.push(...zipQuestions(zips, left.state));
  const place = left.place ?? (left.state === null ? null : stateName(left.state));
  const isOfTwo = named !== null && person.relation !== null;
  if (isOfTwo) questions.push(whichOfTwo(named, person.relation ?? ''));
  const [first, ...rest] = left.runs;
  const mayBeName = named === null && first !== undefined && MAYBE_NAME.test(first);
  const slots: Slots = {
    ...days.slots,
    ...(zips.length === 1 && zips[0] !== undefined && { zip: zips[0] }),
    ...(age.age !== undefined && { age: age.age }),
    ...plan.slots,
    ...(isOfTwo ? {} : person.slots),
  };
  return {
    slots: details.length > 0 ? omit(slots, ['plan']) : slots,
    other: person.relation !== null,
    who: named !== null ? { name: named, sure: true } : mayBeName ? { name: first, sure: false } : null,
    place: zips.length === 0 ? place : null,
    view,
    questions,
    unknown: mayBeName ? rest : left.runs,
    advice,
    details,
    foreign: foreign ?? null,
    startsOver,
  };
}

/** One sentence names a contact and a relative. */
const whichOfTwo = (name: string, relation: string): ChatQuestion => ({
  part: relation,
  text: `I can quote one person at a time: ${name} or the ${relation}?`,
  options: [
    { label: name, says: 'the three lowest' },
    { label: `The ${relation}`, says: `the ${relation}` },
  ],
});

function hearView(sentence: Sentence): View | null {
  const [found] = VIEWS.filter(([pattern]) => sentence.has(pattern));
  return found?.[1] ?? null;
}

/** Questions about an invalid ZIP code, or several. */
function zipQuestions(zips: readonly string[], state: string | null): ChatQuestion[] {
  const [zip] = zips;
  if (zips.length > 1) {
    const options = zips.map((one) => ({ label: one, says: `in ${one}` }));
    return [{ part: zips.join(', '), text: `I can quote one ZIP code at a time: ${zips.join(' or ')}?`, options }];
  }
  const own = zip === undefined ? undefined : placeOfZip(zip)?.state;
  if (zip === undefined || state === null || own === undefined || own === state) return [];
  const text = `${zip} is in ${stateName(own)}, not ${stateName(state)}. Which ZIP code is right?`;
  return [{ part: stateName(state), text, options: [{ label: zip, says: `in ${zip}` }] }];
}

/** A town or a state instead of a ZIP code: which one is meant is asked, unless a contact has one. */
export const placeQuestion = (place: string): ChatQuestion => ({
  part: place,
  text: `Which ZIP code in ${place}? Rates vary by ZIP code.`,
  options: [],
});
