/** What a clock on the wall shows. */
export interface WallTime {
  /** `YYYY-MM-DD` */
  readonly day: string;
  /** 0 is Sunday. */
  readonly weekday: number;
  /** Minutes since midnight. */
  readonly minute: number;
}

/** Milliseconds of a quarter of an hour: clocks only change between two. */
const QUARTER_MS = 900_000;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  formats.set(zone, made);
  return made;
}

/** How far the clocks of a zone are ahead of UTC, in ms. */
function aheadOf(zone: string, at: number): number {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const read = (part: Intl.DateTimeFormatPartTypes) => parts.get(part) ?? 0;
  const shown = Date.UTC(read('year'), read('month') - 1, read('day'), read('hour'), read('minute'));
  return shown - Math.floor(at / 60_000) * 60_000;
}

/** The instant at which clocks of a zone show this minute of a day (`YYYY-MM-DD`), in ms; 1440 ends the day. */
export function instantAt(zone: string, day: string, minute: number): number {
  const shown = Date.parse(`${day}T00:00:00Z`) + minute * 60_000;
  return shown - aheadOf(zone, shown - aheadOf(zone, shown));
}

/** Reads the clocks of IANA zones; it remembers each quarter of an hour, so that many minutes cost little. */
export function wallClocks(): (zone: string, at: number) => WallTime {
  const known = new Map<string, number>();
  return (zone, at) => {
    const quarter = Math.floor(at / QUARTER_MS);
    const key = `${zone} ${quarter}`;
    const ahead = known.get(key) ?? aheadOf(zone, quarter * QUARTER_MS);
    known.set(key, ahead);
    const shown = new Date(at + ahead);
    return {
      day: shown.toISOString().slice(0, 10),
      weekday: shown.getUTCDay(),
      minute: shown.getUTCHours() * 60 + shown.getUTCMinutes(),
    };
  };
}

/** `480` → `08:00` */
export const clockText = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
