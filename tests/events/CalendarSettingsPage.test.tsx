import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { permissionsOf } from '#rules/access/permissions.ts';
import { ApiError } from '../../src/api/errors.ts';
import { CalendarPage } from '../../src/views/events/CalendarPage.tsx';
import '../../src/views/_kit/overlays/AlertDialog.tsx';
import '../../src/views/events/CalendarSettingsPage.tsx';
import '../../src/views/bookings/BookingTypeDialog.tsx';
import { type Answer, button, calm, openDesk } from '../contacts/contacts-desk.tsx';
import { click, only, type } from '../_kit/mount.ts';

const OFF = { data: { reminders: [15], remind_by_email: false, feed: null } };
const ON = {
  data: {
    ...OFF.data,
    feed: { made_at: '2026-11-01T15:00:00.000Z', read_at: null, busy_only: true },
  },
};
const TYPE = {
  id: 4,
  slug: 'plan-review-0123456789',
  name: 'Plan review',
  minutes: 45,
  buffer_before: 0,
  buffer_after: 15,
  notice_hours: 4,
  per_day: null,
  days_ahead: 30,
  hours: [{ day: 1, from: '09:00', to: '17:00' }],
  zone: 'America/New_York',
  place: 'Office',
  soa_products: ['medigap'],
  active: true,
};

async function open(search: string, answers: Record<string, Answer> = {}) {
  const history = createMemoryHistory({ initialEntries: [`/calendar?${search}`] });
  const router = createRouter({ routeTree: createRootRoute({ component: CalendarPage }), history });
  const desk = await openDesk(
    <RouterProvider router={router} />,
    { readCalendarSettings: OFF, listBookingTypes: { data: [] }, ...answers },
    { roles: ['agent'], permissions: permissionsOf([['agent']]), timezone: 'est' },
  );
  for (let turn = 0; turn < 4; turn += 1) await calm();
  return desk;
}

const boxes = () => [...document.querySelectorAll<HTMLInputElement>('.cal-reminders input')];

test('reminders are saved as they are chosen', async () => {
  const { asked } = await open('settings=true', { updateCalendarSettings: OFF });
  const labels = boxes().map((box) => box.closest('label')?.textContent);
  expect(labels).toContain('1 hour before');
  expect(boxes().filter(({ checked }) => checked)).toHaveLength(1);
  click(boxes()[labels.indexOf('1 hour before')] as HTMLElement);
  await calm();
  expect(asked('updateCalendarSettings')[0]).toMatchObject({ body: { reminders: [15, 60], remind_by_email: false } });
});

test('a new address is shown once', async () => {
  const url = 'https://crm.test/calendar-feeds/secret.ics';
  const { asked } = await open('settings=true', { createCalendarFeed: { ...ON, meta: { url } } });
  click(button('Create private address'));
  await calm();
  expect(asked('createCalendarFeed')[0]).toMatchObject({ body: { busy_only: false } });
  expect(only('.cal-address code').textContent).toBe(url);
});

test('an address is replaced only after a question', async () => {
  const { asked } = await open('settings=true', { readCalendarSettings: ON });
  expect(document.body.textContent).toContain('Not read yet.');
  click(button('Replace address'));
  await calm();
  expect(only('[role=alertdialog]').textContent).toContain('stop getting changes');
  expect(asked('createCalendarFeed')).toEqual([]);
});

test('settings that could not be loaded say so, and are loaded again', async () => {
  await open('settings=true', {
    readCalendarSettings: new ApiError('notFound', { code: 'not_found', message: 'Away.' }),
  });
  expect(document.body.textContent).toContain("Couldn't load the settings");
});

test('a type of appointment is listed with its link, and a new one is added', async () => {
  const { asked } = await open('settings=true', {
    listBookingTypes: { data: [TYPE] },
    createBookingType: { data: TYPE },
  });
  expect(only('.booking-type').textContent).toContain('45 minutes · Office · asks for scope of appointment');
  expect(only<HTMLAnchorElement>('.booking-type a').getAttribute('href')).toBe('/book/plan-review-0123456789');
  click(button('New type'));
  for (let turn = 0; turn < 3; turn += 1) await calm();
  type(only<HTMLInputElement>('[role=dialog] input[name=name]'), 'First call');
  click(button('Add type'));
  for (let turn = 0; turn < 3; turn += 1) await calm();
  expect(asked('createBookingType')[0]).toMatchObject({
    body: { name: 'First call', minutes: 30, zone: 'America/New_York', per_day: null, soa_products: [] },
  });
});

test('a day shows colleagues side by side, each with their own events', async () => {
  const { asked } = await open('date=2026-11-19&view=day&team=1003-1004', {
    listEvents: { data: [] },
    listOwners: {
      data: [
        { id: 1003, name: 'Dana' },
        { id: 1004, name: 'Priya' },
        { id: 1005, name: 'Lee' },
      ],
    },
  });
  expect(asked('listEvents').map(({ query }) => (query as { downline_user_id: string }).downline_user_id)).toEqual([
    '1003',
    '1004',
  ]);
  expect([...document.querySelectorAll('.cal-who b')].map((name) => name.textContent)).toEqual(['Dana', 'Priya']);
  expect(document.querySelectorAll('.cal-body .cal-day')).toHaveLength(2);
  click(only('[aria-label="Remove Priya"]'));
  await calm();
  expect(document.querySelectorAll('.cal-who')).toHaveLength(0);
});
