const WORDS = ['first', 'second', 'third', 'fourth'] as const;
const ENDINGS: Readonly<Record<Intl.LDMLPluralRule, string>> = {
  zero: 'th',
  one: 'st',
  two: 'nd',
  few: 'rd',
  many: 'th',
  other: 'th',
};
const ordinals = new Intl.PluralRules('en-US', { type: 'ordinal' });

/** Text for choosing one of several, counted from 0: 'the first one', 'the 5th one'. Source: core §9. */
export function nthOne(index: number): string {
  const nth = index + 1;
  return `the ${WORDS[index] ?? `${nth}${ENDINGS[ordinals.select(nth)]}`} one`;
}
