import type { SealedField } from '#contract/records/sealed-fields.contract.ts';

/** Letters of a Medicare number: those that no digit is mistaken for. Source: CMS, "Understanding the MBI". */
const LETTER = '[AC-HJKMNP-RT-Y]';
const EITHER = '[0-9AC-HJKMNP-RT-Y]';
const MEDICARE = new RegExp(`^[1-9]${LETTER}${EITHER}[0-9]${LETTER}${EITHER}[0-9]${LETTER}{2}[0-9]{2}$`);

/** First three digits that are never given: 000, 666 and 9xx. Source: SSA, randomization of 2011. */
const SSN = /^(?!000|666|9)\d{3}(?!00)\d{2}(?!0000)\d{4}$/;

/** First two digits that the Federal Reserve gives: 00-12, 21-32, 61-72, 80. Source: ABA routing number policy. */
const ROUTING = /^(?:0\d|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)\d{7}$/;

const ROUTING_WEIGHTS = [3, 7, 1, 3, 7, 1, 3, 7, 1];

function isRouting(digits: string): boolean {
  const sum = ROUTING_WEIGHTS.reduce((total, weight, at) => total + weight * Number(digits[at]), 0);
  return ROUTING.test(digits) && sum > 0 && sum % 10 === 0;
}

const ACCOUNT = /^\d{4,17}$/;

interface Kind {
  readonly isValid: (value: string) => boolean;
  /** Message for an invalid value. */
  readonly fault: string;
}

const KINDS: Readonly<Record<SealedField, Kind>> = {
  medicare_number: {
    isValid: (value) => MEDICARE.test(value),
    fault: 'Invalid Medicare number. Enter the 11 characters on the red, white and blue card: 1EG4-TE5-MK73.',
  },
  ssn: { isValid: (value) => SSN.test(value), fault: 'Invalid Social Security number. Enter nine digits.' },
  bank_routing: { isValid: isRouting, fault: 'Invalid routing number. Enter the first nine digits on the check.' },
  bank_account: { isValid: (value) => ACCOUNT.test(value), fault: 'Invalid account number. Enter 4 to 17 digits.' },
};

export const sealedFault = (field: SealedField): string => KINDS[field].fault;

/** A number as it is stored: without spaces and hyphens, letters large. `null`: it is none of its kind. */
export function readSealed(field: SealedField, written: string): string | null {
  const value = written.replace(/[\s\u00a0.‐-―-]/g, '').toUpperCase();
  return KINDS[field].isValid(value) ? value : null;
}

/** Characters that stay to be seen at most; never half of a number. */
const SHOWN = 4;

/** The last characters, or none of a short text. */
export const tailOf = (value: string): string => (value.length > SHOWN * 2 ? value.slice(-SHOWN) : '');

/** Masked form of a number: `***-**-1234`. */
export function maskOf(field: SealedField, value: string): string {
  if (field === 'ssn') return `***-**-${value.slice(-SHOWN)}`;
  if (field === 'medicare_number') return `****-***-${value.slice(-SHOWN)}`;
  return `****${tailOf(value)}`;
}

/** Spoken form of a revealed number. */
export function shownSealed(field: SealedField, value: string): string {
  if (field === 'ssn') return `${value.slice(0, 3)}-${value.slice(3, 5)}-${value.slice(5)}`;
  if (field === 'medicare_number') return `${value.slice(0, 4)}-${value.slice(4, 7)}-${value.slice(7)}`;
  return value;
}
