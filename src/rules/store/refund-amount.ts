import { dollars, parseDollars } from '../billing/money.ts';

/** Cents of a refund as typed, or why there is none. Empty text has neither. */
export function readRefund(
  text: string,
  leftCents: number,
): { readonly cents: number | null; readonly fault: string | null } {
  if (text.trim() === '') return { cents: null, fault: null };
  const cents = parseDollars(text);
  if (cents === null) return { cents, fault: 'Enter an amount such as 10.00.' };
  if (cents === 0) return { cents: null, fault: 'Enter an amount above $0.00.' };
  if (cents > leftCents) return { cents: null, fault: `At most ${dollars(leftCents)} is left to refund.` };
  return { cents, fault: null };
}
