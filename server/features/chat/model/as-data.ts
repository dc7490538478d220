import { randomBytes } from 'node:crypto';
import { redact } from './redact.ts';

/** Characters that a tool may tell at most. Ours: about 6,000 tokens. */
const MOST_TOLD = 24_000;

/**
 * What people wrote, on its way to the model: JSON between two marks that nobody can guess, so that no text ends it early.
 * Whatever reads like an order in it stays as it is, and is data.
 */
export interface Fence {
  /** The word of both marks. */
  readonly word: string;
  readonly wrap: (value: unknown) => string;
}

/** Of one request; the next one has another. */
export function createFence(): Fence {
  // Letters alone: a row of digits could be taken for somebody's number.
  const word = `data-${randomBytes(12)
    .toString('hex')
    .replace(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)))}`;
  return {
    word,
    wrap: (value) => {
      const text = plainJson(redact(value));
      const inside = text.length > MOST_TOLD ? plainJson(`Too much: ${text.length} characters. Ask for less.`) : text;
      return `<${word}>\n${inside}\n</${word}>`;
    },
  };
}

/**
 * Marks of chat templates and of markup begin with `<`, and letters that nobody sees may say what nobody reads: both are
 * written as escapes, which mean the same in JSON.
 */
const plainJson = (value: unknown): string =>
  (JSON.stringify(value) ?? 'null').replace(/[<>\p{C}\u2028\u2029]/gu, (letter) =>
    letter.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );
