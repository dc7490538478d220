import { formatDate, type Instant } from '../_kit/format/format-when.ts';

export interface Day<Entry> {
  /** "Today", "Yesterday", else "Tuesday, 11/17/2026". */
  readonly label: string;
  readonly entries: readonly Entry[];
}

const DAY_MS = 86_400_000;

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
  const today = new Date(now).getTime();
  if (date === formatDate(new Date(today), zone)) return 'Today';
  if (date === formatDate(new Date(today - DAY_MS), zone)) return 'Yesterday';
  const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: zone }).format(new Date(at));
  return `${weekday}, ${date}`;
}
