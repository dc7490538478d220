import type { CalendarEvent } from '#contract/events.contract.ts';
import type { EventTimes } from '../../machines/events/calendar.machine.ts';

export interface Teammate {
  readonly id: number;
  readonly name: string;
}

/** What every view of the calendar shows and says. */
export interface ViewProps {
  readonly events: readonly CalendarEvent[];
  readonly days: readonly string[];
  /** `YYYY-MM-DD` */
  readonly today: string;
  /** IANA zone of the reader. */
  readonly zone: string;
  readonly openKey: string | null;
  readonly onOpen: (event: CalendarEvent) => void;
  /** Local start, `YYYY-MM-DDTHH:MM`, or a day. */
  readonly onNew: (at: string, userId?: number) => void;
  /** People whose calendars a day shows side by side; `null`: one calendar. */
  readonly team: readonly Teammate[] | null;
  readonly onTeam: (ids: readonly number[]) => void;
  readonly onDay: (day: string) => void;
  readonly onMove: (event: CalendarEvent, times: EventTimes) => void;
}
