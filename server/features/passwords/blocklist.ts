import { normalPassword, repeatedPart } from '#rules/access/password.ts';

let known: Promise<ReadonlySet<string>> | null = null;

// Read at the first new password: the list is big, and most processes never need it. 49,233 passwords of real leaks, most
// common first; source and license: docs/decisions/073-passwords-that-are-common.md.
async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
}

/** Letters that these stand for. */
const STAND_INS: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};
const spelled = (text: string): string => text.replaceAll(/[@43!1$057]/g, (sign) => STAND_INS[sign] ?? sign);

/** Digits and signs that people add to a word to satisfy a rule. */
const ADDED = /^[^\p{L}]+|[^\p{L}]+$/gu;

/** True for one of the most common passwords, two of them in a row, or digits alone, with other characters around. */
export async function isCommon(password: string): Promise<boolean> {
  const common = await (known ??= load());
  const lower = normalPassword(password).toLowerCase();
  const bare = lower.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
  const isOne = (text: string): boolean => {
    const word = text.replaceAll(ADDED, '');
    return word === '' || [text, word, spelled(text), spelled(word)].some((form) => common.has(form));
  };
  if ([lower, bare, repeatedPart(lower), repeatedPart(bare)].some(isOne)) return true;
  return Array.from(bare, (_, at) => at).some((at) => at > 0 && isOne(bare.slice(0, at)) && isOne(bare.slice(at)));
}
