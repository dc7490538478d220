import { fromAbsolute, parseDate, toCalendarDateTime } from '@internationalized/date';

/** Local date and time. */
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

/** The instant at which clocks of a zone show this minute of a day (`YYYY-MM-DD`), in ms; 1440 ends the day. */
export const instantAt = (zone: string, day: string, minute: number): number =>
  toCalendarDateTime(parseDate(day)).add({ minutes: minute }).toDate(zone).getTime();

/** Reads the clocks of IANA zones; it remembers each quarter of an hour, so that many minutes cost little. */
export function wallClocks(): (zone: string, at: number) => WallTime {
  const known = new Map<string, number>();
  return (zone, at) => {
    const quarter = Math.floor(at / QUARTER_MS);
    const key = `${zone} ${quarter}`;
    const ahead = known.get(key) ?? fromAbsolute(quarter * QUARTER_MS, zone).offset;
    known.set(key, ahead);
    const shown = new Date(at + ahead);
    return {
      day: shown.toISOString().slice(0, 10),
      weekday: shown.getUTCDay(),
      minute: shown.getUTCHours() * 60 + shown.getUTCMinutes(),
    };
  };
}

/** `08:05` → `8:05 AM`, as US readers know it; `24:00` → `midnight`. */
export function clockWords(time: string): string {
  if (time === '24:00') return 'midnight';
  const [hour = '', minute = ''] = time.split(':');
  return `${Number(hour) % 12 || 12}:${minute} ${Number(hour) < 12 ? 'AM' : 'PM'}`;
}

/** `480` → `08:00` */
export const clockText = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
