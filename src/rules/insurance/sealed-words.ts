import type { SealedField } from '#contract/records/sealed-fields.contract.ts';
import { maskOf, readSealed } from './sealed-numbers.ts';

/** Separators that people type between groups of a number. */
const GAP = String.raw`[\s.‐-―-]`;
const MEDICARE = new RegExp(
  String.raw`(?<![a-z0-9])[1-9][a-z][a-z0-9]\d${GAP}?[a-z][a-z0-9]\d${GAP}?[a-z]{2}\d{2}(?![a-z0-9])`,
  'gi',
);
const SSN = new RegExp(String.raw`(?<![\d-])\d{3}${GAP}\d{2}${GAP}\d{4}(?![\d-])`, 'g');
/** The same without its groups. */
const NINE = /(?<![\d+.-])\d{9}(?![\d-])/g;
/** A bank number, by the word before it. */
const NAMED =
  /\b(account|acct|routing|aba|card|ssn|social security)((?:[\s#:.]|no|number|is|ending|in)*)(\d[\d -]{2,20}\d)/gi;
/** In groups, as they are printed, and without. */
const CARD = /(?<!\d)(?:\d{4}[ -]\d{4}[ -]\d{4}[ -]\d{1,7}|\d{4}[ -]\d{6}[ -]\d{4,5}|(?<!\+)\d{13,19})(?!\d)/g;

/** A text with something else for its numbers of Medicare, of Social Security, of cards and of banks. */
export const replaceSealed = (text: string, by: (field: SealedField, written: string) => string): string =>
  asciiDigits(text)
    .replace(MEDICARE, (found) =>
      readSealed('medicare_number', found) === null ? found : by('medicare_number', found),
    )
    .replace(SSN, (found) => by('ssn', found))
    .replace(NAMED, (_, what: string, between: string, found: string) => what + between + by('bank_account', found))
    .replace(CARD, (found) => by('bank_account', found));

/** A user's text in a form safe to store and display: of encrypted numbers only the last digits remain. */
export function maskSealed(text: string): string {
  const plain = asciiDigits(text);
  const masked = replaceSealed(plain, maskWritten).replace(NINE, (found) =>
    readSealed('ssn', found) === null ? found : maskWritten('ssn', found),
  );
  return masked === plain ? text : masked;
}

/** Fewer digits after the word `account` or `card` are a year or an amount. Ours. */
const LEAST_OF_BANK = 7;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

function maskWritten(field: SealedField, written: string): string {
  const value = written.replaceAll(/[^a-z0-9]/gi, '').toUpperCase();
  const isOther = field === 'bank_account' && (value.length < LEAST_OF_BANK || DAY.test(written));
  return isOther ? written : maskOf(field, value);
}

/** Digits of other scripts and full width as 0 to 9, so that none of them hides a number. */
const asciiDigits = (text: string): string =>
  text.replace(/[^\P{Nd}0-9]/gu, (digit) => digitOf(digit.normalize('NFKC')));

/** Every script has its ten digits in a row. */
function digitOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  const row = [...Array(10).keys()].map((back) => /^\p{Nd}$/u.test(String.fromCodePoint(code - back)));
  const value = row.indexOf(false) - 1;
  return String(value < 0 ? 9 : value);
}
