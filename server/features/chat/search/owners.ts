import { isHeard, type Text } from './reading.ts';
import { wordsOf } from './answer/said-words.ts';
import type { Choice, Vocabulary } from './words/vocabulary.ts';

const ME = ['my', 'mine', 'me'];

const plainName = (name: string) =>
  wordsOf(name)
    .map(({ text }) => text)
    .join(' ');

/** Users that a full, first or last name may mean. */
const named = new WeakMap<Vocabulary, ReadonlyMap<string, readonly Choice[]>>();

function namesOf(vocabulary: Vocabulary): ReadonlyMap<string, readonly Choice[]> {
  const known = named.get(vocabulary);
  if (known !== undefined) return known;
  const names = new Map<string, Choice[]>();
  for (const owner of vocabulary.words.owners) {
    const words = plainName(owner.name).split(' ');
    const ways = words.flatMap((_, index) =>
      [words.slice(0, index + 1), words.slice(index)].map((way) => way.join(' ')),
    );
    for (const way of new Set(ways)) names.set(way, [...(names.get(way) ?? []), owner]);
  }
  named.set(vocabulary, names);
  return names;
}

const called = ({ vocabulary }: Text, said: string): readonly Choice[] => namesOf(vocabulary).get(said) ?? [];

interface OwnerAt {
  readonly value: readonly Choice[];
  readonly to: number;
  readonly possessive: boolean;
}

/** `Dana's`, `Marcus Ellery's`, `danas`, `Dana`. */
function ownerAt(text: Text, at: number): OwnerAt | null {
  const { words } = text;
  for (let to = Math.min(words.length, at + 4); to > at; to -= 1) {
    const span = words.slice(at, to);
    const last = span.at(-1);
    if (last === undefined || span.slice(1).some((word) => word.afterBreak)) continue;
    const before = span.slice(0, -1).map((word) => word.text);
    const forms = [
      { said: last.owner, possessive: true },
      { said: last.text, possessive: false },
      { said: last.text.endsWith('s') ? last.text.slice(0, -1) : null, possessive: true },
    ];
    for (const { said, possessive } of forms) {
      const value: readonly Choice[] = said === null ? [] : called(text, [...before, said].join(' '));
      if (value.length > 0) return { value, to, possessive };
    }
  }
  return null;
}

/** One or more users in the downline, or the user among them; in a possessive list the last one has the ending. */
export function ownersAt(
  text: Text,
  at: number,
  possessive: boolean,
): { value: readonly (readonly Choice[])[]; to: number } | null {
  const found: (readonly Choice[])[] = [];
  let [to, isOwned, isSomebody] = [at, !possessive, false];
  for (;;) {
    const me = ME.some((word) => isHeard(text, [word], to));
    const one = me
      ? { value: [{ id: text.vocabulary.words.me, name: 'Me' }], to: to + 1, possessive: true }
      : ownerAt(text, to);
    if (one === null) break;
    found.push(one.value);
    isOwned = isOwned || one.possessive;
    isSomebody = isSomebody || !me;
    ({ to } = one);
    if (!['and', 'or', 'y'].includes(text.words[to]?.text ?? '')) break;
    to += 1;
  }
  if (!isSomebody || !isOwned) return null;
  // An `and` after the last one belongs to the next words.
  const end = ['and', 'or', 'y'].includes(text.words[to - 1]?.text ?? '') ? to - 1 : to;
  return { value: found, to: end };
}
