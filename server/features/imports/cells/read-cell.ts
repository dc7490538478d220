import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { toE164 } from '#rules/phone/phone-number.ts';
import { type DateOrder, parsePlainDate } from '#rules/time/plain-date.ts';

/** `2`: mobile, `9`: other. */
export type PhoneType = '2' | '9';

/** The kind of number that a header or a cell names, e.g. `Mobile Phone`, `* Home`; `null`: none. */
export function phoneTypeOf(written: string): PhoneType | null {
  if (/\b(mobile|cell(ular)?|m[oó]vil|celular|iphone)(phone|number)?s?\b/i.test(written)) return '2';
  return /\b(home|work|office|business|land ?line|main|fax|other|casa|trabajo)/i.test(written) ? '9' : null;
}

/** E.164; `null`: no phone number. Also takes what spreadsheets make of one: `5125550142.0`, `5.125550142E+9`. */
export function readPhone(cell: string): string | null {
  const written = withoutTrunk(cell);
  const number = toE164(written);
  if (number !== null) return number;
  const text = /^\d\.?\d*(\.0+|E\+?\d+)$/i.test(written) ? digitsOf(written) : written;
  const read = parsePhoneNumberFromString(text, 'US');
  return read?.isValid() === true ? read.number : null;
}

/** `+44 (0)20 …` and `0044 (0)20 …` as `+44 20 …`: the zero is dialed only within the country. */
const withoutTrunk = (written: string) =>
  written.replace(/^(?:\+|00|011)\s*([1-9]\d{0,2})\s*\(0\)\s*/, '+$1 ').replace(/^00(?=[1-9])/, '+');

/** The digits of a number in scientific form, when none of them is lost. */
function digitsOf(written: string): string {
  const [digits = '', exponent = ''] = written.toUpperCase().split('E');
  const decimals = digits.split('.')[1]?.length ?? 0;
  return exponent !== '' && decimals < Number(exponent) ? '' : String(Number(written));
}

const EMAIL = /^[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;]+$/;
const MAX_EMAIL_CHARS = 254;

/** `null`: no address. */
export function readEmail(written: string): string | null {
  const address = written.replace(/^mailto:/i, '').replace(/^[^<]*<(.*)>$/, '$1');
  return EMAIL.test(address) && address.length <= MAX_EMAIL_CHARS ? address : null;
}

/** A ZIP code with the zeros that a spreadsheet took from its start. */
export function zipOf(written: string): string {
  if (/^\d{5}$/.test(written)) return written;
  const text = written.replace(/\.0+$/, '');
  if (/^\d{3,4}$/.test(text)) return text.padStart(5, '0');
  if (!/^\d{7,9}$/.test(text)) return text;
  const digits = text.padStart(9, '0');
  return `${digits.slice(0, 5)}-${digits.slice(5)}`;
}

/** Day 1 of a spreadsheet is the first of 1900; 60 is a day that never was. */
const SPREADSHEET_DAY_0 = Date.UTC(1899, 11, 30);
const DAY_MS = 24 * 3600 * 1000;

/** `YYYY-MM-DD`; a bare number of five digits is a day as spreadsheets count them. */
export function readDate(written: string, today: string, order?: DateOrder): string | null {
  if (/^[1-9]\d{4}$/.test(written)) {
    return new Date(SPREADSHEET_DAY_0 + Number(written) * DAY_MS).toISOString().slice(0, 10);
  }
  return parsePlainDate(written, Number(today.slice(0, 4)), order);
}
