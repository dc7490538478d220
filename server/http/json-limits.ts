import type { Endpoint } from '#contract/endpoint.ts';
import { Refusal } from '../errors.ts';

/** Size and form of a JSON body, checked before it is parsed. */
export interface JsonLimits {
  readonly bytes: number;
  /** Objects and arrays inside each other. */
  readonly depth: number;
  /** Members of objects and elements of arrays, at all levels. */
  readonly entries: number;
}

/** A stranger's body. Source: promise P25. The largest is the report of a fault. */
export const PUBLIC_JSON: JsonLimits = { bytes: 16 * 2 ** 10, depth: 16, entries: 1_000 };

/** A user's body. Ours: a thousand corrected rows of an import, two lists of 10,000 ids, or two million characters. */
const OWN_JSON: JsonLimits = { bytes: 8 * 2 ** 20, depth: 32, entries: 50_000 };

/** One field of a form. Ours: four times the columns of a file. */
export const FIELD_JSON: JsonLimits = { bytes: 2 ** 20, depth: 8, entries: 2_000 };

export const jsonLimitsOf = ({ access }: Pick<Endpoint, 'access'>): JsonLimits =>
  access === 'public' ? PUBLIC_JSON : OWN_JSON;

const [QUOTE, BACKSLASH, COMMA] = ['"', '\\', ','].map((each) => each.charCodeAt(0));
const [OPEN_OBJECT, OPEN_ARRAY, CLOSE_OBJECT, CLOSE_ARRAY] = ['{', '[', '}', ']'].map((each) => each.charCodeAt(0));

/**
 * Returns what JSON has too much of. One pass over the text, which needn't be valid JSON; size isn't checked.
 */
export function excessOf(text: string, { depth, entries }: JsonLimits): 'depth' | 'entries' | null {
  let level = 0;
  let found = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === QUOTE) at = endOfText(text, at);
    else if (sign === COMMA) found += 1;
    else if (sign === OPEN_OBJECT || sign === OPEN_ARRAY) {
      level += 1;
      if (level > depth) return 'depth';
      // The first entry has no comma; an empty pair counts as one.
      found += 1;
    } else if (sign === CLOSE_OBJECT || sign === CLOSE_ARRAY) level -= 1;
    if (found > entries) return 'entries';
  }
  return null;
}

/** Index of the quote that closes the text opened at `start`. */
function endOfText(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length) {
    const sign = text.charCodeAt(at);
    if (sign === QUOTE) return at;
    at += sign === BACKSLASH ? 2 : 1;
  }
  return at;
}

const numbers = new Intl.NumberFormat('en-US');

/** @throws {Refusal} `unreadable` when JSON exceeds its limits. */
export function requireWithin(text: string, limits: JsonLimits): void {
  const excess = excessOf(text, limits);
  if (excess === 'depth') {
    throw new Refusal('unreadable', `The JSON is nested too deeply: use ${limits.depth} levels at most.`);
  }
  if (excess === 'entries') {
    const message = `The JSON has too many entries: send ${numbers.format(limits.entries)} at most.`;
    throw new Refusal('unreadable', message);
  }
}
