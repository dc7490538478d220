import { sourceOf } from './choice-rules.ts';
import { within } from '../day-filters.ts';
import { plus } from '#rules/time/days.ts';
import { PEOPLE_WORDS } from '../words/filler-words.ts';
import { TYPE_WORDS } from '../words/type-words.ts';
import { phrase } from '../words/phrases.ts';
import { ask, awaits, filter, type Rule } from '../reading.ts';

const ADDED =
  'added|new|brand_new|came_in|come_in|coming_in|came|got|gotten|get|created|entered|imported|received|signed_up|acquired|' +
  'joined|uploaded|bought|put_in|brought_in|generated|collected|picked_up|arrived|entraron|anadidos|agregados|nuevos';

/** `added this week`, `new since June`, `yesterday's leads`; `new` alone may also be a status. */
const imported = filter('import_id', '', 'not_empty');

export const ADDED_RULES: readonly Rule[] = [
  phrase('that|who|were|was|have|has|we|i|ive|weve|just? been? imported|uploaded {when}', ({ when }) => [
    imported,
    ...within('created_at', when.past),
  ]),
  phrase('imported|uploaded', () => [awaits((when) => [imported, ...within('created_at', when.past)]), imported]),
  phrase(
    `that|who|were|was|have|has|we|i|ive|weve|just? been? ${ADDED} in|into_the_system|to_the_system? {when}`,
    ({ when }) => within('created_at', when.past),
  ),
  phrase('added|created|came_in|signed_up|received', () => [
    awaits((when) => within('created_at', when.past)),
    ask('When were they added?', [
      { label: 'This week', says: 'added this week' },
      { label: 'In the last 30 days', says: 'added in the last 30 days' },
    ]),
  ]),
  {
    words: [],
    read: (text, at) => {
      // `yesterday's leads`, `last month's clients`.
      const found = POSSESSIVE.read(text, at);
      const last = found && text.words[found.to - 1];
      return last?.owner != null || /^(?:todays|yesterdays)$/.test(last?.text ?? '') ? found : null;
    },
  },
  phrase('new|newer|newly_added|brand_new|nuevos', (_, { text }) => {
    const named = text.vocabulary.byKey.get('new') ?? [];
    return [
      awaits((when) => within('created_at', when.past)),
      ask('What do you mean by “new”?', [
        ...named.map(({ field, name }) => ({
          label: `${field === 'status' ? 'Status' : 'Tagged'} “${name}”`,
          says: `${field === 'status' ? 'status' : 'tagged'} ${name}`,
        })),
        { label: 'Added this week', says: 'added this week' },
        { label: 'Added in the last 30 days', says: 'added in the last 30 days' },
      ]),
    ];
  }),
  phrase('older_than {length}', ({ length: { count, unit } }, { text }) =>
    unit === 'year' ? null : [filter('created_at', plus(text.today, -count, unit), 'before')],
  ),
  phrase('from {when}', ({ when }) => within('created_at', when.past)),
  // After other words the dates may belong to anything: `in the first half of December`.
  phrase('of {when}', ({ when }, { text, at }) => {
    const before = text.words[at - 1]?.text ?? '';
    return TYPE_WORDS.includes(before) || PEOPLE_WORDS.has(before) ? within('created_at', when.past) : null;
  }),
];

const POSSESSIVE = phrase('{period}', ({ period }) => within('created_at', period.past));

/** Source and date together: `came in from Facebook this month`. */
export const SOURCE_WITH_DAYS: Rule = phrase(
  `that|who|were|was|have|has? been? ${ADDED} in|over? from|from_the|from_a|through|through_the|via|by|on|off {sources} leads|source? {when}`,
  ({ sources, when }, said) => [...sourceOf(sources, said), ...within('created_at', when.past)],
);
