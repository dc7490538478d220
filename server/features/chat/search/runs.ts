import { KEPT_TIES, PEOPLE_WORDS } from './words/filler-words.ts';
import { isName, type Run } from './words/open-words.ts';
import { ownersAt } from './owners.ts';
import { TYPE_WORDS } from './words/type-words.ts';
import { openQuestion, ownerQuestion } from './answer/questions.ts';
import type { Part, Text } from './reading.ts';
import { saidBetween } from './answer/said-words.ts';

/** A stretch of the sentence: claimed by a rule, filler, or open. */
export interface Stretch {
  from: number;
  to: number;
  kind: 'claim' | 'filler' | 'tie' | 'open';
  parts: readonly Part[];
}

/** Open words with what ties them together are one run: a name or a question. */
export function withRuns(text: Text, stretches: readonly Stretch[]): Stretch[] {
  const done: Stretch[] = [];
  for (let index = 0; index < stretches.length; ) {
    const stretch = stretches[index];
    if (stretch?.kind !== 'open') {
      if (stretch) done.push(stretch);
      index += 1;
      continue;
    }
    const end = runEnd(text, stretches, index);
    const from = runStart(text, done, stretch.from);
    const to = stretches[end - 1]?.to ?? stretch.to;
    done.push({ from, to, kind: 'claim', parts: [partOfRun(text, { from, to }, stretches, stretch.from)] });
    index = end;
  }
  return done;
}

/**
 * End of the last open word before a claim or a break, including connecting words. A `not` that no rule could read
 * includes the words it negates.
 */
function runEnd({ words }: Text, stretches: readonly Stretch[], start: number): number {
  let end = start + 1;
  for (let index = start + 1; index < stretches.length; index += 1) {
    const { from, kind } = stretches[index] ?? { from: 0, kind: 'claim' };
    const word = words[from];
    if (word?.afterBreak) break;
    const isDenied = kind === 'claim' && isBehindDenial(words, stretches.slice(start, end), from);
    if (kind === 'claim' && !isDenied) break;
    if (kind === 'open' || isDenied || (end === index && (kind === 'tie' || word?.text === 'ones'))) end = index + 1;
  }
  return end;
}

/** `hasn't` or `hasn't really been` of a run directly before a claim. */
function isBehindDenial(words: Text['words'], run: readonly Stretch[], at: number): boolean {
  let last = at - 1;
  while (BEFORE_DENIED.has(words[last]?.text ?? '') && words[last]?.afterBreak === false) last -= 1;
  return DENYING.has(words[last]?.text ?? '') && run.some(({ from, to }) => from <= last && last < to);
}
const BEFORE_DENIED: ReadonlySet<string> = new Set(
  'been be come came had have has gotten got get received there any a ever even really actually yet i we'.split(' '),
);
const DENYING: ReadonlySet<string> = new Set([
  'not',
  'cant',
  'cannot',
  'couldnt',
  'didnt',
  'hadnt',
  'hasnt',
  'havent',
  'wasnt',
  'werent',
  'wont',
  'no',
  'without',
  'except',
  'isnt',
  'arent',
  'dont',
  'doesnt',
  'never',
  'minus',
  'excluding',
  'nobody',
  'neither',
  'nor',
]);

/**
 * Words attached to the run belong to it: `on Humana`, `in danger of leaving`, and the category of `Medicare
 * Advantage`.
 */
function runStart({ words }: Text, done: Stretch[], from: number): number {
  const before = done.at(-1);
  if (before === undefined || words[from]?.afterBreak) return from;
  const isTied = before.kind === 'tie' && KEPT_TIES.has(words[before.from]?.text ?? '');
  const isOfCategory = before.parts.some((part) => part.kind === 'set' && part.set.category !== undefined);
  if (!isTied && !isOfCategory) return from;
  done.pop();
  return before.from;
}

function partOfRun(text: Text, run: Run, stretches: readonly Stretch[], open: number): Part {
  const { sentence, words } = text;
  const own = { from: open, to: run.to };
  const others = stretches.filter(
    ({ from, to, kind }) =>
      (to <= run.from || from >= run.to) && kind !== 'tie' && !(kind === 'filler' && !isPeople(text, from)),
  );
  const next = words[run.to];
  const isBeforePeople =
    next !== undefined && !next.afterBreak && (TYPE_WORDS.includes(next.text) || PEOPLE_WORDS.has(next.text));
  const said = saidBetween(sentence, words, own.from, own.to);
  if (run.from === open && isName(text, own, { isAll: others.length === 0, isBeforePeople })) {
    return isOwner(text, own) ? ownerQuestion(said) : { kind: 'name', q: withParticles(text, own), forgiving: true };
  }
  return openQuestion(text, run);
}

/** A name with the small words before it, which are Spanish for others: `de la rosa`. */
function withParticles({ sentence, words }: Text, { from, to }: Run): string {
  let start = from;
  while (!words[start]?.afterBreak && ['de', 'del', 'la', 'las', 'los'].includes(words[start - 1]?.text ?? ''))
    start -= 1;
  return saidBetween(sentence, words, start, to);
}

/** True when these words name a user in the downline: their contacts may be meant, or a contact of that name. */
const isOwner = (text: Text, { from, to }: Run): boolean => ownersAt(text, from, false)?.to === to;

/** `people`, `folks`; `ones` points at others. */
export const isPeople = ({ words }: Text, at: number): boolean => {
  const { text = '' } = words[at] ?? {};
  return PEOPLE_WORDS.has(text) && text !== 'ones';
};
