const wordsOf = (text: string): string[] =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .split(/[^\p{Letter}\p{Number}]+/u)
    .filter((word) => word !== '');

/**
 * How well a name fits what was typed: 2, it begins with it; 1, each typed word begins one of its words, in any order; 0,
 * it doesn't. Case and accents don't count. Nothing typed fits nothing.
 */
export function fit(name: string, typed: string): 0 | 1 | 2 {
  const [own, asked] = [wordsOf(name), wordsOf(typed)];
  if (asked.length === 0) return 0;
  if (own.join(' ').startsWith(asked.join(' '))) return 2;
  return asked.every((word) => own.some((one) => one.startsWith(word))) ? 1 : 0;
}

interface Named {
  readonly label: string;
}

/** All of them, those that fit best first, else in their own order. */
export const bestOf = <One extends Named>(all: readonly One[], typed: string): One[] =>
  all
    .map((one) => ({ one, how: fit(one.label, typed) }))
    .toSorted((a, b) => b.how - a.how)
    .map(({ one }) => one);

/** Those that fit, the best first, else in their own order. */
export const fitting = <One extends Named>(all: readonly One[], typed: string): One[] =>
  bestOf(
    all.filter(({ label }) => fit(label, typed) > 0),
    typed,
  );
