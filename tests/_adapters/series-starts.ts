import { RRuleTemporal } from 'rrule-temporal';

/** Starts that a stand-in looks at. */
const MOST = 60;

/** ISO instants at which a series begins. `start`: what clocks of `zone` show, `2027-03-01T09:00`. */
export function seriesStarts(start: string, zone: string, rule: string): string[] {
  const begins = `${start.replaceAll(/[-:]/g, '').slice(0, 13)}00`;
  const series = new RRuleTemporal({ rruleString: `DTSTART;TZID=${zone}:${begins}\n${rule}`, cache: false });
  return series.all((_, place) => place < MOST).map((one) => new Date(one.epochMilliseconds).toISOString());
}
