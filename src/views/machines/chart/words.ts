import { capital } from '#rules/words/capital.ts';

/** Past participles that don't end in -ed, as in the names of facts. */
const FACTS = /(ed|lost|shown|hidden|begun|held|told|gone|kept|sent|run|made|found)$/u;

/** `signInBySso` → `sign in by SSO`. */
export const wordsOf = (name: string): string =>
  name
    .replaceAll(/[-_]/gu, ' ')
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/gu, ' ')
    .toLowerCase()
    .replaceAll(/\b(sso|id)\b/gu, (short) => short.toUpperCase());

export const titleOf = (name: string): string => capital(wordsOf(name));

/**
 * Turns a command or a fact into words, without the machine's own noun: in the machine `session`, `session.signIn` →
 * `sign in`; `network.lost` → `network lost`; `proof.ask` → `ask proof`.
 */
export function eventWords(type: string, machineId: string): string {
  if (type === '*') return 'anything else';
  const [noun = '', ...rest] = type.split('.');
  const what = rest.map(wordsOf).join(' ');
  if (isOwn(noun, machineId)) return what;
  return FACTS.test(what) ? `${wordsOf(noun)} ${what}` : `${what} ${wordsOf(noun)}`;
}

const isOwn = (noun: string, machineId: string): boolean =>
  ` ${wordsOf(machineId)} `.includes(` ${wordsOf(noun)} `) || `${wordsOf(noun)}s` === wordsOf(machineId);

/** `isForGood` → `if for good`, `hasId` → `if has id`. */
export const guardWords = (name: string): string => `if ${wordsOf(name).replace(/^is /u, '')}`;

/** Uses the largest unit with at most one decimal. */
export function durationWords(ms: number): string {
  const [size, unit] = UNITS.find(([each]) => ms >= each) ?? [1, 'ms'];
  return `${Math.round((ms / size) * 10) / 10} ${unit}`;
}

const UNITS = [
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1_000, 's'],
] as const;
