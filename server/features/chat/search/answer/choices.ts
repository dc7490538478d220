import { periodAt } from '../words/periods.ts';
import type { Text } from '../reading.ts';
import { keyOf } from './said-words.ts';
import type { ChoiceField, Known } from '../words/vocabulary.ts';

/** Words of the longest name of a choice that is looked for. Ours. */
const MOST_WORDS = 8;

/** Mentioned choices: of one field, or one name that several fields have. */
export interface Chosen {
  readonly field: ChoiceField;
  readonly ids: readonly string[];
  /** `VIP and hot`, where one contact can be both. */
  readonly isBoth: boolean;
  /** Other meanings of the only name: asked about. */
  readonly others: readonly Known[];
}

/** Names of choices at this position, longest first. Many rules look them up at the same position. */
function knownAt(text: Text, at: number): readonly { readonly known: readonly Known[]; readonly to: number }[] {
  const places = looked.get(text) ?? new Map<number, readonly { known: readonly Known[]; to: number }[]>();
  looked.set(text, places);
  const before = places.get(at);
  if (before !== undefined) return before;
  const found: { known: readonly Known[]; to: number }[] = [];
  const texts: string[] = [];
  for (const [index, word] of text.words.slice(at, at + MOST_WORDS).entries()) {
    if (index > 0 && word.afterBreak) break;
    texts.push(word.text);
    const known = text.vocabulary.byKey.get(keyOf(texts));
    if (known) found.unshift({ known, to: at + index + 1 });
  }
  places.set(at, found);
  return found;
}
const looked = new WeakMap<Text, Map<number, readonly { readonly known: readonly Known[]; readonly to: number }[]>>();

/** The longest name of a choice at this position; `null` for fields means every field. */
export function choiceAt(
  text: Text,
  at: number,
  fields: readonly ChoiceField[] | null,
): { value: readonly Known[]; to: number } | null {
  for (const { known, to } of knownAt(text, at)) {
    const meant = fields === null ? known : known.filter(({ field }) => fields.includes(field));
    if (meant.length > 0) return { value: meant, to };
  }
  return null;
}

/** The same with more of its field: `hot or callback`. */
export function choicesAt(
  text: Text,
  at: number,
  fields: readonly ChoiceField[] | null,
): { value: Chosen; to: number } | null {
  const first = choiceAt(text, at, fields);
  const [known, ...others] = first?.value ?? [];
  if (first === null || known === undefined) return null;
  const ids = [known.id];
  let [to, isBoth] = [first.to, false];
  while (others.length === 0) {
    const word = text.words[to];
    const start = word && ['and', 'or', 'y', 'o'].includes(word.text) ? to + 1 : to;
    if (start === to && word?.afterBreak !== true && word?.joined !== true) break;
    const next = choiceAt(text, start, [known.field]);
    const [more] = next?.value ?? [];
    // `tagged VIP and turning 65 next year`: with days behind it, it is no name.
    if (
      next === null ||
      more === undefined ||
      periodAt(text, next.to) !== null ||
      text.vocabulary.byKey.get(keyOf([more.name]))?.length === 2
    )
      break;
    ids.push(more.id);
    isBoth ||= known.field === 'tag' && ['and', 'y'].includes(word?.text ?? '');
    ({ to } = next);
  }
  return { value: { field: known.field, ids, isBoth, others }, to };
}
