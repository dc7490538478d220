import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act } from 'react';
import { describe, expect, test } from 'vitest';
import type { ListedReport, Report, ReportResult } from '#contract/reports.contract.ts';
import { fillDefinition } from '#rules/reports/fill-definition.ts';
import { ReportPage } from '../../src/views/reports/ReportPage.tsx';
import { ReportsRoute } from '../../src/views/reports/ReportsPage.tsx';
import '../../src/views/reports/ReportDialog.tsx';
import '../../src/views/reports/ScheduleDialog.tsx';
import { type Answer, button, calm, openDesk, refused } from '../contacts/contacts-desk.tsx';
import { click, only, type } from '../_kit/mount.ts';

const definition = fillDefinition('conversion', { compare: 'previous_period' });
const LISTED: ListedReport = {
  id: 4,
  type: 'conversion',
  name: 'Leads by source',
  shared: false,
  definition,
  created_by: { id: 9, name: 'Amy Agent' },
  mine: true,
  created_at: '2026-11-18T20:00:00Z',
  computed_at: '2026-11-18T20:00:00Z',
};
const RESULT: ReportResult = {
  computed_at: '2026-11-18T20:00:00Z',
  zone: 'America/Chicago',
  definition,
  days: { from: '2026-10-20', to: '2026-11-18' },
  compared: { from: '2026-09-20', to: '2026-10-19' },
  rows: [
    { key: 'web', label: 'Web', numbers: [8, 4, 1], before: [6, 0, 0] },
    { key: '', label: 'No source', numbers: [2, 0, 0], before: [0, 0, 0] },
  ],
  more_rows: 0,
  totals: [10, 4, 1],
  totals_before: [6, 0, 0],
};
const REPORT: Report = { ...LISTED, result: RESULT, schedule: null };
const META = { current_page: 1, limit: 50, total_count: 1, total_pages: 1 };
const ROW = {
  key: 'contact 5',
  kind: 'contact',
  id: 5,
  contact: 1042,
  title: 'Rosa Avila',
  detail: 'Austin, TX',
  agent: 'Amy Agent',
  day: '2026-11-02',
  value: 1,
};

async function open(path: string, answers: Record<string, Answer> = {}) {
  const rootRoute = createRootRoute();
  const routeTree = rootRoute.addChildren([
    createRoute({ getParentRoute: () => rootRoute, path: '/reports', component: ReportsRoute }),
    createRoute({ getParentRoute: () => rootRoute, path: '/reports/$id', component: () => <ReportPage id={4} /> }),
  ]);
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: [path] }) });
  const desk = await openDesk(<RouterProvider router={router} />, {
    listReports: { data: [LISTED], meta: META },
    listReportCreators: { data: [LISTED.created_by] },
    readReport: { data: REPORT },
    refreshReport: { data: REPORT },
    deleteReport: {},
    restoreReport: { data: REPORT },
    scheduleReport: { data: REPORT },
    unscheduleReport: { data: REPORT },
    listReportRows: { data: [ROW], sum: 8, meta: { ...META, total_count: 8 } },
    listQuickFilters: { data: [] },
    ...answers,
  });
  await calm();
  return { ...desk, router };
}

test('the list has one condition at a time, in the address', async () => {
  const { router } = await open('/reports?filter_by=type&filter_value=conversion');
  expect(document.querySelector('.table')?.textContent).toContain('Leads by sourceConversion by sourceAmy Agent');
  expect([...document.querySelectorAll('select')].map(({ value }) => value)).toEqual(['conversion', '']);
  expect(router.state.location.search).toEqual({ filter_by: 'type', filter_value: 'conversion' });
});

test.each([
  ['', 'No reports yet'],
  ['?filter_by=name&filter_value=zz', 'No matching reports'],
  ['?page=3', 'No more reports'],
])('says why the list of %s is empty', async (search, title) => {
  await open(`/reports${search}`, { listReports: { data: [], meta: { ...META, total_count: 0 } } });
  expect(only('.empty h2').textContent).toBe(title);
});

test('a report shows totals, a chart with a sentence, and all numbers in a table', async () => {
  await open('/reports/4');
  expect(only('.stats').textContent).toBe('Contacts106 beforeContacted40 beforeSold10 before');
  expect(only('[role=img]').getAttribute('aria-label')).toBe(
    'Contacts by source, compared with the days before. Most: Web, 8. The table below has the same numbers.',
  );
  expect(only('.report-table tfoot').textContent).toBe('All10 64 40%01 10%0');
  expect(document.body.textContent).toContain('As of 11/18/2026, 2:00 PM CST');
});

test('a number opens its rows, and for contacts the contact list', async () => {
  const { router } = await open('/reports/4?measure=contacts&key=%22web%22');
  expect(router.state.location.search).toEqual({ measure: 'contacts', key: 'web' });
  expect(only('.report-side h2').textContent).toBe('Contacts: 8');
  expect(only('.report-side .table').textContent).toContain('Rosa AvilaAustin, TX, Amy Agent11/02/2026');
  expect(only('.report-side tbody a').getAttribute('href')).toBe('/contacts/1042');
  const link = only<HTMLAnchorElement>('.report-side a.btn');
  expect(decodeURIComponent(link.getAttribute('href') ?? '')).toBe(
    '/contacts?contact_group=all&search=[{"field":"created_at","op":"after","value":"2026-10-19"},{"field":"created_at","op":"before","value":"2026-11-19"},{"field":"source","op":"is","value":"web"}]',
  );
  expect(only('.is-open[aria-current]').textContent).toBe('8');
});

test('a report without numbers is computed when it is opened, and a refusal can be tried again', async () => {
  const { asked } = await open('/reports/4', {
    readReport: { data: { ...REPORT, result: null, computed_at: null } },
    refreshReport: refused({}, 'unavailable'),
  });
  expect(asked('refreshReport')).toHaveLength(1);
  expect(only('[role=alert]').textContent).toContain("Couldn't compute the report");
  click(button('Try again'));
  await calm();
  expect(asked('refreshReport')).toHaveLength(2);
});

test('someone else’s report can be refreshed, not changed', async () => {
  await open('/reports/4', { readReport: { data: { ...REPORT, mine: false } } });
  expect(document.querySelector('[aria-label="Edit report"]')).toBeNull();
  expect(document.querySelector('[aria-label^=Delete]')).toBeNull();
  expect(button('Refresh')).toBeTruthy();
  expect(document.body.textContent).toContain('Created by Amy Agent');
});

test('a deleted report can be restored', async () => {
  const { asked, toasts } = await open('/reports');
  click(only('[aria-label="Delete Leads by source"]'));
  await calm();
  expect(asked('deleteReport')).toEqual([{ params: { id: 4 } }]);
  expect(toasts.map(({ text, action }) => [text, action?.label])).toEqual([['Leads by source deleted', 'Undo']]);

  toasts[0]?.action?.run();
  await calm();
  expect(asked('restoreReport')).toEqual([{ params: { id: 4 } }]);
});

const field = (label: string) =>
  [...document.querySelectorAll('[role=dialog] label')].find((one) => one.textContent === label)?.closest('.field');
const choose = (label: string, value: string) =>
  act(() => {
    const select = field(label)?.querySelector('select');
    if (select) select.value = value;
    select?.dispatchEvent(new Event('change', { bubbles: true }));
  });
const labels = () => [...document.querySelectorAll('[role=dialog] .field label')].map(({ textContent }) => textContent);

test('the form follows its type, and sends what was chosen', async () => {
  const { asked } = await open('/reports?new=true', { createReport: { data: REPORT } });
  choose('Type', 'pipeline');
  await calm();
  expect(only('[role=dialog]').textContent).toContain('This report is as of now.');
  choose('Type', 'activity');
  await calm();
  choose('Rows', 'month');
  type(only('[role=dialog] input[name=name]'), 'Our months');
  await calm();
  click(button('Create report'));
  await calm();
  expect(asked('createReport')).toMatchObject([
    { body: { type: 'activity', name: 'Our months', dimension: 'month', measure: 'calls', period: 'last_30_days' } },
  ]);
});

describe('by e-mail', () => {
  const SCHEDULE = {
    cadence: 'weekly',
    weekday: 1,
    day: 1,
    time: '08:00',
    next_at: '2026-11-23T13:00:00Z',
    last_at: null,
    problem: '',
  } as const;

  test('a report starts with the day that its interval needs', async () => {
    const { asked } = await open('/reports/4');
    click(button('E-mail'));
    await calm();
    expect(labels()).toEqual(['How often', 'Day', 'Time']);
    choose('How often', 'monthly');
    await calm();
    expect(labels()).toEqual(['How often', 'Day of the month', 'Time']);
    choose('Day of the month', '15');
    await calm();
    click(button('Start'));
    await calm();

    expect(asked('scheduleReport')).toMatchObject([
      { params: { id: 4 }, body: { cadence: 'monthly', day: 15, time: '08:00' } },
    ]);
  });

  test('a report says when it comes next, why the last one did not, and stops', async () => {
    const { asked } = await open('/reports/4', {
      readReport: { data: { ...REPORT, schedule: { ...SCHEDULE, problem: 'The report is taking too long.' } } },
    });
    const { textContent: text } = document.body;
    expect(text).toContain('E-mailed to you every Monday at 8:00 AM, next on 11/23/2026, 8:00 AM EST');
    expect(text).toContain("The last e-mail wasn't sentThe report is taking too long.");
    click(button('E-mail'));
    await calm();
    click(button('Stop e-mail'));
    await calm();

    expect(asked('unscheduleReport')).toEqual([{ params: { id: 4 } }]);
    expect(document.querySelector('[role=dialog]')).toBeNull();
  });
});
