import type { Identifiers } from './identifiers.ts';

const SPECIAL = /[\\^$.*+?()[\]{}|/]/g;

const BETWEEN_DIGITS = String.raw`[\s.()/-]*`;

const textPattern = (text: string): string =>
  String.raw`(?<![\p{L}\p{N}])${text.replace(SPECIAL, String.raw`\$&`)}(?![\p{L}\p{N}])`;

/** A US number in any form; another one only as it is. */
function phonePattern(phone: string): string {
  const digits = /^\+1(\d{10})$/.exec(phone)?.[1];
  if (digits === undefined) return phone.replace(SPECIAL, String.raw`\$&`);
  return String.raw`(?<!\d)(?:\+?1${BETWEEN_DIGITS})?${BETWEEN_DIGITS}${digits.split('').join(BETWEEN_DIGITS)}(?!\d)`;
}

/** Replaces all of a person's values in a text, or in the texts of a JSON value. */
export type Mask = <T>(value: T) => T;

/** `token` takes the place of a value. */
export function maskOf({ texts, phones }: Identifiers, token: string): Mask {
  // The longest first, so that a name isn't masked within an address.
  const patterns = [...texts.toSorted((a, b) => b.length - a.length).map(textPattern), ...phones.map(phonePattern)];
  if (patterns.length === 0) return (value) => value;
  const all = new RegExp(patterns.join('|'), 'giu');
  const masked = (value: unknown): unknown => {
    if (typeof value === 'string') return value.replaceAll(all, token);
    if (Array.isArray(value)) return value.map(masked);
    if (value === null || typeof value !== 'object' || value instanceof Date || Buffer.isBuffer(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [masked(key), masked(one)]));
  };
  return masked as Mask;
}

/** Patterns of `like` that find rows which may hold one of the values: in lower case, and among their digits alone. */
export const likesOf = ({ texts, phones }: Identifiers): { readonly texts: string[]; readonly digits: string[] } => ({
  texts: texts.map((text) => `%${text.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`),
  digits: phones.map((phone) => `%${phone.replaceAll(/\D/g, '').replace(/^1(?=\d{10}$)/, '')}%`),
});
