import type { ContactFilter } from '#contract/contacts/scope.contract.ts';
import type { ContactType } from '../words/type-words.ts';
import { within } from '../day-filters.ts';
import { plus } from '#rules/time/days.ts';
import { saidBetween } from '../answer/said-words.ts';
import { phrase, type Said } from '../words/phrases.ts';
import { ask, awaits, filter, type Part, type Rule, set, type Text, type When } from '../reading.ts';

export const NEVER = (
  'never,never been,not,not been,not yet,not yet been,havent,havent been,havent i,havent we,hasnt,hasnt been,have not,' +
  'have not been,has not,has not been,didnt,did not,didnt get,have i not,have we not,havent gotten,i havent,we havent,' +
  'have never,have never been,has never,has never been,were never,was never,have i never,did i not,didnt i,nobody,' +
  'nobody has,nobodys,nobody ever,nobody has ever,no one,no one has,no ones,no one ever,no one has ever,werent,wasnt,' +
  'were not,was not,have yet to be,has yet to be,yet to be,still havent,still not,still havent been,have yet to,' +
  'haven t,hasn t,never ever,dont get,i didnt,we didnt,i have not,we have not,ive never,weve never,ive not,arent,' +
  'but not,but never,but havent been,but hasnt been,sin,no,no han sido,no he,no hemos,that havent been,hadnt'
)
  .replaceAll(' ', '_')
  .replaceAll(',', '|');

export const CALLED =
  'called|phoned|dialed|dialled|rung|rang|llamado|llamados|llamadas|given_a_call|gotten_a_call|had_a_call|gotten_called';
const CALL = 'call|calling|phone|dial';
export const TOUCHED =
  'touched|contacted|reached_out_to|reached_out|gotten_to|worked|followed_up_with|been_in_touch_with|been_in_touch|' +
  'in_touch_with|checked_in_with|checked_in_on|contactado|contactados';
const TOUCH = 'touch|contact|reach_out_to|reach_out|work';
const CALLS = 'call|calls|phone_call|phone_calls|llamadas';
const TOUCHES = 'contact|touch|touches|activity|communication|contact_at_all|activity_at_all|outreach|interaction';
const NONE =
  'no|without|without_a|without_any|with_no|zero|had_no|got_no|have_had_no|has_had_no|have_no|with_zero|lacking|lacking_any';
/** Between a `hasn't` and the noun it denies: `hasn't been any contact`. */
const HAD = 'had|have|has_had|have_had|been|gotten|got|get|received|receive|made|make|seen';
const ANY = 'any|a|an|one|a_single|even_a|even_one|much';
const TAIL = 'with_them|with|to|to_them|from_us|yet|logged|on_record|at_all|ever';
const THEM = 'with|to|them|him|her|anybody|anyone|back|by_me|by_us|by_anyone|by_anybody';
/** Behind these words it's the contact who calls: `never called me back`. */
export const US = 'me|us|me_back|us_back';
/** `who called me` from 850-555-0123. */
export const isBeforeNumber = ({ words }: Pick<Text, 'words'>, at: number): boolean =>
  words[at]?.text === 'from' && /\d/.test(words[at + 1]?.text ?? '');
export const NOT_THEIRS = 'I only know calls and touches of contacts, not what comes from them.';

const DID_NOT =
  'didnt|did_not|did_i_not|didnt_i|i_didnt|we_didnt|i_did_not|we_did_not|have_yet_to|has_yet_to|yet_to|never_did';

/** Before the people themselves: `no leads had a call`, `none of my clients were called`. */
const NOBODY_OF = 'no|none_of_my|none_of_our|none_of_the|none_of_these|not_one_of_my|not_a_single|not_one';
/** The same apart from them: `not a single one of my hot leads got called`. */
const NOBODY_OF_ALL =
  'none_of|none|not_one|not_one_of|not_a_single|not_a_single_one|not_a_single_one_of|not_any_of|not_a_one_of';
const DID = 'has|have|that|which|who';

const ofTypes = (types: readonly ContactType[] = []): Part[] => {
  const known = [...new Set(types)];
  const [only] = known;
  if (only === undefined) return [];
  return [known.length === 1 ? set({ type: only }) : filter('type', known)];
};

type LastField = Extract<ContactFilter['field'], 'last_call_at' | 'last_touch_at'>;

/** No such event since a day, or never. */
const missingSince = (field: LastField, since: string | null | undefined): Part[] => {
  if (since === undefined) return [filter(field, '', 'empty')];
  // Only the latest one is known, not whether there was one in a past period.
  if (since === null) return [ask("I only know each contact's last call or touch, so I can't search that period.")];
  return [filter(field, since, 'not_since')];
};

/** Phrases of one kind of touch. */
interface Spoken {
  readonly field: LastField;
  /** `called`. */
  readonly done: string;
  /** `call`: done, or to be done. */
  readonly toDo: string;
  /** `calls`. */
  readonly nouns: string;
  /** `uncalled`. */
  readonly undone: string;
}

/** The same, with what else is meant; without days yet, which may come later. */
export const missingFor = (
  field: LastField,
  gap: string | null | undefined,
  { today }: Text,
  others: readonly Part[] = [],
): Part[] => {
  const later = ({ past: { first, last } }: When) => missingSince(field, last && last < today ? null : (first ?? null));
  return [
    ...(gap === undefined ? [awaits((when) => [...others, ...later(when)])] : []),
    ...others,
    ...missingSince(field, gap),
  ];
};

const NOBODY = phrase(`${NOBODY_OF} {types}`, ({ types }) => ofTypes(types));

/** `no hot leads got called`: what is denied is the call, not the tag. */
const NO_SUCH = phrase('no {choices} {types}', () => []);

const NOBODY_ALONE = phrase(`${NOBODY_OF_ALL} my|our|the|these|those?`, () => []);

/** `no leads in Texas had a call`: who they are and what they had not are apart. */
function nobodyRules(...had: readonly Rule[]): Rule[] {
  const isLead = (text: Text, at: number) => NOBODY.read(text, at) ?? NOBODY_ALONE.read(text, at);
  const hadAt = (text: Text, at: number) =>
    had.map((rule) => rule.read(text, at)).find((claim) => claim !== null) ?? null;
  const isBefore = (text: Text, at: number) => text.words.slice(0, at).some((_, place) => isLead(text, place) !== null);
  return [
    {
      words: [],
      read: (text, at) => {
        const lead = NO_SUCH.read(text, at);
        const claim = lead && hadAt(text, lead.to);
        if (!claim) return null;
        return {
          to: claim.to,
          parts: [ask('Say it the other way around, such as “hot leads not called this month”.')],
        };
      },
    },
    {
      words: [],
      read: (text, at) => {
        const claim = isLead(text, at);
        const rest = claim === null ? [] : text.words.slice(claim.to);
        return claim !== null && rest.some((_, place) => hadAt(text, claim.to + place) !== null) ? claim : null;
      },
    },
    {
      words: [],
      read: (text, at) => {
        const claim = hadAt(text, at);
        return claim !== null && isBefore(text, at) ? claim : null;
      },
    },
  ];
}

interface Gap {
  readonly gap: string | null | undefined;
}

const rulesOf = ({ field, done, toDo, nouns, undone }: Spoken): Rule[] => {
  const missing = ({ gap }: Gap, { text }: Said) => missingFor(field, gap, text);
  // A call back or from somebody is theirs, which no field knows.
  const lacking = (slots: Gap, said: Said) =>
    /^(?:back|from)$/.test(said.text.words[said.to]?.text ?? '') ? null : missing(slots, said);
  const was = ({ past }: When) => within(field, past);
  const theirs = () => [ask(NOT_THEIRS)];
  // `who called me from 850-555-0123` looks for the number.
  const calledUs = (_: object, { text: { sentence, words }, at, to }: Said) => {
    if (isBeforeNumber({ words }, to)) return null;
    const from = /^(?:that|who|which)$/.test(words[at]?.text ?? '') ? at + 1 : at;
    return [ask(NOT_THEIRS, [], saidBetween(sentence, words, from, to))];
  };
  const nobodyOf = ({ gap, types }: Gap & { readonly types: readonly ContactType[] | undefined }, { text }: Said) =>
    missingFor(field, gap, text, ofTypes(types));
  return [
    phrase(`${NOBODY_OF} {types}? ${DID}? ${HAD} ${ANY}? ${nouns} ${TAIL}? {gap}?`, nobodyOf),
    phrase(
      `${NOBODY_OF} {types}? ${DID}? been|were|was|are|got|gotten|get? ${done} by_us|by_me|by_anyone? {gap}?`,
      nobodyOf,
    ),
    phrase(
      `that|who|which? has|have|had|ever|just|already|not? ${done} ${US}|our_office|the_office yet|at_all|ever? {when}?`,
      calledUs,
    ),
    // `that called this week`: it's they who called.
    phrase(`that|who|which just|also|ever? called|phoned|rang|dialed|reached_out in|back|over? {when}`, calledUs),
    phrase('that|who|which just|also|ever? called|phoned|rang in|back', calledUs),
    ...nobodyRules(
      phrase(`${DID}? ${HAD} ${ANY}? ${nouns} ${TAIL}? {gap}?`, missing),
      phrase(`${DID}? been|were|was|are|got|gotten|get ${done} by_us|by_me|by_anyone? {gap}?`, missing),
    ),
    phrase(`${NEVER} ever|yet|even|really|actually|been? ${done} ${US} yet|at_all|ever? {gap}?`, theirs),
    phrase(`${DID_NOT} ever|yet|even|really|actually? ${toDo} ${US} yet|at_all|ever? {gap}?`, theirs),
    phrase(`${NEVER} ever|yet|even|really|actually|been? ${done} ${THEM}? yet|at_all|ever? {gap}?`, missing),
    // `do not call` is an instruction, and says nothing about past calls.
    phrase(`${DID_NOT} ever|yet|even|really|actually? ${toDo} ${THEM}? yet|at_all|ever? {gap}?`, missing),
    phrase(`${NONE} ${nouns} ${TAIL}? {gap}?`, missing),
    phrase(
      `${NEVER}|dont|doesnt|do_not|does_not ever|really|actually? ${HAD} ${ANY}? ${nouns} ${TAIL}? {gap}?`,
      lacking,
    ),
    phrase(`${NEVER}|isnt|arent ${ANY} ${nouns} ${TAIL}? {gap}?`, lacking),
    phrase(`${undone} {gap}?`, missing),
    phrase(`gone|went without_a|without_any|without ${nouns} {gap}?`, missing),
    phrase(`did|have|i|we|ive|weve|was|were|been|got|that? ${done} ${THEM}|me|us? {when}`, ({ when }) => was(when)),
    phrase(`did i|we|you|they|my_team|anyone|anybody ${toDo} ${THEM}|me|us? {when}`, ({ when }) => was(when)),
    phrase(`with|had|whose? a|the|any|their? last|latest|recent ${nouns} was|is|were? {when}`, ({ when }) => was(when)),
    phrase(`any ${nouns} at_all? in {when}`, ({ when }) => was(when)),
    phrase(`with|had|got|received a|any|some? ${nouns} {when}`, ({ when }) => was(when)),
    phrase(`last ${done} over|more_than {length} ago`, ({ length: { count, unit } }, { text }) => [
      filter(field, plus(text.today, -count, unit), 'before'),
    ]),
    phrase(`last ${done} {when}`, ({ when }) => was(when)),
    phrase(
      `ive|i_have|weve|we_have|have_been|has_been|already|been|were|was|i|we already|ever|been? ${done} already|before|at_least_once?`,
      () => [awaits(was), filter(field, '', 'not_empty')],
    ),
  ];
};

const CALLS_AS_SAID: Spoken = {
  field: 'last_call_at',
  done: CALLED,
  toDo: CALL,
  nouns: CALLS,
  undone: 'uncalled|un_called',
};
const TOUCHES_AS_SAID: Spoken = {
  field: 'last_touch_at',
  done: TOUCHED,
  toDo: TOUCH,
  nouns: TOUCHES,
  undone: 'untouched|uncontacted|unworked',
};

/**
 * `never called`, `not called in 30 days`, `called this week`, `no calls since June`; the same of any touch: `haven't
 * touched in 6 months`, `no contact since October 1`, `untouched for 60 days`.
 */
export const TOUCH_AND_CALL_RULES: readonly Rule[] = [CALLS_AS_SAID, TOUCHES_AS_SAID].flatMap(rulesOf);

/** `called` without a word of when, which may come later: `called in Dallas this week`. */
export const TOUCHED_ALONE_RULES: readonly Rule[] = [CALLS_AS_SAID, TOUCHES_AS_SAID].map(({ field, done }) =>
  phrase(done, (_, { text, at }) => [
    awaits(({ past }) => within(field, past)),
    ask('When?', [
      { label: 'This week', says: `${text.words[at]?.text ?? ''} this week` },
      { label: 'Ever', says: `already ${text.words[at]?.text ?? ''}` },
      { label: 'Never', says: `never ${text.words[at]?.text ?? ''}` },
    ]),
  ]),
);
