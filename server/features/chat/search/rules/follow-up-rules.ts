import { plus, plusDays } from '#rules/time/days.ts';
import { within } from '../day-filters.ts';
import { phrase } from '../words/phrases.ts';
import { awaits, filter, type Part, type Rule } from '../reading.ts';

const FOLLOW_UP =
  'f_u|f_us|follow_up|follow_ups|followup|followups|follow_up_with|next_step|next_steps|to_follow_up_with|follow_up_date';
const LATE = 'overdue|past_due|late|missed|behind_on|atrasados';
const SET = 'set|scheduled|planned|on_file|at_all|date|on_the_calendar|coming_up|pending';
const WITHOUT =
  'no|without|without_a|without_any|with_no|missing_a|missing|dont_have_a|dont_have_any|have_no|has_no|doesnt_have_a';

/** Begins a clause about follow-ups: `follow ups am I good at`. */
const ABOUT_THEM = /^(?:am|im|are|is|was|were|did|didnt|that|which|about)$/;

const overdue = (today: string): Part[] => [filter('follow_up_on', today, 'before')];

/** `overdue follow-ups`, `due for a follow up today`, `without a follow-up`, `follow ups this week`. */
export const FOLLOW_UP_RULES: readonly Rule[] = [
  phrase(
    `${FOLLOW_UP}? that_are|that_is|is|are? overdue|past_due|late by more_than|over? {length}`,
    ({ length }, { text }) => [filter('follow_up_on', plus(text.today, -length.count, length.unit), 'before')],
  ),
  phrase(
    `${FOLLOW_UP}? that_are|that_is|is|are? overdue|past_due|late by at_least {length}`,
    ({ length }, { text }) => [
      filter('follow_up_on', plusDays(plus(text.today, -length.count, length.unit), 1), 'before'),
    ],
  ),
  phrase(`${LATE} for_a|for|on|on_their|on_a? ${FOLLOW_UP}`, (_, { text }) => overdue(text.today)),
  phrase(
    `with|with_a|with_an|have_a|has_a|whose|a|an? ${FOLLOW_UP} that_are|that_is|is|are|thats|who_are? ${LATE}`,
    (_, { text }) => overdue(text.today),
  ),
  phrase(`${FOLLOW_UP} that? i|we missed|forgot`, (_, { text }) => overdue(text.today)),
  phrase(`${FOLLOW_UP} that|which? am|are|im|were|was i|we|they? running? ${LATE}|behind on|with|for?`, (_, { text }) =>
    overdue(text.today),
  ),
  phrase(`with_an|with|have_an|an ${LATE} ${FOLLOW_UP}`, (_, { text }) => overdue(text.today)),
  phrase('overdue|past_due', (_, { text }) => overdue(text.today)),
  phrase(`${WITHOUT} ${FOLLOW_UP} ${SET}?`, () => [filter('follow_up_on', '', 'empty')]),
  phrase(
    `due|scheduled|set|up|have|has|need|needs|with|whose|i_need|do_i_need|should_i? for? a|an|my|the? ${FOLLOW_UP} with|date? is|are|thats|that_are? due|scheduled|set|planned? on|for? {when}`,
    ({ when }) => within('follow_up_on', when.next),
  ),
  phrase('due|scheduled for? {when}', ({ when }) => within('follow_up_on', when.next)),
  phrase(`{period} ${FOLLOW_UP}`, ({ period }) => within('follow_up_on', period.next)),
  phrase(`with|have|has|with_a|have_a|has_a|having_a|any? ${FOLLOW_UP} ${SET}?`, (_, { text, to }) =>
    // What is said of them is no condition that any follow-up meets.
    text.words[to]?.afterBreak === false && ABOUT_THEM.test(text.words[to]?.text ?? '')
      ? null
      : [awaits((when) => within('follow_up_on', when.next)), filter('follow_up_on', '', 'not_empty')],
  ),
];
