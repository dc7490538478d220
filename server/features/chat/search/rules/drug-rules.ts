import { fold, keyOf, saidBetween } from '../answer/said-words.ts';
import { ask, type Claim, filter, type Part, type Rule, type Text } from '../reading.ts';
import { SLOTS } from '../slots.ts';
import { DRUGS, GROUPS, INSULIN_KINDS } from '../words/drugs.ts';
import { PEOPLE_WORDS } from '../words/filler-words.ts';
import { phrase } from '../words/phrases.ts';
import { TYPE_WORDS } from '../words/type-words.ts';
import { isFirstName, isNameLike } from './name-rules.ts';

const lead = (pattern: string): Rule => phrase(pattern, () => []);

/** Before a drug that is known. */
const TAKING = lead(
  'take|takes|taking|on|prescribed|prescribed_to|uses|use|using|needs|need|with|has|have|whos_on|who_is_on both|either? a|an|the|any|their?',
);
/** Behind these anything is a drug. */
const TAKES = lead('takes|taking|take|prescribed|prescribed_to a|an|the|any|their?');
/** What no list of prescriptions tells. */
const CHANGES = lead(
  'started|starting|start|stopped|stopping|quit|switched_to|switched_from|went_on|went_off|came_off|refill|refills|refilled|fill|fills|filled|' +
    'took|used_to_take|allergic_to|asked_about|wants|want taking? a|an|the|their?',
);

const MEDS =
  'prescription|prescriptions|rx|meds|med|medication|medications|medicine|medicines|drug|drugs|scripts|' +
  'drug_list|med_list|meds_list|medication_list|medications_list|rx_list|prescription_list|list_of_medications|list_of_drugs|list_of_meds';
const THERE = 'on_file|on_record|listed|at_all|entered|saved|on_them|in_the_system|yet';

const DRUG_LIST = lead(
  'on|in their|the|a? drug|drugs|med|meds|medication|medications|rx|prescription|prescriptions list?',
);

/** Groups without agreed members. */
const KINDS = lead(
  'take|takes|taking|on|prescribed|uses|use|using|with|has|have a|an|the|any|their? ' +
    'blood_thinner|blood_thinners|anticoagulant|anticoagulants|opioid|opioids|painkiller|painkillers|antidepressant|antidepressants|' +
    'biologic|biologics|beta_blocker|beta_blockers|ace_inhibitor|ace_inhibitors|diuretic|diuretics|steroid|steroids|glp_1|glp1|glp_1s|glp1s|' +
    'blood_pressure|diabetes|diabetic|cholesterol|heart|pain|cancer|thyroid|psych|weight_loss|chemo|expensive|brand|generic|specialty|maintenance ' +
    `${MEDS}|pills|shots|drugs?`,
);

const DOSE = /^(?:\d{1,4}(?:\.\d+)?(?:mg|mcg|ml|units?)?|mg|mcg|ml|units?|once|twice|daily|a|day|week)$/;
const FORM =
  /^(?:inhalers?|pills?|tablets?|capsules?|shots?|injections?|pens?|patch(?:es)?|drops?|cream|users?|takers?|patients?)$/;

const NOT_DOSE = 'I can search for a drug, not for its dose.';
const NOT_WHEN = 'I can search for who takes a drug, not for when or where.';
const NOT_COUNT = 'I can search for drugs, for any prescriptions or for none, not for how many.';
const WHICH = 'That is a group of drugs. Name the drugs.';

const isInside = ({ words }: Text, at: number): boolean => words[at] !== undefined && words[at]?.afterBreak === false;

interface Named {
  /** Any of them. */
  readonly names: readonly string[];
  readonly to: number;
}

/** One drug from here on: a known one, or one in quotation marks. */
function drugAt(text: Text, at: number): Named | null {
  const word = text.words[at];
  if (word === undefined) return null;
  const quoted = /^["“]([^"”]{1,60})["”]/.exec(text.sentence.slice(word.from - 1))?.[1];
  if (quoted !== undefined) {
    const end = word.from + quoted.length;
    return { names: [quoted.trim()], to: text.words.findLastIndex(({ to }) => to <= end) + 1 };
  }
  if (!DRUGS.has(word.text) || word.owner !== null || isChoice(text, at)) return null;
  const next = text.words[at + 1];
  if (word.text === 'insulin' && next && INSULIN_KINDS.has(next.text) && isInside(text, at + 1)) {
    return { names: [saidBetween(text.sentence, text.words, at, at + 2)], to: at + 2 };
  }
  const said = fold(word.said) === word.text ? word.said : word.text;
  return { names: GROUPS.get(word.text) ?? [said], to: at + 1 };
}

/** A tag or another choice has this name. */
const isChoice = ({ vocabulary, words }: Text, at: number): boolean =>
  vocabulary.byKey.has(keyOf([words[at]?.text ?? '']));

interface Listed {
  readonly drugs: readonly Named[];
  /** `null`: a mixture of “and” and “or”. */
  readonly either: boolean | null;
  readonly to: number;
}

/** `metformin, insulin or Eliquis`. */
function drugsAt(text: Text, start: number): Listed | null {
  const first = drugAt(text, start);
  if (first === null) return null;
  const [drugs, joints] = [[first], new Set<string>()];
  let { to } = first;
  for (;;) {
    const word = text.words[to];
    const joint = /^(?:and|or)$/.test(word?.text ?? '') ? to : null;
    const next = joint !== null ? drugAt(text, joint + 1) : word?.afterBreak ? drugAt(text, to) : null;
    if (next === null) break;
    if (joint !== null) joints.add(word?.text ?? '');
    drugs.push(next);
    ({ to } = next);
  }
  return { drugs, either: joints.size > 1 ? null : !joints.has('and'), to };
}

const filtersOf = ({ drugs, either }: Listed): Part[] =>
  either === true && drugs.length > 1
    ? [
        filter(
          'prescription',
          drugs.flatMap(({ names }) => names),
        ),
      ]
    : drugs.map(({ names }) => filter('prescription', [...names]));

/** `on metformin or insulin`, `takes Eliquis 5 mg`, `Ozempic users`, `taking Zorvaxil`. */
const DRUG_RULE: Rule = {
  words: [...DRUGS, 'user', 'users', 'taker', 'takers'],
  read: (text, at) => {
    const start = TAKING.read(text, at)?.to ?? at;
    const listed = drugsAt(text, start) ?? (start > at ? drugsAt(text, at) : null);
    if (listed === null) return unknownAt(text, at);
    const said = (from: number, to: number) => saidBetween(text.sentence, text.words, from, to);
    const from = /^(?:with|has|have)$/.test(text.words[at]?.text ?? '') ? at + 1 : at;
    let end = listed.to;
    while (isInside(text, end) && FORM.test(text.words[end]?.text ?? '')) end += 1;
    const dosed = doseEnd(text, end);
    let to = dosed;
    while (isInside(text, to) && FORM.test(text.words[to]?.text ?? '')) to += 1;
    to = isInside(text, to) ? (DRUG_LIST.read(text, to)?.to ?? to) : to;
    const timed = SLOTS.when(text, to);
    if (listed.either === null) return { to, parts: [ask(WHICH_OF, [], said(from, to))] };
    // A bare name may be a person's, or what they are allergic to.
    if (start === at && to === listed.to && !isAlone(text, at, to))
      return { to, parts: [ask(NOT_WHEN, [], said(at, to))] };
    if (timed !== null && isInside(text, to) && text.words[to]?.text !== 'before' && start === at)
      return { to: timed.to, parts: [ask(NOT_WHEN, [], said(from, timed.to))] };
    const dose = dosed > end ? [ask(NOT_DOSE, [], said(end, dosed))] : [];
    return { to, parts: [...filtersOf(listed), ...dose] };
  },
};
const WHICH_OF = 'I can search for all of several drugs or for any of them, not for both at the same time.';

/** The end of `20 mg twice a day`, which has a number or a unit. */
function doseEnd({ words }: Text, start: number): number {
  let to = start;
  while (words[to]?.afterBreak === false && DOSE.test(words[to]?.text ?? '')) to += 1;
  while (to > start && words[to - 1]?.text === 'a') to -= 1;
  return to;
}

const isAlone = (text: Text, at: number, to: number): boolean => {
  if (isFirstName(text.words[at]?.text ?? '')) return false;
  if (!isInside(text, to)) return true;
  const next = text.words[to]?.text ?? '';
  return text.isKnown(next) || PEOPLE_WORDS.has(next) || TYPE_WORDS.includes(next);
};

/** Up to three words behind `takes` that nothing knows: a drug, or a group of them. */
function unknownAt(text: Text, at: number): Claim | null {
  const start = TAKES.read(text, at)?.to ?? at;
  let to = start;
  while (to < start + 3 && to > at) {
    const word = text.words[to];
    if (word === undefined || word.afterBreak || text.isKnown(word.text) || !isNameLike(word.said)) break;
    to += 1;
  }
  if (to === start) return null;
  const drug = saidBetween(text.sentence, text.words, start, to);
  const part = saidBetween(text.sentence, text.words, at, Math.max(to, doseEnd(text, to)));
  const options = [{ label: `Takes ${drug}`, says: `takes “${drug}”` }];
  return { to: Math.max(to, doseEnd(text, to)), parts: [ask(`I don't know the drug “${drug}”.`, options, part)] };
}

/** `started Ozempic last month`, `fill Eliquis at Walgreens`. */
const CHANGED_RULE: Rule = {
  words: [],
  read: (text, at) => {
    const start = CHANGES.read(text, at)?.to;
    const listed = start === undefined ? null : drugsAt(text, start);
    if (listed === null) return null;
    let { to } = listed;
    if (isInside(text, to)) to = SLOTS.when(text, to)?.to ?? to;
    const shop = text.words[to + 1];
    if (isInside(text, to) && /^(?:at|from)$/.test(text.words[to]?.text ?? '') && shop && isNameLike(shop.said))
      to += 2;
    return { to, parts: [ask(NOT_WHEN, [], saidBetween(text.sentence, text.words, at, to))] };
  },
};

const KIND_RULE: Rule = {
  words: KINDS.words,
  read: (text, at) => {
    const to = KINDS.read(text, at)?.to;
    if (to === undefined || isOfPlan(text, to)) return null;
    const from = /^(?:with|has|have)$/.test(text.words[at]?.text ?? '') ? at + 1 : at;
    return { to, parts: [ask(WHICH, [], saidBetween(text.sentence, text.words, from, to))] };
  },
};

/** `drug plan`, `prescription coverage`: a policy. */
const isOfPlan = (text: Text, at: number): boolean =>
  isInside(text, at) &&
  /^(?:plan|plans|coverage|card|cards|policy|policies|cost|costs|copay|copays|insurance|benefit|benefits|drug|tag|tagged|about|for|that)$/.test(
    text.words[at]?.text ?? '',
  );
const isTagged = ({ vocabulary, words }: Text, at: number, to: number): boolean =>
  words
    .slice(at, to)
    .some((_, index) => vocabulary.byKey.has(keyOf(words.slice(at + index, to).map(({ text }) => text))));

const whether = (pattern: string, op: 'empty' | 'not_empty'): Rule =>
  phrase(pattern, (_, { text, at, to }) =>
    isOfPlan(text, to) || isTagged(text, at, to) ? null : [filter('prescription', '', op)],
  );

export const DRUG_RULES: readonly Rule[] = [
  CHANGED_RULE,
  DRUG_RULE,
  KIND_RULE,
  whether(
    `that|who? no|without|without_any|without_a|with_no|have_no|has_no|dont_have|dont_have_any|doesnt_have|doesnt_have_any|missing|` +
      `lacking|take_no|takes_no|taking_no|on_no|dont_take|dont_take_any|doesnt_take|doesnt_take_any|not_taking|not_taking_any|not_on|not_on_any|` +
      `arent_on_any|isnt_on_any|do_not_take|do_not_take_any a|any|the|their|his|her? ${MEDS} ${THERE}?`,
    'empty',
  ),
  whether(
    `that|who? with|have|has|having|take|takes|taking|on|with_any|have_any|has_any|prescribed a|any|some|their? ${MEDS} ${THERE}?`,
    'not_empty',
  ),
  phrase(
    `take|takes|taking|on|with|has|have|prescribed more_than|over|at_least|fewer_than|less_than|under|up_to|exactly|about? {number} or_more|plus? ` +
      `different|daily? ${MEDS}`,
    (_, { text, at, to }) => {
      const from = /^(?:with|has|have)$/.test(text.words[at]?.text ?? '') ? at + 1 : at;
      return [ask(NOT_COUNT, [], saidBetween(text.sentence, text.words, from, to))];
    },
  ),
];
