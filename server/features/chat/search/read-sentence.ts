import type { ChatOption, ChatQuestion } from '#contract/chat/reply.contract.ts';
import type { ContactFilter, ContactsScopeInput } from '#contract/contacts/scope.contract.ts';
import { LEAVE_IT_OUT } from '../said.ts';
import { askedAtOdds, withMine } from './answer/conflicts.ts';
import { within } from './day-filters.ts';
import { ASKING_WORDS, FILLER_PHRASES, PEOPLE_WORDS, TIES } from './words/filler-words.ts';
import { isStateWord, mend } from './words/mended-words.ts';
import { questionOf } from './answer/questions.ts';
import { isHeard, type Refused, type Text, type When } from './reading.ts';
import { claimAt, KNOWN_WORDS } from './rules/rules.ts';
import { isPeople, type Stretch, withRuns } from './runs.ts';
import { saidBetween, wordsOf } from './answer/said-words.ts';
import { told } from './answer/standing.ts';
import type { Vocabulary } from './words/vocabulary.ts';

export interface RefusedCommand {
  readonly what: Refused;
  readonly part: string;
}

/** Meaning of a sentence: its certain part as a scope, the rest as questions. */
export interface Reading {
  /** Only what differs from the defaults of a scope. */
  readonly scope: ContactsScopeInput;
  /** Like the scope, with mentioned defaults: `mine`, `alphabetical`. */
  readonly said: ContactsScopeInput;
  readonly questions: readonly ChatQuestion[];
  /** A command, also among the questions: MAX finds contacts and changes none. */
  readonly refusal: RefusedCommand | null;
  /** Taken as given: words that were misspelt. */
  readonly assumptions: readonly string[];
  /** Names its own subject instead of only narrowing the previous one. */
  readonly isWhole: boolean;
  /** True when nothing was understood. */
  readonly isAtLoss: boolean;
}

/**
 * Reads a sentence. Every word is claimed by a rule, is filler, or is asked about: none is dropped and none is guessed.
 */
export function readSentence(sentence: string, vocabulary: Vocabulary, today: string): Reading {
  const { words, taken } = mend(wordsOf(sentence), vocabulary);
  const isKnown = (word: string) => KNOWN_WORDS.has(word) || vocabulary.spoken.has(word) || isStateWord(word);
  const text: Text = { sentence, words, vocabulary, today, isKnown };
  const read = askedEither(text, askedAtOdds(withMine(text, withDays(text, scan(text)))));
  const stretches = withRuns(text, read);
  const claimed = stretches.filter(({ kind }) => kind === 'claim');
  const isTaken = (place: number) => claimed.some(({ from, to }) => from <= place && place < to);
  return {
    ...assembled(text, stretches),
    assumptions: [...taken]
      .filter(([place]) => isTaken(place))
      .map(([place, as]) => `“${words[place]?.said ?? ''}” means ${as}.`),
    isWhole: stretches.some((stretch) => isSubject(text, stretch)) || beginsUnknown(read),
    isAtLoss: claimed.every(({ parts }) => parts.length === 0) && !isWholeBook(text, stretches),
  };
}

/** Gives each position its longest claim; the rest is filler, a connecting word or open. */
function scan(text: Text): Stretch[] {
  const stretches: Stretch[] = [];
  for (let at = 0; at < text.words.length; ) {
    const claim = claimAt(text, at);
    const filler = FILLER_PHRASES.find((way) => isHeard(text, way, at));
    const word = text.words[at]?.text ?? '';
    const to = claim?.to ?? at + (filler?.length ?? 1);
    const isFiller = filler !== undefined || ASKING_WORDS.has(word) || PEOPLE_WORDS.has(word);
    const kind = claim ? 'claim' : isFiller ? 'filler' : TIES.has(word) ? 'tie' : 'open';
    stretches.push({ from: at, to, kind, parts: claim?.parts ?? [] });
    at = to;
  }
  return stretches;
}

/** `everybody`, `my entire book`: no condition, which is a search too. */
const isWholeBook = ({ words }: Text, stretches: readonly Stretch[]): boolean =>
  !words.some(({ text }) => /^(?:thanks?|thats)$/.test(text)) &&
  stretches.some(
    ({ from, to, kind }) => kind === 'filler' && words.slice(from, to).some(({ text }) => WHOLE.test(text)),
  );
const WHOLE = /^(?:everybody|everyone|everything|every|entire|whole|book|contacts|people|folks)$/;

const daysOf = ({ parts }: Stretch): When | null => {
  const [part] = parts;
  return part?.kind === 'days' ? part.when : null;
};

/**
 * Dates belong to the part that needs them; after a source they mean when someone arrived; otherwise they belong to the
 * previous part.
 */
function withDays(text: Text, stretches: readonly Stretch[]): Stretch[] {
  const done = [...stretches];
  for (const [index, stretch] of done.entries()) {
    const when = daysOf(stretch);
    if (when === null) continue;
    if (isVague(text, stretch, done[index - 1])) {
      asked(text, done, index);
      continue;
    }
    const waiting = done.slice(0, index).findLast(({ parts }) => parts.some(({ kind }) => kind === 'awaits'));
    const awaited = waiting?.parts.find((part) => part.kind === 'awaits');
    const before = done[index - 1];
    const isBehindSource =
      before?.parts.some((part) => part.kind === 'filter' && part.filter.field === 'source') === true;
    if (waiting && awaited) {
      waiting.parts = awaited.with(when);
      stretch.parts = [];
      if (waiting.parts.some(({ kind }) => kind === 'ask')) asked(text, done, index);
    } else if (isBehindSource) {
      stretch.parts = within('created_at', when.past);
    } else {
      asked(text, done, index);
    }
  }
  return done.filter(({ from, to }) => to > from);
}

/** `about a month ago`: no single day. */
const isVague = ({ words }: Text, { from, to }: Stretch, before: Stretch | undefined): boolean =>
  words[to - 1]?.text === 'ago' &&
  before !== undefined &&
  words[from]?.afterBreak === false &&
  before.kind !== 'claim' &&
  VAGUE.has(words[from - 1]?.text ?? '');
const VAGUE: ReadonlySet<string> = new Set(['about', 'around']);

/** Days that no part uses: `quoted last month` is a question as a whole. */
function asked(text: Text, done: Stretch[], index: number): void {
  const [before, stretch] = [done[index - 1], done[index]];
  if (stretch === undefined) return;
  const isHanging = before !== undefined && text.words[stretch.from]?.afterBreak !== true;
  if (isHanging && (before.kind === 'open' || before.kind === 'tie')) {
    stretch.kind = 'open';
    stretch.parts = [];
    return;
  }
  const isChoice = before?.parts.some(({ kind }) => kind === 'filter') === true;
  if (isHanging && before.kind === 'claim' && isChoice) {
    Object.assign(stretch, { from: before.from, parts: [questionOf('days', '')] });
    Object.assign(before, { to: before.from, parts: [] });
    return;
  }
  stretch.parts = [questionOf('days', saidBetween(text.sentence, text.words, stretch.from, stretch.to))];
}

const isTelling = ({ kind, parts }: Stretch): boolean =>
  kind === 'claim' && parts.some((part) => part.kind === 'filter' || part.kind === 'set' || part.kind === 'ask');

/** `in Texas or tagged hot`: a scope can't express alternatives across fields. */
function askedEither(text: Text, stretches: readonly Stretch[]): Stretch[] {
  const at = stretches.findIndex(
    ({ from, kind }) => kind !== 'claim' && ['or', 'o'].includes(text.words[from]?.text ?? ''),
  );
  if (at < 0) return [...stretches];
  const before = stretches.slice(0, at).findLastIndex(isTelling);
  const behind = stretches.findIndex((stretch, index) => index > at && isTelling(stretch));
  const [first, last] = [stretches[before], stretches[behind]];
  if (!first || !last || before < at - 2) return [...stretches];
  const either: Stretch = { from: first.from, to: last.to, kind: 'claim', parts: [questionOf('either', '')] };
  return askedEither(text, [...stretches.slice(0, before), either, ...stretches.slice(behind + 1)]);
}

/** `abernathy in texas`: unknown words, then a condition. */
const beginsUnknown = (stretches: readonly Stretch[]): boolean =>
  stretches.find(({ kind }) => kind !== 'filler')?.kind === 'open' && stretches.some(isTelling);

/** Searches of their own: `birthdays in December`, `overdue follow-ups`. */
const LOOKED_FOR: ReadonlySet<string> = new Set(['birthdays', 'bdays', 'cumpleanos', 'overdue', 'duplicates', 'dupes']);

const isSubject = (text: Text, { from, to, kind, parts }: Stretch): boolean =>
  (kind === 'filler' && isPeople(text, from)) ||
  (from === 0 && kind === 'claim' && LOOKED_FOR.has(text.words[0]?.text ?? '')) ||
  (parts.some((part) => part.kind === 'set' && part.set.contact_group !== undefined) &&
    text.words.slice(from, to).some((_, place) => isPeople(text, from + place))) ||
  parts.some(
    (part) =>
      part.kind === 'name' ||
      (part.kind === 'set' && (part.set.type !== undefined || part.set.duplicate !== undefined)),
  );

/** Combines the parts into one scope, in their original order. */
function assembled(
  text: Text,
  stretches: readonly Stretch[],
): Pick<Reading, 'scope' | 'said' | 'questions' | 'refusal'> {
  const [search, questions] = [[] as ContactFilter[], [] as ChatQuestion[]];
  let settings: ContactsScopeInput = {};
  let refusal: RefusedCommand | null = null;
  for (const { from, to, parts } of stretches) {
    const said = saidBetween(text.sentence, text.words, from, to);
    for (const part of parts) {
      if (part.kind === 'filter') search.push(part.filter);
      if (part.kind === 'ask') questions.push(question(part.part ?? said, part.text, part.options));
      if (part.kind === 'refuse') {
        questions.push(question(said, "I can't do this.", []));
        refusal = { what: part.what, part: said };
      }
      const isSecond =
        part.kind === 'name' ? settings.q !== undefined : part.kind === 'set' && contradicts(settings, part.set);
      if (isSecond) questions.push(question(said, "I can't combine this with what comes before it.", []));
      else if (part.kind === 'set') settings = { ...settings, ...part.set };
      else if (part.kind === 'name')
        settings = { ...settings, q: part.q, ...(part.forgiving ? { forgiving: true } : {}) };
    }
  }
  const said = { ...(search.length > 0 ? { search: withOrderedSpans(search) } : {}), ...settings };
  return { scope: told(said), said, questions, refusal };
}

/** `older than 64 but under 80`: the two bounds of a span are written in their order, wherever they were mentioned. */
const withOrderedSpans = (search: readonly ContactFilter[]): ContactFilter[] => {
  const bound = (field: ContactFilter['field'], op: 'after' | 'before') =>
    search.find((one) => one.field === field && one.op === op);
  return search.flatMap((one) => {
    if (one.op !== 'after' && one.op !== 'before') return [one];
    const [after, before] = [bound(one.field, 'after'), bound(one.field, 'before')];
    if (after === undefined || before === undefined || (one !== after && one !== before)) return [one];
    return one === search.find((other) => other === after || other === before) ? [after, before] : [];
  });
};

/** Uncertain parts can always be removed. */
const question = (part: string, text: string, options: readonly ChatOption[]): ChatQuestion => ({
  part,
  text,
  options: [...options, { label: LEAVE_IT_OUT, says: `Leave out “${part}”` }],
});

/** A scope has only one of these. */
const contradicts = (settings: ContactsScopeInput, more: ContactsScopeInput): boolean =>
  (['type', 'category'] as const).some(
    (key) => settings[key] !== undefined && more[key] !== undefined && settings[key] !== more[key],
  );
