import { PEOPLE_WORDS } from '../words/filler-words.ts';
import { phrase } from '../words/phrases.ts';
import { TYPE_WORDS } from '../words/type-words.ts';
import { ask, type Claim, type Rule, type Text } from '../reading.ts';
import { FILE_RULES } from './file-rules.ts';
import { isNameLike } from './name-rules.ts';
import { isBeforeNumber, NOT_THEIRS, US } from './touch-rules.ts';
import { saidBetween } from '../answer/said-words.ts';

/** Subjects that no filter knows, with the words that could be taken for something else: they are asked about whole. */

const lead = (pattern: string): Rule => phrase(pattern, () => []);

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

/** `40 mg`, `inhaler`, `twice a day`. */
const DOSE =
  /^(?:\d{1,4}(?:\.\d+)?(?:mg|mcg|ml|units?)?|mg|mcg|ml|units?|once|twice|daily|a|day|week|inhalers?|pills?|tablets?|capsules?|shots?|injections?|pens?|patch(?:es)?|drops?|cream)$/;

const behindDose = ({ words }: Text, start: number): number => {
  let to = start;
  while (words[to] !== undefined && !words[to]?.afterBreak && DOSE.test(words[to]?.text ?? '')) to += 1;
  return to;
};

const drugs = (text: Text, at: number, named: number): Claim => {
  const end = behindDose(text, named);
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

export const BEYOND_RULES: readonly Rule[] = [DOCTOR_RULE, TO_CALL_RULE, ...FILE_RULES, DRUG_RULE, WROTE_RULE];
