import { MAX_DIALLED, MIN_DIALLED } from '#contract/phone/call.contract.ts';

/** Letters on phone keys. Source: ITU-T E.161. */
const KEYS = ['ABC', 'DEF', 'GHI', 'JKL', 'MNO', 'PQRS', 'TUV', 'WXYZ'];

const keyOf = (letter: string): string => String(KEYS.findIndex((key) => key.includes(letter.toUpperCase())) + 2);
const lettersAsKeys = (text: string): string => text.replace(/[a-z]/giu, keyOf);

/** "Tel.: " before a number. */
const LABEL = /^.*:\s*/u;
/** Follows a number: "ext. 12", "x12", ";ext=12", ",12". */
const EXTENSION = /\s*(?:(?:\b|(?<=\d))(?:ext(?:ension)?|x)[.:=\s]*|;ext=|[,#]+\s*)(\d*)\s*$/iu;

/**
 * Returns the characters of a text that the outbound keypad accepts: 0-9, + and *, without an extension. A letter becomes
 * its key (1-800-FLOWERS), unless the pasted digits are a number by themselves.
 */
export function dialledOf(text: string): string {
  const number = text.length > 1 ? text.replace(EXTENSION, '').replace(LABEL, '') : text;
  const digits = number.replace(/[^\d+*]/gu, '');
  return digits.length >= MIN_DIALLED ? digits : lettersAsKeys(number).replace(/[^\d+*]/gu, '');
}

/** Digits to dial after the answer, in "512-555-0100 x45"; `null`: none. */
export function extensionOf(text: string): string | null {
  const [, digits = ''] = (text.length > 1 && EXTENSION.exec(text)) || [];
  return digits === '' ? null : digits;
}

/** Like `dialledOf`, with the extension behind an `x`: "5125550100x45". */
export function typedOf(text: string): string {
  const hasExtension = text.length > 1 && EXTENSION.test(text);
  return dialledOf(text) + (hasExtension ? `x${extensionOf(text) ?? ''}` : '');
}

/** Returns the characters of a text that the in-call keypad accepts: 0-9, # and *; a letter becomes its key. */
export const tonesOf = (text: string): string => lettersAsKeys(text).replace(/[^\d#*]/gu, '');

/** A number that can be dialled has 9 to 16 characters. Source: core §5. */
export const isDiallable = (number: string): boolean => {
  const { length } = dialledOf(number);
  return length >= MIN_DIALLED && length <= MAX_DIALLED;
};
