import { TIES } from '../words/filler-words.ts';
import { phrase } from '../words/phrases.ts';
import { ask, type Claim, isHeard, type Rule, type Text } from '../reading.ts';
import { FILE_RULES } from './file-rules.ts';
import { isNameLike } from './name-rules.ts';
import { isBeforeNumber, NOT_THEIRS, US } from './touch-rules.ts';
import { NO_POLICIES } from '../answer/questions.ts';
import { saidBetween } from '../answer/said-words.ts';

/** Subjects that no filter knows, with the words that could be taken for something else: they are asked about whole. */

const lead = (pattern: string): Rule => phrase(pattern, () => []);

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
        return { to: to + 1, parts: [ask("I can't search by county. Use cities or ZIP codes.", [], part)] };
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

/** Insurers whose names are places or words too. Source: our choice. */
const CARRIERS = (
  'mutual of omaha|united of omaha|kansas city life|new york life|ohio national|minnesota life|pacific life|washington national|' +
  'philadelphia american|oxford life|texas life|boston mutual|american general|american national|american amicable|' +
  'liberty bankers|liberty national|colonial penn|penn mutual|state farm|state mutual|globe life|united american|united home life|' +
  'blue cross blue shield|blue cross|blue shield|bankers fidelity|bankers life|gerber life|royal neighbors|united healthcare|' +
  'united health care|united health|manhattan life|columbus life|nassau life|savannah life|guarantee trust|sons of norway'
)
  .split('|')
  .map((name) => name.split(' '));
const CARRIER_LEAD = lead('on|with|has|have|having|under|through|in|from a|an|the|their?');
const PRODUCT = lead('plan|part|medigap|supplement|advantage|policy|policies|plans|coverage|insurance a|b|c|d|f|g|n?');

/** `Mutual of Omaha policyholders`: nobody in Omaha. */
const CARRIER_RULE: Rule = {
  words:
    'aetna humana cigna uhc bcbs wellcare aflac transamerica medigap anthem aarp devoted foresters americo lumico'.split(
      ' ',
    ),
  read: (text, at) => {
    const start = CARRIER_LEAD.read(text, at)?.to ?? at;
    const name = CARRIERS.find((way) => isHeard(text, way, start));
    if (name === undefined) return null;
    const end = start + name.length;
    const to = text.words[end]?.afterBreak ? end : (PRODUCT.read(text, end)?.to ?? end);
    const from = text.words[at]?.text === 'on' ? at : start;
    const part = saidBetween(text.sentence, text.words, from, to);
    return { to, parts: [ask(NO_POLICIES, [], part)] };
  },
};

const NOTE_LEAD = lead(
  'in|with|have|has|whose? the|their|my|our|a|any? note|notes that|which? about|on|mention|mentions|mentioning|mentioned|say|says|saying|said|contain|contains|containing|regarding',
);
/** Words of a note at most. Ours: more of them are another condition. */
const NOTE_WORDS = 6;

/** `notes that mention cruise`, `in the notes about a hip replacement`: what a note says is no condition of its own. */
const NOTE_RULE: Rule = {
  words: NOTE_LEAD.words,
  read: (text, at) => {
    const start = NOTE_LEAD.read(text, at)?.to ?? at;
    const isOver = (index: number) =>
      index >= start + NOTE_WORDS ||
      text.words[index]?.afterBreak === true ||
      (index > start && /^(?:in|from|and|who|with)$/.test(text.words[index]?.text ?? 'in'));
    let to = start;
    while (start > at && text.words[to] !== undefined && !isOver(to)) to += 1;
    if (to === start) return null;
    let from = at;
    while (/^(?:with|have|has|whose|a|any|their|my|our)$/.test(text.words[from]?.text ?? '')) from += 1;
    const part = saidBetween(text.sentence, text.words, from, to);
    return { to, parts: [ask("I can't search in notes. Use a tag, a status or the last touch.", [], part)] };
  },
};

const WROTE = 'emailed|e_mailed|texted|messaged|wrote|written|faxed|text|email|message|write';

/** `emailed us in the last 3 days`: no filter knows what comes from a contact. */
const WROTE_RULE = phrase(
  `that|who|which? has|have|had|ever|just|already|never|not|didnt|hasnt|havent? ${WROTE} ${US} yet|at_all|ever? {when}?`,
  (_, { text, at, to }) => {
    const from = /^(?:that|who|which)$/.test(text.words[at]?.text ?? '') ? at + 1 : at;
    return isBeforeNumber(text, to) ? null : [ask(NOT_THEIRS, [], saidBetween(text.sentence, text.words, from, to))];
  },
);

export const BEYOND_RULES: readonly Rule[] = [
  COUNTY_RULE,
  ...FILE_RULES,
  DRUG_RULE,
  CARRIER_RULE,
  NOTE_RULE,
  WROTE_RULE,
];
