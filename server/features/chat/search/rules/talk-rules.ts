import { phrase } from '../words/phrases.ts';
import { ask, type Rule, type Text } from '../reading.ts';
import { saidBetween, titleCase } from '../answer/said-words.ts';
import { SLOTS } from '../slots.ts';
import { CALLED, NEVER, TOUCHED } from './touch-rules.ts';

/** Both forms: a `did` or a `not` may come before. */
const TALKED =
  'talked_to|talked_with|talked|talk_to|talk_with|spoken_to|spoken_with|spoken|spoke_to|spoke_with|spoke|speak_to|speak_with|' +
  'chatted_with|chatted|chat_with|heard_from|heard_back_from|heard_back|hear_from|hear_back_from|connected_with|connect_with|' +
  'gotten_a_hold_of|gotten_ahold_of|gotten_hold_of|got_a_hold_of|got_ahold_of|got_hold_of|get_a_hold_of|get_ahold_of|get_hold_of|' +
  'reached|reach|met_with|met|meet_with|visited_with|hablado_con';
const CONVERSATION =
  'conversation|conversations|real_conversation|real_conversations|live_conversation|good_conversation|talk|chat|discussion';
const HAD =
  'had|have|having|with|without|no|without_a|with_no|had_no|never_had|never_had_a|had_a|have_had_a|have_had_no|had_any|last';
const ADVERBS = 'ever|yet|even|really|actually|personally|been|just|last|already';
const THEM = 'with|to|them|him|her|anybody|anyone|back|me|us|by_me|by_us';
const LATER = 'yet|at_all|ever|before|already|lately|recently|again';

const TALKING: readonly Rule[] = [
  phrase(`${NEVER}? ${ADVERBS}? ${TALKED} ${THEM}? ${LATER}?`, () => []),
  phrase(`${NEVER}? ${ADVERBS}? ${HAD}? a|an|any|the|our|my? ${CONVERSATION} ${THEM}? ${LATER}?`, () => []),
];

/** Words before a question that add nothing to it: `I have`, `did we actually`. */
const BEFORE: ReadonlySet<string> = new Set(
  'have has had i we did ive weve actually really even just was were been are is'.split(' '),
);

/** The claimed words without those that add nothing. */
function telling(text: Text, at: number, to: number): { readonly part: string; readonly isDenied: boolean } {
  let from = at;
  while (from < to - 1 && BEFORE.has(text.words[from]?.text ?? '')) from += 1;
  const isDenied = NOT.test(text.words[from]?.text ?? '');
  return { part: saidBetween(text.sentence, text.words, from, to), isDenied };
}

/** `talked to last week`, `never spoken to`: no field knows a conversation, and a touch may be a letter. */
const TALK_RULE: Rule = {
  words: TALKING.flatMap(({ words }) => words),
  read: (text, at) => {
    const end = Math.max(...TALKING.map((rule) => rule.read(text, at)?.to ?? at));
    if (end === at) return null;
    const isBroken = text.words[end]?.afterBreak === true;
    const days = isBroken ? [] : [SLOTS.gap(text, end)?.to ?? end, SLOTS.when(text, end)?.to ?? end];
    const to = Math.max(end, ...days);
    const { part, isDenied } = telling(text, at, to);
    const when = to > end ? ` ${saidBetween(text.sentence, text.words, end, to)}` : '';
    const options = ['touched', 'called'].map((done) => {
      const says = isDenied ? `${when ? 'not' : 'never'} ${done}${when}` : `${when ? '' : 'already '}${done}${when}`;
      return { label: titleCase(says.slice(0, 1)) + says.slice(1), says };
    });
    return { to, parts: [ask("I can't search for conversations, only for the last touch or call.", options, part)] };
  },
};
const NOT = /^(?:never|not|no|nobody|nobodys|without|sin|.*nt)$/;

const OFTEN =
  'twice|thrice|three_times|multiple_times|several_times|a_few_times|many_times|a_couple_times|a_couple_of_times|too_many_times|' +
  'more_than_once|only_once|just_once|once_or_twice|more_than_twice|at_least_twice|exactly_once|repeatedly';
const COUNTING = "I only know each contact's last call or touch, not how many there were.";

/** `called twice or more`, `touched 3 times`. */
const OFTEN_RULES: readonly Rule[] = [CALLED, TOUCHED, 'texted|emailed|messaged|talked_to|spoken_to'].flatMap(
  (done) => {
    const lead = `i|we|ive|weve|have|has|was|were|been? ${NEVER}? ${ADVERBS}? ${done} ${THEM}?`;
    return [
      phrase(`${lead} ${OFTEN} or_more|or_less|or_three_times? {when}?`, (_, { text, at, to }) => [
        ask(COUNTING, [], telling(text, at, to).part),
      ]),
      phrase(
        `${lead} at_least|only|more_than|less_than|fewer_than|just|over|exactly? {number} or_more|plus? times|time or_more|or_less? {when}?`,
        (_, { text, at, to }) => [ask(COUNTING, [], telling(text, at, to).part)],
      ),
    ];
  },
);

export const TALK_RULES: readonly Rule[] = [TALK_RULE, ...OFTEN_RULES];
