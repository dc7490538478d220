import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import type { CalendarEvent } from '#contract/events.contract.ts';
import { permissionsOf } from '#rules/access/permissions.ts';
import { CalendarPage } from '../../src/views/events/CalendarPage.tsx';
import '../../src/views/_kit/overlays/AlertDialog.tsx';
import '../../src/views/events/EventForm.tsx';
import '../../src/views/events/ScopeDialog.tsx';
import { type Answer, button, calm, openDesk } from '../contacts/contacts-desk.tsx';
import { click, only, press } from '../_kit/mount.ts';

const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
const event = (id: number, time: string, more: Partial<CalendarEvent> = {}): CalendarEvent => ({
  id,
  key: String(id),
  version: 3,
  type: 'call',
  title: `Event ${id}`,
  place: '',
  notes: '',
  reminders: null,
  guests: [],
  invites_contact: false,
  all_day: false,
  start_date: '2026-11-19',
  start_time: `${time}:00`,
  end_date: '2026-11-19',
  end_time: `${time}:30`,
  zone: 'America/New_York',
  rule: '',
  repeat_until: null,
  occurrence: null,
  starts_at: `2026-11-19T${Number(time) + 5}:00:00.000Z`,
  ends_at: `2026-11-19T${Number(time) + 5}:30:00.000Z`,
  contact: null,
  user: { id: 1003, name: 'Dana' },
  may_change: true,
  ...more,
});
const SERIES = event(2, '11', {
  key: '2@2026-11-19T11:00',
  rule: 'FREQ=WEEKLY',
  occurrence: '2026-11-19T11:00',
  title: 'Stand-up',
});

async function open(search: string, answers: Record<string, Answer> = {}) {
  const history = createMemoryHistory({ initialEntries: [`/calendar?date=2026-11-19&${search}`] });
  const router = createRouter({ routeTree: createRootRoute({ component: CalendarPage }), history });
  const desk = await openDesk(
    <RouterProvider router={router} />,
    {
      listEvents: { data: [event(1, '10'), SERIES] },
      updateEvent: { data: event(1, '10'), meta: { change_id: 71 } },
      createEvent: { data: event(9, '10'), meta: { change_id: 72 } },
      deleteEvent: { meta: { change_id: 73 } },
      ...answers,
    },
    { roles: ['agent'], permissions: permissionsOf([['agent']]), timezone: 'est' },
  );
  await calm();
  await calm();
  return { ...desk, at: () => router.state.location.search as Record<string, unknown> };
}

test('a week asks for its days, and its hours are reached by arrow keys', async () => {
  const { asked, at } = await open('view=week');
  expect(asked('listEvents')[0]).toMatchObject({
    query: { start_date: '11/15/2026', end_date: '11/21/2026', zone: 'America/New_York' },
  });
  const slot = only('.cal-slot[tabindex="0"]');
  slot.focus();
  press(slot, 'ArrowDown');
  press(only('.cal-slot[tabindex="0"]'), 'ArrowRight');
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Monday, November 16, 8:30 AM, free. Add an event');
  click(document.activeElement as HTMLElement);
  await calm();
  expect(at()).toMatchObject({ event: 'new', at: '2026-11-16T08:30' });
});

test('an event is moved by a button, with its version, and closes its panel', async () => {
  const { asked, at, toasts } = await open('view=day&event=1');
  click(button('15 minutes later'));
  await calm();
  expect(asked('updateEvent')).toMatchObject([
    { params: { id: 1 }, body: { version: 3, start_time: '10:15', end_time: '10:45', scope: 'one' } },
  ]);
  expect([toasts.at(-1)?.text, at()['event']]).toEqual(['Event 1 moved', undefined]);
});

test('one of a series is deleted after the question which are meant', async () => {
  const { asked } = await open(`view=day&event=${encodeURIComponent(SERIES.key)}`);
  click(button('Delete'));
  await calm();
  expect(asked('deleteEvent')).toEqual([]);
  click(button('This and following events'));
  await calm();
  expect(asked('deleteEvent')).toEqual([
    { params: { id: 2 }, query: { scope: 'following', occurrence: '2026-11-19T11:00' } },
  ]);
});

test('a new event warns of another one at that time', async () => {
  await open('view=day&event=new&at=2026-11-19T10:15');
  await calm();
  expect(only('.cal-panel .note').textContent).toContain('Event 1, 10:00 AM to 10:30 AM');
});

test('a month says how many events a day has, and an agenda lists them', async () => {
  await open('view=month');
  expect(
    all('.cal-number')
      .find((day) => day.textContent === '19')
      ?.getAttribute('aria-label'),
  ).toBe('Thursday, November 19, 2 events. Add an event');
  press(document.body, 'a');
  await calm();
  expect(all('.cal-row')).toHaveLength(2);
});
