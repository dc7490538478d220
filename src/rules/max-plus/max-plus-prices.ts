import type { MaxPlusPlan } from '#contract/max-plus.contract.ts';

/** US dollars a month. Source: platform §9. */
const PRICES: Readonly<Record<MaxPlusPlan, number>> = { standard: 5, premium: 7 };

/** US dollars a month of a plan tier; any other tier costs nothing (platform §9). */
export const tierPrice = (tier: string): number => Object.entries(PRICES).find(([plan]) => plan === tier)?.[1] ?? 0;

export const tierCents = (tier: string): number => tierPrice(tier) * 100;
