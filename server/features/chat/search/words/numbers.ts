import { MAX_SELECTED } from '#contract/contacts/scope.contract.ts';
import { wordTable } from '../../word-table.ts';
import type { Text } from '../reading.ts';

const NUMBER_WORDS = wordTable<number>(
  Object.fromEntries(
    (
      'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen ' +
      'eighteen nineteen'
    )
      .split(' ')
      .map((word, index) => [word, index + 1] as const),
  ),
);
const TENS = wordTable<number>(
  Object.fromEntries(
    'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ').map((word, index) => [word, 10 * (index + 2)]),
  ),
);
const HUNDREDS = wordTable({ hundred: 100, thousand: 1_000, dozen: 12 });

/** `sixties` is 60. */
export const DECADES = wordTable<number>(
  Object.fromEntries(Object.entries(TENS).map(([word, value]) => [word.replace(/y$/, 'ies'), value])),
);

export const COUNT_WORDS: readonly string[] = [NUMBER_WORDS, TENS, HUNDREDS, DECADES].flatMap((words) =>
  Object.keys(words),
);

/** A whole number up to a million in digits or words: `30`, `1,000`, `sixty five`, `a hundred`, `a couple of`. */
export function numberAt({ words }: Text, at: number): { value: number; to: number } | null {
  const couple = at + (words[at]?.text === 'a' ? 1 : 0);
  if (words[couple]?.text === 'couple') return { value: 2, to: couple + (words[couple + 1]?.text === 'of' ? 2 : 1) };
  const text = words[at]?.text ?? '';
  if (/^\d{1,3}(?:,?\d{3})*$/.test(text) || /^\d{1,7}$/.test(text)) {
    const value = Number(text.replaceAll(',', ''));
    return value > MAX_SELECTED ? null : { value, to: at + 1 };
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
