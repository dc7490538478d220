import { useLocation, useNavigate } from '@tanstack/react-router';
import { EVENT_TYPES, type EventType } from '#contract/events.contract.ts';
import { CALENDAR_VIEWS, type CalendarView } from '#rules/events/calendar-view.ts';

/** The calendar in the address; absent parts have defaults. */
export interface CalendarSearch {
  readonly view?: CalendarView;
  /** `YYYY-MM-DD` */
  readonly date?: string;
  /** The owner of the calendar; absent: the current user. */
  readonly user?: number;
  /** Owners of calendars that a day shows side by side; absent: one calendar. */
  readonly team?: readonly number[];
  readonly q?: string;
  /** Types that are shown; absent: all. */
  readonly types?: readonly EventType[];
  /** Key of the open event, or `new`. */
  readonly event?: string;
  /** Local start of a new event, `YYYY-MM-DDTHH:MM`, or a day. */
  readonly at?: string;
  /** History in place of the calendar. */
  readonly history?: true;
  /** Settings in place of the calendar. */
  readonly settings?: true;
  /** Contact of a new event. */
  readonly contact?: number;
}

type Change = { readonly [Part in keyof CalendarSearch]: CalendarSearch[Part] | undefined };

/** `undefined` takes a part out of the address. */
export type ChangeCalendar = (next: Change, how?: 'push' | 'replace') => void;

export function useCalendarSearch(): { readonly search: CalendarSearch; readonly change: ChangeCalendar } {
  const { search } = useLocation();
  const navigate = useNavigate();
  return {
    search: calendarSearchOf(search),
    change: ({ types, team, ...next }, how = 'push') =>
      void navigate({
        to: '.',
        search: ((now: object) => ({
          ...now,
          ...next,
          ...(types !== undefined && { types: types.join(',') }),
          ...(team !== undefined && { team: team.length < 2 ? undefined : team.join('-') }),
        })) as never,
        replace: how === 'replace',
      }),
  };
}

const DAY = /^\d{4}-\d\d-\d\d$/;
/** Two to four ids. A hyphen keeps the router from reading a number. */
const TEAM = /^[1-9]\d{0,14}(-[1-9]\d{0,14}){1,3}$/;
const AT = /^\d{4}-\d\d-\d\d(T\d\d:\d\d)?$/;

/** Reads what it knows and leaves out nonsense. The router reads `q=123` as a number. */
function calendarSearchOf(raw: object): CalendarSearch {
  const { view, date, user, q, types, event, at, contact, history, settings, team } = raw as Readonly<
    Record<string, unknown>
  >;
  const shown = CALENDAR_VIEWS.find((one) => one === view);
  const named = typeof types === 'string' ? types.split(',') : null;
  return {
    ...(shown !== undefined && { view: shown }),
    ...(typeof date === 'string' && DAY.test(date) && !Number.isNaN(Date.parse(date)) && { date }),
    ...(isId(user) && { user }),
    ...(typeof team === 'string' && TEAM.test(team) && { team: [...new Set(team.split('-').map(Number))] }),
    ...((typeof q === 'string' || typeof q === 'number') && q !== '' && { q: String(q) }),
    ...(named !== null && { types: EVENT_TYPES.filter((type) => named.includes(type)) }),
    ...((typeof event === 'string' || typeof event === 'number') && event !== '' && { event: String(event) }),
    ...(typeof at === 'string' && AT.test(at) && { at }),
    ...(isId(contact) && { contact }),
    ...(history === true && { history }),
    ...(settings === true && { settings }),
  };
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;
