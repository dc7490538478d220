import { PEOPLE_WORDS } from '../words/filler-words.ts';
import { phrase } from '../words/phrases.ts';
import { TYPE_WORDS } from '../words/type-words.ts';
import { ask, type Rule } from '../reading.ts';
import { FILE_RULES } from './file-rules.ts';
import { isNameLike } from './name-rules.ts';
import { isBeforeNumber, NOT_THEIRS, US } from './touch-rules.ts';
import { saidBetween } from '../answer/said-words.ts';

/** Subjects that no filter knows, with the words that could be taken for something else: they are asked about whole. */

const lead = (pattern: string): Rule => phrase(pattern, () => []);

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

export const BEYOND_RULES: readonly Rule[] = [DOCTOR_RULE, TO_CALL_RULE, ...FILE_RULES, WROTE_RULE];
