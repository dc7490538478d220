import { PEOPLE_WORDS, TIES } from '../words/filler-words.ts';
import { phrase } from '../words/phrases.ts';
import { TYPE_WORDS } from '../words/type-words.ts';
import { ask, type Claim, type Rule, type Text } from '../reading.ts';
import { FILE_RULES } from './file-rules.ts';
import { isNameLike } from './name-rules.ts';
import { isBeforeNumber, NOT_THEIRS, US } from './touch-rules.ts';
import { saidBetween } from '../answer/said-words.ts';

/** Subjects that no filter knows, with the words that could be taken for something else: they are asked about whole. */

const lead = (pattern: string): Rule => phrase(pattern, () => []);

/** `in the county of San Diego`. */
const COUNTY_OF = lead('in|from|around? the? county|parish of');

const COUNTY_OF_RULE: Rule = {
  words: [],
  read: (text, at) => {
    const start = COUNTY_OF.read(text, at)?.to;
    if (start === undefined) return null;
    let to = start;
    while (to < start + 3 && isCountyWord(text, to, start)) to += 1;
    const from = text.words.findIndex(({ text: word }, index) => index >= at && /^(?:county|parish)$/.test(word));
    return to > start ? { to, parts: [ask(NO_COUNTY, [], saidBetween(text.sentence, text.words, from, to))] } : null;
  },
};

const isCountyWord = (text: Text, at: number, start: number): boolean => {
  const word = text.words[at];
  const isNext = word !== undefined && (at === start || !word.afterBreak) && isNameLike(word.said);
  return isNext && (at === start || (!isOrdinary(text, at) && /^\p{Lu}/u.test(word.said)));
};

const NO_COUNTY = 'Contacts have no county. Use cities or ZIP codes.';
const COUNTY_LEAD = lead('in|from|of|around|near|over_in|out_of the?');

/** `in Travis county`, `Dallas or Tarrant counties`: no city and no person. */
const COUNTY_RULE: Rule = {
  words: ['county', 'counties', 'parish'],
  read: (text, at) => {
    const start = COUNTY_LEAD.read(text, at)?.to ?? at;
    for (let to = start; to < start + 5; to += 1) {
      const word = text.words[to];
      if (word === undefined || (to > start && word.afterBreak)) return null;
      if (to > start && /^(?:count(?:y|ies)|parish(?:es)?)$/.test(word.text)) {
        const part = saidBetween(text.sentence, text.words, start, to + 1);
        return { to: to + 1, parts: [ask(NO_COUNTY, [], part)] };
      }
      const isPart = word.joined || ['and', 'or', 'of', 'st'].includes(word.text) || !isOrdinary(text, to);
      if (!isNameLike(word.said) || !isPart || (to === start && isOrdinary(text, to))) return null;
    }
    return null;
  },
};

/** A word of the rules or the account, which no county is called by; those of states may be. */
const isOrdinary = ({ words, isKnown }: Text, at: number): boolean => {
  const { said = '', text = '' } = words[at] ?? {};
  return (isKnown(text) && !/^\p{Lu}/u.test(said)) || TIES.has(text);
};

/** Drugs that agents ask about most, by brand and substance, and groups of them. Source: our choice. */
const DRUGS: ReadonlySet<string> = new Set(
  (
    'eliquis xarelto metformin insulin lantus humalog novolog ozempic trulicity mounjaro januvia jardiance farxiga wegovy ' +
    'lisinopril losartan amlodipine metoprolol atorvastatin lipitor simvastatin rosuvastatin crestor pravastatin warfarin ' +
    'coumadin plavix clopidogrel levothyroxine synthroid omeprazole prilosec nexium gabapentin neurontin lyrica albuterol ' +
    'advair symbicort spiriva breo trelegy prednisone humira enbrel stelara keytruda revlimid xeljanz entresto furosemide lasix ' +
    'hydrochlorothiazide carvedilol tamsulosin flomax sertraline zoloft lexapro escitalopram trazodone xanax alprazolam ' +
    'tramadol hydrocodone oxycodone celebrex meloxicam glipizide tresiba basaglar rybelsus victoza repatha praluent ' +
    'zetia allopurinol donepezil aricept namenda memantine levemir prolia restasis myrbetriq vyvanse adderall ' +
    'aspirin statin statins opioids antidepressants'
  ).split(' '),
);
const TAKING = lead(
  'take|takes|taking|took|on|prescribed|prescribed_to|uses|using|needs|need|with|has|have|whos_on|who_is_on a|an|the|any|their?',
);
const TAKES = lead('takes|taking|take|prescribed|prescribed_to a|an|the|any|their?');

/** `takes Eliquis`, `on metformin or insulin`, `taking blood thinners`. */
const DRUG_RULE: Rule = {
  words: [...DRUGS],
  read: (text, at) => {
    const start = TAKING.read(text, at)?.to ?? at;
    const isDrug = (index: number) => DRUGS.has(text.words[index]?.text ?? '');
    let to = isDrug(start) ? start + 1 : start;
    while (to > start && (isDrug(to) || (['and', 'or'].includes(text.words[to]?.text ?? '') && isDrug(to + 1))))
      to += 1;
    return to > start ? drugs(text, at, to) : takesUnknown(text, at);
  },
};

const DRUG_LIST = lead(
  'on|in their|the|a? drug|drugs|med|meds|medication|medications|rx|prescription|prescriptions list?',
);

const drugs = (text: Text, at: number, end: number): Claim => {
  const to = text.words[end]?.afterBreak ? end : (DRUG_LIST.read(text, end)?.to ?? end);
  const from = /^(?:with|has|have)$/.test(text.words[at]?.text ?? '') ? at + 1 : at;
  const part = saidBetween(text.sentence, text.words, from, to);
  return { to, parts: [ask("I can't search prescriptions. Use a tag or a category.", [], part)] };
};

function takesUnknown(text: Text, at: number): Claim | null {
  const start = TAKES.read(text, at)?.to ?? at;
  let to = start;
  while (to < start + 3 && to > at) {
    const word = text.words[to];
    if (word === undefined || word.afterBreak || text.isKnown(word.text) || !isNameLike(word.said)) break;
    to += 1;
  }
  return to > start ? drugs(text, at, to) : null;
}

const VERBS = 'call|phone|dial|ring|text|email|contact|reach|reach_out|talk|speak|catch|callback';
const WROTE = 'emailed|e_mailed|texted|messaged|wrote|written|faxed|text|email|message|write';

/** `emailed us in the last 3 days`: no filter knows what comes from a contact. */
const WROTE_RULE = phrase(
  `that|who|which? has|have|had|ever|just|already|never|not|didnt|hasnt|havent? ${WROTE} ${US} yet|at_all|ever? {when}?`,
  (_, { text, at, to }) => {
    const from = /^(?:that|who|which)$/.test(text.words[at]?.text ?? '') ? at + 1 : at;
    return isBeforeNumber(text, to) ? null : [ask(NOT_THEIRS, [], saidBetween(text.sentence, text.words, from, to))];
  },
);

const SEES = lead(
  'that|who|whos|patients|patient see|sees|seeing|saw|use|uses|using|go_to|goes_to|going_to|visit|visits|of dr|doctor',
);

/** `who see Dr. Patel`: a doctor, and no contact. */
const DOCTOR_RULE: Rule = {
  words: [],
  read: (text, at) => {
    const start = SEES.read(text, at)?.to;
    if (start === undefined) return null;
    const word = text.words[start];
    const to = word !== undefined && !word.afterBreak && isNameLike(word.said) ? start + 1 : start;
    return { to, parts: [ask("I can't search by doctor.", [], saidBetween(text.sentence, text.words, at + 1, to))] };
  },
};

/** Calls to make: nothing tells whom someone means to call, only whom they have not called and when to follow up. */
const TO_CALL = phrase(
  `who|whom? do|should|must? i|we|that_i|that_we? still|yet|really|also? need|have|got|want|left|ought|supposed|gotta|should|must|meant? to? ${VERBS} back|up|to|with?`,
  () => [],
);
const BEFORE_CALL = new Set(['who', 'whom', 'that', 'do', ...PEOPLE_WORDS, ...TYPE_WORDS]);

const TO_CALL_RULE: Rule = {
  words: [],
  read: (text, at) => {
    const to = TO_CALL.read(text, at)?.to;
    if (to === undefined) return null;
    const said = text.words.slice(at, to).map(({ text: word }) => word);
    const isAsked =
      said.includes('still') ||
      said[0] === 'who' ||
      said[0] === 'whom' ||
      BEFORE_CALL.has(text.words[at - 1]?.text ?? '');
    // `need call` has neither an `I` nor a `to`, and a command comes before whom it means.
    if (!isAsked || !said.some((word) => OWED.has(word))) return null;
    const from = at + said.findIndex((word) => !/^(?:who|whom|do|i|we|that)$/.test(word));
    const options = [
      { label: 'Never called', says: 'never called' },
      { label: 'Overdue follow-ups', says: 'overdue follow-ups' },
    ];
    return { to, parts: [ask(NO_PLAN, options, saidBetween(text.sentence, text.words, from, to))] };
  },
};
const OWED: ReadonlySet<string> = new Set('need have got want left ought supposed gotta should must meant'.split(' '));
const NO_PLAN = "I don't know whom you still mean to call, only their last call and their follow-up.";

export const BEYOND_RULES: readonly Rule[] = [
  COUNTY_RULE,
  COUNTY_OF_RULE,
  DOCTOR_RULE,
  TO_CALL_RULE,
  ...FILE_RULES,
  DRUG_RULE,
  WROTE_RULE,
];
