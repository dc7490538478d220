import { weekdayOf } from '#rules/time/days.ts';
import { gapBetween, instantOf, localAt } from '../recurrence.ts';
import { localTime } from './ics-text.ts';

/** Clocks of a zone are changed. */
interface Change {
  /** What clocks show at that moment before they are changed, `YYYY-MM-DDTHH:MM`. */
  readonly local: string;
  /** Minutes ahead of UTC. */
  readonly from: number;
  readonly to: number;
  readonly at: Date;
}

const MINUTE_MS = 60_000;
const DAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
const WEEK = 7;
/** Years after the last one needed in which a rule is looked for. */
const AHEAD_YEARS = 2;

const floating = (at: Date): string => at.toISOString().slice(0, 16);

/** Minutes that clocks of a zone are ahead of UTC. */
const offsetAt = (zone: string, at: Date): number => gapBetween(floating(at), localAt(at, zone)) / MINUTE_MS;

/** Changes of clocks in years, at most one a month: no zone of a calendar has more. */
function changesIn(zone: string, firstYear: number, lastYear: number): Change[] {
  const found: Change[] = [];
  for (let month = 0; month < (lastYear - firstYear + 1) * 12; month += 1) {
    let low = Date.UTC(firstYear, month, 1);
    let high = Date.UTC(firstYear, month + 1, 1);
    const [from, to] = [offsetAt(zone, new Date(low)), offsetAt(zone, new Date(high))];
    if (from === to) continue;
    while (high - low > MINUTE_MS) {
      const middle = Math.floor((low + high) / 2 / MINUTE_MS) * MINUTE_MS;
      if (offsetAt(zone, new Date(middle)) === from) low = middle;
      else high = middle;
    }
    found.push({ local: floating(new Date(high + from * MINUTE_MS)), from, to, at: new Date(high) });
  }
  return found;
}

const clockOf = (minutes: number): string => {
  const size = Math.abs(minutes);
  const digits = [Math.floor(size / 60), size % 60].map((part) => String(part).padStart(2, '0'));
  return `${minutes < 0 ? '-' : '+'}${digits.join('')}`;
};

/** Names of the weekday of a change, such as `2SU` and, near the end of a month, `-1SU`. */
function placesOf({ local }: Change): string[] {
  const [year = 0, month = 0, day = 0] = local.slice(0, 10).split('-').map(Number);
  const name = DAYS[weekdayOf(local.slice(0, 10))] ?? '';
  const isLast = day + WEEK > new Date(Date.UTC(year, month, 0)).getUTCDate();
  return [`${Math.ceil(day / WEEK)}${name}`, ...(isLast ? [`-1${name}`] : [])];
}

const isAlike = (a: Change, b: Change): boolean =>
  a.from === b.from &&
  a.to === b.to &&
  a.local.slice(5, 7) === b.local.slice(5, 7) &&
  a.local.slice(11) === b.local.slice(11);

interface Observance {
  readonly first: Change;
  /** Absent: that change alone. */
  readonly rule?: string;
}

/** Changes of one direction: those that a yearly rule gives until today as one, older ones each on its own. */
function observancesOf(changes: readonly Change[]): Observance[] {
  const last = changes.at(-1);
  if (last === undefined) return [];
  let places = placesOf(last);
  let begin = changes.length - 1;
  for (; begin > 0; begin -= 1) {
    const [before, after] = [changes[begin - 1], changes[begin]];
    if (before === undefined || after === undefined || !isAlike(before, last)) break;
    const isNextYear = Number(after.local.slice(0, 4)) - Number(before.local.slice(0, 4)) === 1;
    const both = placesOf(before).filter((place) => places.includes(place));
    if (!isNextYear || both.length === 0) break;
    places = both;
  }
  const older = changes.slice(0, begin).map((first): Observance => ({ first }));
  const first = changes[begin] ?? last;
  const month = Number(last.local.slice(5, 7));
  return [
    ...older,
    { first, ...(begin < changes.length - 1 && { rule: `FREQ=YEARLY;BYMONTH=${month};BYDAY=${places[0]}` }) },
  ];
}

const nameOf = (zone: string, at: Date): string =>
  new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'short' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value ?? zone;

function linesOf(zone: string, { first, rule }: Observance): string[] {
  const kind = first.to > first.from ? 'DAYLIGHT' : 'STANDARD';
  return [
    `BEGIN:${kind}`,
    `DTSTART:${localTime(first.local)}`,
    ...(rule === undefined ? [] : [`RRULE:${rule}`]),
    `TZOFFSETFROM:${clockOf(first.from)}`,
    `TZOFFSETTO:${clockOf(first.to)}`,
    `TZNAME:${nameOf(zone, first.at)}`,
    `END:${kind}`,
  ];
}

/** A zone for series that begin in or after a year, as lines. `now` is any moment of the present. */
export function vtimezone(zone: string, firstYear: number, now: Date): string[] {
  const changes = changesIn(zone, firstYear - 1, Math.max(firstYear, now.getUTCFullYear()) + AHEAD_YEARS);
  const start = instantOf(`${firstYear - 1}-01-01T00:00`, zone);
  const fixed = offsetAt(zone, start);
  const none: Change = { local: `${firstYear - 1}-01-01T00:00`, from: fixed, to: fixed, at: start };
  const forward = changes.filter(({ from, to }) => to > from);
  const back = changes.filter(({ from, to }) => to < from);
  const observances = changes.length === 0 ? [{ first: none }] : [...observancesOf(forward), ...observancesOf(back)];
  return ['BEGIN:VTIMEZONE', `TZID:${zone}`, ...observances.flatMap((one) => linesOf(zone, one)), 'END:VTIMEZONE'];
}
