import { type Chosen, choiceAt, choicesAt } from '../answer/choices.ts';
import { ASKING_WORDS } from '../words/filler-words.ts';
import { LEAD_OF } from './people-rules.ts';
import { TYPE_WORDS } from '../words/type-words.ts';
import { phrase, type Said } from '../words/phrases.ts';
import { ask, filter, type Part, type Rule, set, type Text } from '../reading.ts';
import { keyOf, type Word } from '../answer/said-words.ts';
import { type ChoiceField, choicesOf, type Known } from '../words/vocabulary.ts';

/** One category is a key of the scope itself; everything else is a filter. Adjacent tags must all match. */
const chosen = ({ field, ids, isBoth }: Chosen): Part[] => {
  const [only = ''] = ids;
  if (field === 'category' && ids.length === 1) return [set({ category: only })];
  return isBoth ? ids.map((id) => filter(field, id)) : [filter(field, [...ids])];
};

const THE = 'the|a|an|my|our|one_of_the';

const fieldName = (field: ChoiceField) => field.replace('_', ' ');

const optionsOf = (known: readonly Known[]) =>
  known.map(({ field, name }) => ({ label: `The ${fieldName(field)} “${name}”`, says: `${LEAD_OF[field]} ${name}` }));

/** Other meanings of a one-word name: a `Spring seminar` is a seminar. */
const kindsOf = ({ vocabulary }: Text, word: Word): readonly Known[] =>
  (vocabulary.byLastWord.get(keyOf([word.text])) ?? []).filter(({ field }) => KINDS.includes(field));
const KINDS: readonly ChoiceField[] = ['group', 'source', 'category', 'pool'];

/** `from Facebook` is certain; `from the seminar` may also mean a group of that kind, unless `source` is mentioned. */
export function sourceOf(sources: Chosen, { text, at, to }: Pick<Said, 'text' | 'at' | 'to'>): Part[] {
  const name = text.words.findIndex(
    (word, place) =>
      place >= at && place < to && text.vocabulary.byKey.get(keyOf([word.text]))?.some(isSource) === true,
  );
  const word = text.words[name];
  const isSaid = text.words.slice(at, to).some((near) => /^(?:sources?|ads?|form)$/.test(near.text));
  const others = word === undefined || isSaid ? [] : kindsOf(text, word).filter((known) => !isSource(known));
  if (word === undefined || others.length === 0) return chosen(sources);
  const known = [...(text.vocabulary.byKey.get(keyOf([word.text])) ?? []).filter(isSource), ...others];
  return [ask(`“${word.said}” could mean several things.`, optionsOf(known), word.said)];
}
const isSource = ({ field }: Known): boolean => field === 'source';

/** With the name of its field before it, a choice is sure: `tagged hot`, `status New`, `from Facebook`. */
const NAMED_RULES: readonly Rule[] = [
  phrase(
    `with|has|have|having? ${THE}? tagged|tag|tags|labeled|labelled|label|flagged|marked? as|with|either|both? {tags} tag|tags?`,
    ({ tags }, { at, to }) => (to - at > 1 ? chosen(tags) : null),
  ),
  phrase('with|has|have? the|a? {tags} tag|tags|tagged|label', ({ tags }) => chosen(tags)),
  phrase(
    `in|with|has|have|having|whose? ${THE}? status|statuses|stage is|of|as|set_to? {statuses} status?`,
    ({ statuses }) => chosen(statuses),
  ),
  phrase(`in|with|at? ${THE}? {statuses} status|stage`, ({ statuses }) => chosen(statuses)),
  phrase(`in|with|at? ${THE}? agentflow_status|agentflow is|of? {agentflow}`, ({ agentflow }) => chosen(agentflow)),
  phrase(`in|with|at? ${THE}? {agentflow} agentflow|agentflow_status`, ({ agentflow }) => chosen(agentflow)),
  phrase('marked|set_to|listed_as|marked_as {statuses}', ({ statuses }) => chosen(statuses)),
  phrase(`in|from|of|members_of? ${THE}? group|groups called? {groups}`, ({ groups }) => chosen(groups)),
  phrase(`in|from|of|members_of? ${THE}? {groups} group|groups|list`, ({ groups }) => chosen(groups)),
  phrase(`in|from|on|of|sitting_in|out_of? ${THE}? {pools} pool|pools`, ({ pools }) => chosen(pools)),
  phrase(`in|from|on|of|sitting_in|out_of? ${THE}? pool|pools called? {pools}`, ({ pools }) => chosen(pools)),
  phrase(`category is? {categories}`, ({ categories }) => chosen(categories)),
  phrase(`in? ${THE}? {categories} category`, ({ categories }) => chosen(categories)),
  phrase(`with|whose? ${THE}? source|sources|lead_source is|of? {sources}`, ({ sources }) => chosen(sources)),
  phrase(
    `that|who|which|have|has|were|was? came|come|coming|got|we_got|i_got|generated|bought? in? from|through|via|by|off_of|off|de ${THE}? {sources} source|ad|ads|form?`,
    ({ sources }, said) => sourceOf(sources, said),
  ),
];

/** Before a verb: `who should I visit` names no agentflow status. */
const BEFORE_VERB = ['to', 'should', 'can', 'i', 'we', 'could', 'will', 'must', 'you', 'they', 'lets', 'shall'];

/** `hot and callback leads`: those with both, or all of either kind. */
function askBoth({ vocabulary }: Text, { field, ids }: Chosen): Part {
  const names = ids.map((id) => choicesOf(vocabulary, field).find((choice) => choice.id === id)?.name ?? '');
  return ask('All of these tags, or any of them?', [
    { label: 'All of them', says: `tagged ${names.join(' and ')}` },
    { label: 'Any of them', says: `tagged ${names.join(' or ')}` },
  ]);
}

/** A name on its own: certain if only one choice has it, else a question. */
const BARE_RULE: Rule = {
  words: [],
  read: (text, at) => {
    const found = choicesAt(text, at, null);
    const word = text.words[at];
    if (found === null || word === undefined) return null;
    const { value, to } = found;
    const isOneWord = to - at === 1;
    if (isOneWord && (TYPE_WORDS.includes(word.text) || ASKING_WORDS.has(word.text))) return null;
    const before = word.afterBreak ? undefined : text.words[at - 1]?.text;
    if (isOneWord && before !== undefined && BEFORE_VERB.includes(before)) return null;
    if (value.isBoth) return { to, parts: [askBoth(text, value)] };
    const known = choiceAt(text, at, null)?.value ?? [];
    const meant = value.ids.length > 1 ? [] : [...known, ...(isOneWord ? kindsOf(text, word) : [])];
    if (meant.length <= 1) return { to, parts: chosen(value) };
    return { to, parts: [ask(`“${known[0]?.name ?? ''}” could mean several things.`, optionsOf(meant))] };
  },
};

export const CHOICE_RULES: readonly Rule[] = [...NAMED_RULES, BARE_RULE];
