import type { Text } from '../reading.ts';

const NUMBER_WORDS: Readonly<Record<string, number>> = Object.fromEntries(
  (
    'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen ' +
    'eighteen nineteen'
  )
    .split(' ')
    .map((word, index) => [word, index + 1] as const),
);
const TENS: Readonly<Record<string, number>> = Object.fromEntries(
  'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ').map((word, index) => [word, 10 * (index + 2)]),
);
const HUNDREDS: Readonly<Record<string, number>> = { hundred: 100, thousand: 1_000, dozen: 12 };

/** `sixties` is 60. */
export const DECADES: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries(TENS).map(([word, value]) => [word.replace(/y$/, 'ies'), value]),
);

export const COUNT_WORDS: readonly string[] = [NUMBER_WORDS, TENS, HUNDREDS, DECADES].flatMap((words) =>
  Object.keys(words),
);

/** A whole number in digits or words: `30`, `1,000`, `sixty five`, `a hundred`, `a couple of`. */
export function numberAt({ words }: Text, at: number): { value: number; to: number } | null {
  const couple = at + (words[at]?.text === 'a' ? 1 : 0);
  if (words[couple]?.text === 'couple') return { value: 2, to: couple + (words[couple + 1]?.text === 'of' ? 2 : 1) };
  const text = words[at]?.text ?? '';
  if (/^\d{1,3}(?:,?\d{3})*$/.test(text) || /^\d{1,7}$/.test(text)) {
    return { value: Number(text.replaceAll(',', '')), to: at + 1 };
  }
  const ten = TENS[text];
  if (ten !== undefined) {
    const one = NUMBER_WORDS[words[at + 1]?.text ?? ''] ?? 10;
    return one < 10 ? { value: ten + one, to: at + 2 } : { value: ten, to: at + 1 };
  }
  const small = text === 'a' ? 1 : NUMBER_WORDS[text];
  const times = HUNDREDS[words[at + 1]?.text ?? ''];
  if (small !== undefined && times !== undefined) return { value: small * times, to: at + 2 };
  return small === undefined || text === 'a' ? null : { value: small, to: at + 1 };
}
