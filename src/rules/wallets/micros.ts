/** Micro-dollars of a dollar: a text costs less than a cent. */
export const MICROS = 1_000_000;
export const MICROS_OF_CENT = 10_000;

const DOLLARS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const FINE = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 6 });

/** US dollars: `$12.40`, and with the parts of a cent that a small price has: `$0.0075`. */
export const formatMicros = (micros: number): string =>
  (micros % MICROS_OF_CENT === 0 ? DOLLARS : FINE).format(micros / MICROS);

/** US dollars with two decimals, as balances are shown; never more than there is. */
export const formatBalance = (micros: number): string => DOLLARS.format(Math.floor(micros / MICROS_OF_CENT) / 100);

export const toDollars = (micros: number): number => micros / MICROS;
export const fromDollars = (amount: number): number => Math.round(amount * MICROS);
