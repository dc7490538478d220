import type { CARD_BRANDS } from '#contract/billing.contract.ts';

export type CardBrand = (typeof CARD_BRANDS)[number];

const digitsOf = (written: string): string => written.replaceAll(/\D/gu, '');

/** First digits by brand. Source: the issuers' published ranges. */
const RANGES: readonly { readonly brand: CardBrand; readonly begins: RegExp; readonly lengths: readonly number[] }[] = [
  { brand: 'visa', begins: /^4/u, lengths: [13, 16, 19] },
  {
    brand: 'mastercard',
    begins: /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/u,
    lengths: [16],
  },
  { brand: 'amex', begins: /^3[47]/u, lengths: [15] },
  { brand: 'discover', begins: /^(?:6011|64[4-9]|65)/u, lengths: [16, 19] },
];

/** Also of a number that is still being typed; `other` as long as nothing fits. */
export function brandOfNumber(written: string): CardBrand {
  const digits = digitsOf(written);
  return RANGES.find(({ begins }) => begins.test(digits))?.brand ?? 'other';
}

/** The check digit fits (ISO/IEC 7812), and the length is one that the brand has. */
export function isCardNumber(written: string): boolean {
  const digits = digitsOf(written);
  const lengths = RANGES.find(({ begins }) => begins.test(digits))?.lengths ?? [12, 13, 14, 15, 16, 17, 18, 19];
  if (!lengths.includes(digits.length)) return false;
  const sum = digits
    .split('')
    .reverse()
    .reduce((total, digit, place) => {
      const value = Number(digit) * (place % 2 === 1 ? 2 : 1);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return sum % 10 === 0;
}

/** The first four characters, the rest dots (core §5). */
export function maskNumber(written: string): string {
  const digits = digitsOf(written);
  const hidden = digits.slice(4).replaceAll(/\d/gu, '•');
  return inGroups(digits.slice(0, 4) + hidden, brandOfNumber(digits));
}

/** Grouping as printed on the card: 4-6-5 for American Express, fours for all others. */
export function groupNumber(written: string): string {
  const digits = digitsOf(written).slice(0, 19);
  return inGroups(digits, brandOfNumber(digits));
}

function inGroups(text: string, brand: CardBrand): string {
  if (brand !== 'amex') return (text.match(/.{1,4}/gu) ?? []).join(' ');
  return [text.slice(0, 4), text.slice(4, 10), text.slice(10)].filter((group) => group !== '').join(' ');
}

export interface Expiry {
  /** 1 to 12. */
  readonly month: number;
  /** Four digits. */
  readonly year: number;
}

/** A card works to the end of the last day of its month. */
export function isExpired(expiry: Expiry, now: Date): boolean {
  return now.getTime() >= Date.UTC(expiry.year, expiry.month, 1);
}

/** Days before its last one on which a card is said to end soon. Ours: time for one more renewal with it. */
const ENDS_SOON_DAYS = 45;

/** `null`: neither over nor close to it. */
export function expiryWarning(expiry: Expiry, now: Date): 'expired' | 'soon' | null {
  if (isExpired(expiry, now)) return 'expired';
  return isExpired(expiry, new Date(now.getTime() + ENDS_SOON_DAYS * 86_400_000)) ? 'soon' : null;
}

/** Reads `MM/YY` and `MM/YYYY`, as browsers fill it in. `null`: no such month, or unreadable. */
export function parseExpiry(written: string): Expiry | null {
  const parts = /^\s*(\d{1,2})\s*[/-]?\s*(?:20)?(\d{2})\s*$/u.exec(written);
  const month = Number(parts?.[1] ?? 0);
  return parts === null || month < 1 || month > 12 ? null : { month, year: 2000 + Number(parts[2]) };
}

export interface TestCard {
  readonly token: string;
  /** Issued to no one. Source: Stripe's list of test cards. */
  readonly number: string;
  readonly brand: CardBrand;
  /** Effect in the demo. */
  readonly answer: 'pays' | 'disputedLost' | 'disputedWon' | 'declined' | 'insufficient' | 'expired';
}

/** The cards of the embedded payments. */
export const TEST_CARDS: readonly TestCard[] = [
  { token: 'pm_card_visa', number: '4242424242424242', brand: 'visa', answer: 'pays' },
  { token: 'pm_card_mastercard', number: '5555555555554444', brand: 'mastercard', answer: 'pays' },
  { token: 'pm_card_amex', number: '378282246310005', brand: 'amex', answer: 'pays' },
  { token: 'pm_card_discover', number: '6011111111111117', brand: 'discover', answer: 'pays' },
  { token: 'pm_card_fraudulent', number: '4000000000000259', brand: 'visa', answer: 'disputedLost' },
  { token: 'pm_card_unreceived', number: '4000000000002685', brand: 'visa', answer: 'disputedWon' },
  { token: 'pm_card_declined', number: '4000000000000002', brand: 'visa', answer: 'declined' },
  { token: 'pm_card_insufficient', number: '4000000000009995', brand: 'visa', answer: 'insufficient' },
  { token: 'pm_card_expired', number: '4000000000000069', brand: 'visa', answer: 'expired' },
];

/** Values of the form; they stay in the browser. */
export interface TypedCard {
  readonly number: string;
  /** `MM/YY`. */
  readonly expiry: string;
}

export type CardFaults = { readonly [Field in keyof TypedCard]?: string };

/**
 * The demo's name for a test card, `pm_card_visa_1230`, to send in place of its number; or what is wrong with the
 * fields. A number that could be real is refused here, so that it goes nowhere.
 */
export function testCardOf(
  { number, expiry }: TypedCard,
  now: Date,
): { readonly token: string } | { readonly faults: CardFaults } {
  const card = TEST_CARDS.find((known) => known.number === digitsOf(number));
  const date = parseExpiry(expiry);
  const numberFault = card ? null : faultOfNumber(number);
  const expiryFault = faultOfExpiry(date, now);
  if (card && date && expiryFault === null) {
    return { token: `${card.token}_${String(date.month).padStart(2, '0')}${String(date.year).slice(2)}` };
  }
  return {
    faults: { ...(numberFault && { number: numberFault }), ...(expiryFault && { expiry: expiryFault }) },
  };
}

function faultOfNumber(number: string): string {
  if (digitsOf(number) === '') return 'Enter a card number.';
  return isCardNumber(number) ? 'This is a demo: use a test card.' : 'Invalid card number. Check the digits.';
}

function faultOfExpiry(date: Expiry | null, now: Date): string | null {
  if (date === null) return 'Enter the month and year, like 04/30.';
  return isExpired(date, now) ? 'This card has expired.' : null;
}
