import { replaceSealed } from '#rules/insurance/sealed-words.ts';

/** Data that no intent needs a model for: it gets at most the age and the month of the 65th birthday. */
const NEVER_TOLD =
  /^(?:(?:date_?of_?)?birth(?:_?da(?:te|y))?|born\w*|dob|medicare_?n(?:umber|o)|mbi|ssn|bank_?\w+|rx\w*|prescriptions?|medications?|drugs?)$/i;

const RUN = /(?<![\d.])\+?\d{9,}(?!\d)/g;

const MONTH = String.raw`(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]{0,6}\.?`;
const DAY = String.raw`(?:\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}|\d{4}[/.-]\d{2}[/.-]\d{2}|${MONTH} \d{1,2}(?:st|nd|rd|th)?,? '?\d{2,4}|\d{1,2}(?:st|nd|rd|th)? (?:of )?${MONTH},? \d{4})`;
const BORN = String.raw`(?<![a-z])(?:d\.?o\.?b\.?|date of birth|birth ?date|birthday|born|b\.)`;
/** Text after or before `born` and the like; `born after` is a search. */
const BIRTHS: readonly (readonly [RegExp, string])[] = [
  [new RegExp(String.raw`(${BORN}(?:[\s:,#]|on|is|was|the)*)${DAY}`, 'gi'), '$1[date removed]'],
  [new RegExp(String.raw`${DAY}([\s:,(]*${BORN})`, 'gi'), '[date removed]$1'],
];

const REMOVED = '[number removed]';

/**
 * Removes Medicare, Social Security, card and bank numbers and birth dates from what tools tell a model, even where
 * someone typed one into a text, and whole fields of those and of prescriptions. The tools do not disclose them in the
 * first place; this is the second lock.
 */
export function redact(value: unknown): unknown {
  if (typeof value === 'string') return withoutBirths(redactText(value));
  if (typeof value === 'number') return Number.isInteger(value) && Math.abs(value) > 99_999_999 ? REMOVED : value;
  if (Array.isArray(value)) return value.map(redact);
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !NEVER_TOLD.test(key))
      .map(([key, inner]) => [redactText(key), redact(inner)]),
  );
}

const withoutBirths = (text: string): string =>
  BIRTHS.reduce((words, [pattern, left]) => words.replace(pattern, left), text);

/** Only the numbers: a typed birth date is a search for a person. */
export const redactText = (text: string): string =>
  replaceSealed(text, () => REMOVED).replace(RUN, (found) => (isPhone(found) ? found : REMOVED));

/** Source: North American Numbering Plan, and E.164 where it is written so. */
const isPhone = (found: string): boolean => /^(?:1?[2-9]\d{2}[2-9]\d{6}|\+\d{9,14})$/.test(found);
