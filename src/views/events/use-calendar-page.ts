import { useState } from 'react';
import type { Reply } from '#contract/endpoint.ts';
import { EVENT_TYPES, events } from '#contract/events.contract.ts';
import { type CalendarView, daysOf, spanOf, turned } from '#rules/events/calendar-view.ts';
import { dayIn } from '#rules/time/days.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { useApp } from '../_base/use-app.ts';
import { useNow } from '../_base/use-now.ts';
import { useResource } from '../_base/use-resource.ts';
import type { ViewProps } from './calendar-parts.ts';
import { type CalendarSearch, useCalendarSearch } from './calendar-search.ts';
import { rangeDate } from './event-words.ts';
import { useTeam } from './use-team.ts';
import { useCalendar, useEventUndo } from './use-calendar.ts';
import { useCalendarKeys } from './use-calendar-keys.ts';

const PHONE_WIDTH = 720;
const CLOSED = { event: undefined, at: undefined, contact: undefined } as const;

/** The calendar of the address: what it shows, what moves its events, and its keys. */
export function useCalendarPage() {
  const { user, toasts } = useApp();
  const zone = IANA_ZONES[user.timezone];
  const today = dayIn(zone, useNow());
  const { search, change } = useCalendarSearch();
  const [home] = useState<CalendarView>(() => (innerWidth <= PHONE_WIDTH ? 'agenda' : 'week'));
  const { view = home, date = today, user: userId = user.id, types = EVENT_TYPES, event: openKey = null } = search;
  const days = daysOf(view, date);
  const team = view === 'day' ? (search.team ?? null) : null;
  const own = useResource(events.list, { query: queryOf(days, zone, search, team?.[0] ?? userId) });
  const others = useTeam(team ?? [], (id) => ({ query: queryOf(days, zone, search, id) }));
  const read = others.failed ?? own;
  const close = () => change(CLOSED);
  const calendar = useCalendar(close);
  const undo = useEventUndo();
  const openNew = (at: string, whose?: number) =>
    change({ event: 'new', at, contact: undefined, ...(whose !== undefined && { user: whose }) });
  useCalendarKeys({
    onTurn: (by) => change({ date: turned(view, date, by) }),
    onView: (next) => change({ view: next }),
    onToday: () => change({ date: undefined }),
    onNew: () => openNew(date),
    onSearch: () => document.querySelector<HTMLElement>('main input[type=search]')?.focus(),
    onClear: () => (openKey === null ? undefined : close()),
  });
  const shown: ViewProps = {
    events: types.length === 0 ? [] : [...(own.data?.data ?? []), ...others.events],
    team: team === null ? null : team.map((id) => others.people.find((one) => one.id === id) ?? { id, name: '' }),
    onTeam: (ids) => change({ team: ids, event: undefined }),
    days,
    today,
    zone,
    openKey,
    onOpen: ({ key }) => change({ event: key, at: undefined }),
    onNew: openNew,
    onDay: (day) => change({ date: day, view: 'day' }),
    onMove: calendar.move,
  };
  const saved = (reply: unknown) => {
    const { data, meta } = reply as Reply<typeof events.update>;
    const again = { label: 'Undo', run: () => undo(meta.change_id) };
    toasts.show({ tone: 'good', text: `${data.title} saved`, action: again });
    if (meta.not_invited !== null) toasts.show({ tone: 'warn', text: `No invitation sent. ${meta.not_invited}` });
    const [day] = spanOf(data, zone);
    change({ ...CLOSED, ...(!days.includes(day) && { date: day }) });
  };
  return { search, change, view, date, userId, types, openKey, read, shown, calendar, openNew, close, saved };
}

function queryOf(days: readonly string[], zone: string, { q, types = EVENT_TYPES }: CalendarSearch, userId: number) {
  const isAll = types.length === EVENT_TYPES.length || types.length === 0;
  return {
    start_date: rangeDate(days[0] ?? ''),
    end_date: rangeDate(days.at(-1) ?? ''),
    zone,
    downline_user_id: String(userId),
    ...(q !== undefined && { q }),
    ...(!isAll && { types_list: types.join(',') }),
  };
}
