import type { ContactFilter } from '#contract/contacts/scope.contract.ts';
import { within } from '../day-filters.ts';
import { plus } from '#rules/time/days.ts';
import { phrase } from '../words/phrases.ts';
import { ask, awaits, filter, type Part, type Rule, type When } from '../reading.ts';

const NEVER = (
  'never,never been,not,not been,not yet,not yet been,havent,havent been,havent i,havent we,hasnt,hasnt been,have not,' +
  'have not been,has not,has not been,didnt,did not,didnt get,have i not,have we not,havent gotten,i havent,we havent,' +
  'have never,have never been,has never,has never been,were never,was never,have i never,did i not,didnt i,nobody,' +
  'nobody has,nobodys,nobody ever,nobody has ever,no one,no one has,no ones,no one ever,no one has ever,werent,wasnt,' +
  'were not,was not,have yet to be,has yet to be,yet to be,still havent,still not,still havent been,have yet to,' +
  'haven t,hasn t,never ever,dont get,i didnt,we didnt,i have not,we have not,ive never,weve never,ive not,arent,' +
  'sin,no,no han sido,no he,no hemos,that havent been,hadnt'
)
  .replaceAll(' ', '_')
  .replaceAll(',', '|');

const CALLED =
  'called|phoned|dialed|dialled|rung|llamado|llamados|llamadas|given_a_call|gotten_a_call|had_a_call|gotten_called';
const CALL = 'call|calling|phone|dial';
const TOUCHED =
  'touched|contacted|talked_to|talked_with|spoken_to|spoken_with|spoke_to|spoke_with|spoken|talked|reached_out_to|' +
  'reached_out|reached|heard_from|gotten_to|worked|followed_up_with|connected_with|been_in_touch_with|been_in_touch|in_touch_with|' +
  'checked_in_with|checked_in_on|contactado|contactados|hablado_con';
const TOUCH =
  'touch|contact|talk_to|talk_with|speak_to|speak_with|reach_out_to|reach_out|reach|hear_from|work|connect_with';
const CALLS = 'call|calls|phone_call|phone_calls|llamadas';
const TOUCHES = 'contact|touch|touches|activity|communication|contact_at_all|activity_at_all|outreach|interaction';
const NONE = 'no|without|without_a|without_any|with_no|zero|had_no|have_had_no|has_had_no|have_no|with_zero';
const THEM = 'with|to|them|him|her|anybody|anyone|back|by_me|by_us|by_anyone|by_anybody|me|us';

const DID_NOT =
  'didnt|did_not|did_i_not|didnt_i|i_didnt|we_didnt|i_did_not|we_did_not|have_yet_to|has_yet_to|yet_to|never_did';

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

const rulesOf = ({ field, done, toDo, nouns, undone }: Spoken): Rule[] => {
  const missing = (gap: string | null | undefined): Part[] => [
    ...(gap === undefined
      ? [awaits((when) => missingSince(field, when.past.last && when.past.last < '9' ? null : when.past.first))]
      : []),
    ...missingSince(field, gap),
  ];
  const was = ({ past }: When) => within(field, past);
  return [
    phrase(`${NEVER} ever|yet|even|really|actually|been? ${done} ${THEM}? yet|at_all|ever? {gap}?`, ({ gap }) =>
      missing(gap),
    ),
    // `do not call` is an instruction, and says nothing about past calls.
    phrase(`${DID_NOT} ever|yet|even|really|actually? ${toDo} ${THEM}? yet|at_all|ever? {gap}?`, ({ gap }) =>
      missing(gap),
    ),
    phrase(`${NONE} ${nouns} with_them|from_us|yet|logged|on_record|at_all? {gap}?`, ({ gap }) => missing(gap)),
    phrase(`${undone} {gap}?`, ({ gap }) => missing(gap)),
    phrase(`gone|went without_a|without_any|without ${nouns} {gap}?`, ({ gap }) => missing(gap)),
    phrase(`did|have|i|we|ive|weve|was|were|been|got|that? ${done} ${THEM}? {when}`, ({ when }) => was(when)),
    phrase(`did i|we|you|they|my_team|anyone|anybody ${toDo} ${THEM}? {when}`, ({ when }) => was(when)),
    phrase(`with|had|whose? a|the|any|their? last|latest|recent ${nouns} was|is|were? {when}`, ({ when }) => was(when)),
    phrase(`with|had|got|received a|any|some? ${nouns} {when}`, ({ when }) => was(when)),
    phrase(`last ${done} over|more_than {length} ago`, ({ length: { count, unit } }, { text }) => [
      filter(field, plus(text.today, -count, unit), 'before'),
    ]),
    phrase(`last ${done} {when}`, ({ when }) => was(when)),
    phrase(
      `ive|i_have|weve|we_have|have_been|has_been|already|been|were|was|i|we already|ever|been? ${done} already|before|once?`,
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
 * `never called`, `not called in 30 days`, `called this week`, `no calls since June`; the same of any touch: `haven't talked
 * to in 6 months`, `no contact since October 1`, `untouched for 60 days`.
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
