import { dayIn, daysBetween } from '#rules/time/days.ts';
import { formatDate, type Instant } from '../_kit/format/format-when.ts';

export interface Day<Entry> {
  /** "Today", "Yesterday", else "Tuesday, 11/17/2026". */
  readonly label: string;
  readonly entries: readonly Entry[];
}

/** Entries that follow each other, by the day of an IANA zone. */
export function byDay<Entry extends { readonly at: string }>(
  entries: readonly Entry[],
  zone: string,
  now: Instant,
): readonly Day<Entry>[] {
  const groups = Map.groupBy(entries, ({ at }) => formatDate(at, zone));
  return [...groups].map(([date, of]) => ({ label: labelOf(date, of[0]?.at ?? '', zone, now), entries: of }));
}

function labelOf(date: string, at: string, zone: string, now: Instant): string {
  const away = daysBetween(dayIn(zone, new Date(now)), dayIn(zone, new Date(at)));
  if (away === 0) return 'Today';
  if (away === -1) return 'Yesterday';
  const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: zone }).format(new Date(at));
  return `${weekday}, ${date}`;
}
