import { type Claim, isHeard, type Part, type Rule, type Text } from '../reading.ts';
import { SLOTS, type SlotValues } from '../slots.ts';

/**
 * A rule in its spoken form. Words match as heard; `|` separates synonyms; `_` joins the words of one; `?` follows an
 * optional word; `{age}` is a slot for its own kind of words.
 *
 *     phrase('turning|turns {age} in|during? {period}', ({ age, period }) => …)
 */
export const phrase = <const Pattern extends string>(
  pattern: Pattern,
  read: (slots: Filled<Pattern>, said: Said) => readonly Part[] | null,
): Rule => {
  const steps = pattern.split(' ').map(stepOf);
  const starts = startsOf(steps);
  return {
    words: steps.flatMap((step) => step.heard.flat()),
    ...(starts && { starts }),
    read: (text, at) => {
      const slots: Record<string, unknown> = {};
      const to = walk(text, steps, 0, at, at, slots);
      if (to === null) return null;
      const parts = read(slots as Filled<Pattern>, { text, at, to });
      return parts && { to, parts };
    },
  };
};

/** Position of a matched phrase. */
export interface Said extends Pick<Claim, 'to'> {
  readonly text: Text;
  readonly at: number;
}

/** The slots of a pattern with the types of what they hold. */
type Filled<Pattern extends string> = {
  readonly [Name in NamesIn<Pattern>]: Pattern extends `${string}{${Name}}?${string}`
    ? SlotValues[Name] | undefined
    : SlotValues[Name];
};
type NamesIn<Pattern extends string> = Pattern extends `${string}{${infer Name}}${infer Rest}`
  ? (Name & keyof SlotValues) | NamesIn<Rest>
  : never;

interface Step {
  /** Synonyms, longest first, each as its words. */
  readonly heard: readonly (readonly string[])[];
  /** `null`: it is words, no slot. */
  readonly slot: keyof SlotValues | null;
  readonly optional: boolean;
}

function stepOf(written: string): Step {
  const optional = written.endsWith('?');
  const body = optional ? written.slice(0, -1) : written;
  if (body.startsWith('{')) return { heard: [], slot: body.slice(1, -1) as keyof SlotValues, optional };
  const heard = body.split('|').map((way) => way.split('_'));
  return { heard: heard.toSorted((a, b) => b.length - a.length), slot: null, optional };
}

/** Words that a phrase may begin with; `null`: a slot may be first. */
function startsOf(steps: readonly Step[]): ReadonlySet<string> | null {
  const needed = steps.findIndex(({ optional }) => !optional);
  const first = steps.slice(0, needed + 1);
  if (needed < 0 || first.some(({ slot }) => slot !== null)) return null;
  return new Set(first.flatMap(({ heard }) => heard.map(([word = '']) => word)));
}

/** The position after the steps; `null` when they don't match here. */
function walk(
  text: Text,
  steps: readonly Step[],
  index: number,
  start: number,
  at: number,
  slots: Record<string, unknown>,
): number | null {
  const step = steps[index];
  if (step === undefined) return at;
  for (const { to, value } of waysOf(text, step, start, at)) {
    const end = walk(text, steps, index + 1, start, to, slots);
    if (end === null) continue;
    if (step.slot !== null) slots[step.slot] = value;
    return end;
  }
  return step.optional ? walk(text, steps, index + 1, start, at, slots) : null;
}

function* waysOf(
  text: Text,
  { slot, heard }: Step,
  start: number,
  at: number,
): Generator<{ to: number; value: unknown }> {
  const word = text.words[at];
  if (word === undefined || (at > start && word.afterBreak)) return;
  if (slot !== null) {
    const found = slotAt(text, slot, at);
    if (found !== null) yield found;
    return;
  }
  for (const way of heard)
    if (way[0] === word.text && isHeard(text, way, at)) yield { to: at + way.length, value: null };
}

type Found = { readonly to: number; readonly value: unknown } | null;

/** Many phrases look for the same slot at the same place. */
const looked = new WeakMap<Text, Map<string, Found>>();

function slotAt(text: Text, slot: keyof SlotValues, at: number): Found {
  const known = looked.get(text) ?? new Map<string, Found>();
  looked.set(text, known);
  const key = `${slot} ${at}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const found = SLOTS[slot](text, at);
  known.set(key, found);
  return found;
}
