import { fromAbsolute } from '@internationalized/date';

/** Milliseconds. */
const DAY_MS = 86_400_000;

/** A paid month, from and until. */
export interface Period {
  readonly start: Date;
  readonly end: Date;
}

/** The same day and time `months` later; the last day of the month where it is shorter. */
const monthsAfter = (anchor: Date, months: number): Date =>
  fromAbsolute(anchor.getTime(), 'UTC').add({ months }).toDate();

/**
 * Monthly periods starting at `anchor`: returns the one that contains `at`. Half-open: the first instant is included,
 * the last is not.
 */
export function periodAround(anchor: Date, at: Date): Period {
  const apart = (at.getUTCFullYear() - anchor.getUTCFullYear()) * 12 + at.getUTCMonth() - anchor.getUTCMonth();
  const months = monthsAfter(anchor, apart) > at ? apart - 1 : apart;
  return { start: monthsAfter(anchor, months), end: monthsAfter(anchor, months + 1) };
}

/** Whole days, the one under way included: a price that was shown stays the same for a while. */
export interface Share {
  readonly left: number;
  readonly total: number;
}

export function shareLeft({ start, end }: Period, at: Date): Share {
  const total = Math.round((end.getTime() - start.getTime()) / DAY_MS);
  const left = Math.ceil((end.getTime() - at.getTime()) / DAY_MS);
  return { left: Math.min(Math.max(left, 0), total), total };
}

/** Start of the remaining share. */
export const shareBegins = ({ end }: Period, { left }: Share): Date => new Date(end.getTime() - left * DAY_MS);

/** That share of an amount in whole cents, half a cent rounded up. */
const shareOf = (cents: number, { left, total }: Share): number => Math.floor((2 * cents * left + total) / (2 * total));

/** Both in cents and not negative; one of them is 0. */
export interface Due {
  readonly dueNowCents: number;
  /** Kept for the next months. */
  readonly creditCents: number;
}

/** Price of changing plans for the rest of a paid month; a negative amount becomes credit. */
export function changeDue(
  prices: { readonly fromCents: number; readonly toCents: number; readonly creditCents: number },
  share: Share,
): Due {
  return settle(shareOf(prices.toCents, share) - shareOf(prices.fromCents, share), prices.creditCents);
}

/** Price of a new month after the available credit. */
export const monthDue = (priceCents: number, creditCents: number): Due => settle(priceCents, creditCents);

function settle(costCents: number, creditCents: number): Due {
  const cents = costCents - creditCents;
  return { dueNowCents: Math.max(cents, 0), creditCents: Math.max(-cents, 0) };
}
