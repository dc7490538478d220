import { PASSWORD_MIN, PASSWORD_MIN_WITH_2FA } from '#contract/passwords.contract.ts';

/** Characters of a password at most. Source: promise P3. */
export const PASSWORD_MAX = 128;

/** Minimum letters of a word that a password must not be based on. Our choice. */
const SHORTEST_WORD = 4;

/** Normalizes a password for storing and counting: one letter is one character, however it was typed. */
export const normalPassword = (password: string): string => password.normalize('NFC');

/** Characters as a person counts them. */
export const passwordLength = (password: string): number => Array.from(normalPassword(password)).length;

export interface PasswordCircumstances {
  readonly hasTwoFactor: boolean;
  /** Publicly known words: user name, e-mail address, brand. */
  readonly forbidden: readonly string[];
}

/** Problems of a new password as sentences; empty: none. No classes of characters are required. */
export function passwordFaults(password: string, { hasTwoFactor, forbidden }: PasswordCircumstances): string[] {
  const length = passwordLength(password);
  const least = hasTwoFactor ? PASSWORD_MIN_WITH_2FA : PASSWORD_MIN;
  const faults: string[] = [];
  if (length < least) {
    const hint = hasTwoFactor ? '' : ' Several words make a strong password.';
    faults.push(`Use at least ${least} characters.${hint}`);
  }
  if (length > PASSWORD_MAX) faults.push(`Use at most ${PASSWORD_MAX} characters.`);
  const rest = withoutWords(password, forbidden);
  if (rest !== null && Array.from(rest).length < PASSWORD_MIN_WITH_2FA) {
    faults.push("Don't use your username, your e-mail address or our name. Those are guessed first.");
  }
  if (Array.from(repeatedPart(password)).length < SHORTEST_WORD) faults.push("Don't repeat the same few characters.");
  return faults;
}

/** Remainder without the known words. `null`: none occurs. */
function withoutWords(password: string, words: readonly string[]): string | null {
  const all = normalPassword(password).toLowerCase();
  const parts = words.flatMap((word) => [word, ...word.split(/[^\p{L}\p{N}]+/u)]).map((word) => word.toLowerCase());
  const rest = parts
    .filter((word) => word.length >= SHORTEST_WORD)
    .toSorted((a, b) => b.length - a.length)
    .reduce((left, word) => left.replaceAll(word, ''), all);
  return rest === all ? null : rest;
}

/** The shortest text that the password repeats: `abc` of `abcabcab`, or all of it. */
export function repeatedPart(password: string): string {
  const letters = Array.from(normalPassword(password).toLowerCase());
  for (let length = 1; length <= letters.length / 2; length += 1) {
    if (letters.every((letter, at) => letter === letters[at % length])) return letters.slice(0, length).join('');
  }
  return letters.join('');
}
