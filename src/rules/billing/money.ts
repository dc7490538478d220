const DOLLARS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** US dollars with two decimals (core §5), of whole cents. */
export const dollars = (cents: number): string => DOLLARS.format(cents / 100);

/** Whole cents of an amount as people write it: `132.45`, `$1,200`, `90.5`. `null`: it is none. */
export function parseDollars(written: string): number | null {
  const found = /^\$?(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{0,2}))?$/.exec(written.trim().replace(/^\$\s+/, '$'));
  if (found === null) return null;
  return Number((found[1] ?? '').replaceAll(',', '')) * 100 + Number((found[2] ?? '').padEnd(2, '0'));
}

/** Cents as they are typed: `132.45`. */
export const typedDollars = (cents: number): string =>
  `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
