import { googleEvent, openGoogle } from '../_adapters/google-stand-in.ts';
import { openGraph } from '../_adapters/graph-stand-in.ts';
import type { ProviderStandIn } from '../_adapters/provider-stand-in.ts';

/** An event as its owner sees it at a provider, those of a series each. `series`: its id; null: it is of none. */
export interface There {
  readonly id: string;
  readonly series: string | null;
}

/** What the owner of a calendar does at a provider, in any of them. Hours are those of New York, in spring 2027. */
export interface Side {
  readonly type: 'google' | 'outlook';
  readonly provider: ProviderStandIn;
  /** Requests that write. */
  readonly writes: RegExp;
  clear(): void;
  /** As `Synced.here`, in order. */
  agenda(): string[];
  shown(): There[];
  add(title: string): void;
  /** Four Mondays. */
  repeat(title: string): void;
  /** Moves to an hour of the day that it is on. */
  edit(id: string, title: string, hour: number): void;
  remove(id: string): void;
  forgetCursors(): void;
}

const MONDAY = '2027-03-01';
const clockAt = (hour: number, day: string) => `${day}T${String(hour).padStart(2, '0')}:00:00`;

export async function googleSide(now: () => Date): Promise<Side> {
  const google = await openGoogle(now);
  const at = (hour: number, day: string) => ({ dateTime: clockAt(hour, day), timeZone: 'America/New_York' });
  let ids = 0;
  const add = (title: string, more: object = {}) => {
    ids += 1;
    google.edit(googleEvent(`g${ids}`, { summary: title, ...more }));
  };
  return {
    type: 'google',
    provider: google,
    writes: /^(POST \/calendars|PATCH|DELETE)/,
    clear: () => google.clear(),
    agenda: () => google.agenda(),
    shown: () =>
      google.shown().map((one) => ({ id: one.id, series: (one['recurringEventId'] as string | undefined) ?? null })),
    add,
    repeat: (title) => add(title, { recurrence: ['RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=4'] }),
    edit: (id, title, hour) => {
      const start = google.find(id)?.['start'] as { dateTime: string } | undefined;
      if (start === undefined) return;
      const day = start.dateTime.slice(0, 10);
      google.edit({ id, summary: title, start: at(hour, day), end: at(hour + 1, day) });
    },
    remove: (id) => google.remove(id),
    forgetCursors: () => google.forgetCursors(),
  };
}

export async function outlookSide(now: () => Date): Promise<Side> {
  const graph = await openGraph(now);
  graph.rotates = true;
  const timeZone = 'Eastern Standard Time';
  const at = (hour: number, day: string) => ({ dateTime: clockAt(hour, day), timeZone });
  const range = { type: 'numbered', startDate: MONDAY, numberOfOccurrences: 4, recurrenceTimeZone: timeZone };
  let ids = 0;
  const add = (subject: string, more: object = {}) => {
    ids += 1;
    graph.edit({ id: `o${ids}`, subject, start: at(9, MONDAY), end: at(10, MONDAY), ...more });
  };
  return {
    type: 'outlook',
    provider: graph,
    writes: /^(POST \/me\/calendars|PATCH|DELETE)/,
    clear: () => graph.clear(),
    agenda: () => graph.agenda(),
    shown: () =>
      graph.shown().map((one) => ({ id: one.id, series: (one['seriesMasterId'] as string | undefined) ?? null })),
    add,
    repeat: (title) =>
      add(title, { recurrence: { pattern: { type: 'weekly', interval: 1, daysOfWeek: ['monday'] }, range } }),
    edit: (id, subject, hour) => {
      // In UTC, of which hours of the day in New York are of the same day.
      const start = graph.find(id)?.['start'] as { dateTime: string } | undefined;
      if (start === undefined) return;
      const day = start.dateTime.slice(0, 10);
      graph.change(id, { subject, start: at(hour, day), end: at(hour + 1, day) });
    },
    remove: (id) => graph.drop(id),
    forgetCursors: () => graph.forgetCursors(),
  };
}
