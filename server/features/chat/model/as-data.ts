import { randomBytes } from 'node:crypto';
import { redact } from './redact.ts';

/** Characters that a tool may tell at most. Ours: about 6,000 tokens. */
const MOST_TOLD = 24_000;

/**
 * Text written by people, for the model: JSON between two unguessable marks, so that no text can end it early. Anything
 * in it that reads like an instruction stays unchanged, and is data.
 */
export interface Fence {
  /** The word of both marks. */
  readonly word: string;
  readonly wrap: (value: unknown) => string;
}

/** Creates the fence of one request; the next one has another. */
export function createFence(): Fence {
  // Letters only: digits could be mistaken for someone's number.
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
 * Chat template and markup tags begin with `<`, and invisible letters may carry hidden text: both are escaped, which
 * means the same in JSON.
 */
const plainJson = (value: unknown): string =>
  (JSON.stringify(value) ?? 'null').replace(/[<>\p{C}\u2028\u2029]/gu, (letter) =>
    letter.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );
