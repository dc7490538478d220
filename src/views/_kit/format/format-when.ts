/** An instant: ISO 8601 with an offset, or a Date. */
export type Instant = string | Date;

const formats = new Map<string, Intl.DateTimeFormat>();

function format(instant: Instant, zone: string, options: Intl.DateTimeFormatOptions): string {
  const key = `${zone} ${JSON.stringify(options)}`;
  const found = formats.get(key) ?? new Intl.DateTimeFormat('en-US', { ...options, timeZone: zone });
  formats.set(key, found);
  // Some browsers put a narrow no-break space before AM and PM; a plain one can be searched for.
  return found.format(new Date(instant)).replaceAll('\u202f', ' ');
}

/** MM/DD/YYYY of an instant, in an IANA zone. */
export const formatDate = (instant: Instant, zone: string): string =>
  format(instant, zone, { month: '2-digit', day: '2-digit', year: 'numeric' });

/** 2:04 PM */
export const formatTime = (instant: Instant, zone: string): string =>
  format(instant, zone, { hour: 'numeric', minute: '2-digit' });

/** 2:04:12 PM */
export const formatTimeWithSeconds = (instant: Instant, zone: string): string =>
  format(instant, zone, { hour: 'numeric', minute: '2-digit', second: '2-digit' });

/** "Today 2:30 PM", "Tomorrow 9:15 AM", "Yesterday 4:00 PM", else MM/DD/YYYY. Days begin at midnight in the zone. */
export function formatWhen(instant: Instant, zone: string, now: Instant): string {
  const days = dayNumber(instant, zone) - dayNumber(now, zone);
  const near = { '-1': 'Yesterday', '0': 'Today', '1': 'Tomorrow' }[String(days)];
  return near === undefined ? formatDate(instant, zone) : `${near} ${formatTime(instant, zone)}`;
}

/** "1:48 PM" for today and "Wed" for the last seven days; else MM/DD/YYYY. */
export function formatShortWhen(instant: Instant, zone: string, now: Instant): string {
  const days = dayNumber(now, zone) - dayNumber(instant, zone);
  if (days === 0) return formatTime(instant, zone);
  return days > 0 && days < 7 ? format(instant, zone, { weekday: 'short' }) : formatDate(instant, zone);
}

/** A date without a time, YYYY-MM-DD, as MM/DD/YYYY. It has no zone, so it never shifts. */
export function formatPlainDate(date: string): string {
  const [year, month, day] = date.slice(0, 10).split('-');
  return `${month}/${day}/${year}`;
}

/** The day of an instant in an IANA zone, YYYY-MM-DD: small enough for the first script. */
export function plainDay(instant: Instant, zone: string): string {
  const [month, day, year] = formatDate(instant, zone).split('/');
  return `${year}-${month}-${day}`;
}

/** "Today", "Tomorrow" or "Yesterday", else MM/DD/YYYY; both days YYYY-MM-DD. */
export function formatDay(day: string, today: string): string {
  const near = { '-1': 'Yesterday', '0': 'Today', '1': 'Tomorrow' };
  const days = (Date.parse(`${day}T00:00Z`) - Date.parse(`${today}T00:00Z`)) / DAY_MS;
  return near[String(days) as keyof typeof near] ?? formatPlainDate(day);
}

/** 2:04 PM for the time of a day, 14:04. */
export const formatClock = (time: string): string => formatTime(`2000-01-01T${time}:00Z`, 'UTC');

const DAY_MS = 86_400_000;

function dayNumber(instant: Instant, zone: string): number {
  const [month, day, year] = formatDate(instant, zone).split('/').map(Number);
  return Date.UTC(year ?? 0, (month ?? 1) - 1, day ?? 1) / DAY_MS;
}
