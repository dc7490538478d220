import type { Contact } from '#contract/contacts.contract.ts';
import type { ChatSource, KeyPoint } from '#contract/chat/reply.contract.ts';
import { formatPlainDate } from '#rules/time/plain-date.ts';
import { wallClocks } from '#rules/time/zoned-time.ts';
import { daysBetween } from '#rules/time/days.ts';
import type { InsightFacts } from './insight-facts.ts';
import type { Matter } from './point-importance.ts';

/** One claim, with what decides how much it matters. */
export interface InsightPoint extends KeyPoint {
  /** The same for the same claim, such as `due.follow_up`. */
  readonly id: string;
  readonly matter: Matter;
  /** Time of the event; `null`: none. */
  readonly at: string | null;
}

type Tab = 'policies' | 'notes' | 'email_log' | 'transfer_history' | 'consent';

/** Tab of the contact page. */
export const pageOf = ({ number }: Pick<Contact, 'number'>, tab?: Tab): string =>
  `/contacts/${number}${tab === undefined ? '' : `?tab=${tab}`}`;

/** Values of the contact's fields, as of the last change. */
export const fieldSource = (contact: Contact, label: string): ChatSource => ({
  label,
  href: pageOf(contact),
  at: contact.updated_at,
});

/** The day of an instant in a zone, `YYYY-MM-DD`. */
export const dayIn = (zone: string, at: string): string => wallClocks()(zone, Date.parse(at)).day;

/** `11/20/2026` */
export const dateIn = (zone: string, at: string): string => formatPlainDate(dayIn(zone, at));

interface CallFound {
  readonly id: number;
  readonly at: string;
  /** True when its page opens; otherwise its timeline entry does. */
  readonly opens: boolean;
}

export const callSource = (
  { contact, zone }: Pick<InsightFacts, 'contact' | 'zone'>,
  label: string,
  { id, at, opens }: CallFound,
): ChatSource => ({ label: `${label} ${dateIn(zone, at)}`, href: opens ? `/calls/${id}` : pageOf(contact), at });

/** `today`, `tomorrow`, `in 12 days`, `yesterday`, `3 days ago` */
export function farWords(day: string, today: string): string {
  const days = daysBetween(today, day);
  if (days === 0) return 'today';
  if (Math.abs(days) === 1) return days === 1 ? 'tomorrow' : 'yesterday';
  return days > 0 ? `in ${days} days` : `${-days} days ago`;
}

/** `A`, `A and B`, `A, B and C` */
export const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
