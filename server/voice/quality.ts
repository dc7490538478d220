import type { LegCount } from './media-leg.ts';

/** Packets below which nothing can be said. Ours: two seconds. */
const LEAST = 100;

/** Audio quality of a browser; `null`: too little data. Source of the terms: ITU-T G.107, for G.711. */
export function qualityOf({ received, lost }: LegCount): { mos: number; lostPercent: number } | null {
  const sent = received + lost;
  if (sent < LEAST) return null;
  const lostPercent = (lost / sent) * 100;
  // Loss weighs as for G.711 without concealment; delay is not known here.
  const rating = 93.2 - 95 * (lostPercent / (lostPercent + 4.3));
  const mos = 1 + 0.035 * rating + rating * (rating - 60) * (100 - rating) * 7e-6;
  return { mos: Math.round(Math.max(1, mos) * 100) / 100, lostPercent: Math.round(lostPercent * 10) / 10 };
}
