import type { Quote, QuoteAsk } from '#contract/chat/reply.contract.ts';
import { dollars } from '../billing/money.ts';
import { formatPlainDate } from '../time/plain-date.ts';

/** Text for a missing rate. Source: core §9. */
const MISSING = 'N/A';

const rate = (amount: number | null, per: string): string =>
  amount === null ? MISSING : `${dollars(Math.round(amount * 100))}/${per}`;

/** `$121.75/mo` */
export const monthlyRate = ({ monthly_rate }: Pick<Quote, 'monthly_rate'>): string => rate(monthly_rate, 'mo');

/** `$1,461.00/yr` */
export const annualRate = ({ annual_rate }: Pick<Quote, 'annual_rate'>): string => rate(annual_rate, 'yr');

/** `A, household 7 %`; without discounts `A-, no discount`. */
export const quoteTerms = ({ rating, discounts }: Pick<Quote, 'rating' | 'discounts'>): string =>
  [rating ?? 'not rated', ...(discounts.length > 0 ? discounts : ['no discount'])].join(', ');

/** `woman, 65, no tobacco, from 12/01/2026` */
export const quotePerson = ({ gender, age, tobacco, effective_date }: QuoteAsk): string =>
  [
    gender === 'female' ? 'woman' : 'man',
    String(age),
    tobacco ? 'tobacco' : 'no tobacco',
    `from ${formatPlainDate(effective_date)}`,
  ].join(', ');

export const CONFIRMED = 'A carrier confirms the final price.';

/** Source of rates as displayed below them: `Sample rates of today 4:17 PM.` Source: the design of MAX. */
export function rateSource({ name, sample }: { name: string; sample: boolean }, when: string): string {
  const time = when.charAt(0).toLowerCase() + when.slice(1);
  return `${sample ? 'Sample rates of' : `${name},`} ${time}. ${CONFIRMED}`;
}
