const DOLLARS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** US dollars with two decimals (core §5), of whole cents. */
export const dollars = (cents: number): string => DOLLARS.format(cents / 100);
