import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import type { ComraLeads } from '#contract/comra-leads.contract.ts';
import { permissionsOf } from '#rules/access/permissions.ts';
import { ComraLeadsRoute } from '../../src/views/comra-leads/ComraLeadsPage.tsx';
import { type Answer, calm, openDesk } from '../contacts/contacts-desk.tsx';
import { only } from '../_kit/mount.ts';

const COUNTS = { received: 8, duplicates: 2, problems: 0, refused: 1, contacted: 4, sold: 1, cost_cents: 10_000 };
const ROW: ComraLeads = {
  ...COUNTS,
  vendor: { id: 5, name: 'COMRA' },
  agent: { id: 9, name: 'Dana Reyes' },
  period: '2026-11-01',
  import_ids: [7],
};
const REPLY = {
  data: [ROW],
  totals: { ...COUNTS, cost_cents: null },
  period: { from: '2026-10-20', to: '2026-11-18' },
  meta: { current_page: 1, limit: 50, total_count: 1, total_pages: 1 },
};

async function open(search: string, listComraLeads: Answer = REPLY) {
  const history = createMemoryHistory({ initialEntries: [`/admin/comra-leads-reports${search}`] });
  const router = createRouter({ routeTree: createRootRoute({ component: ComraLeadsRoute }), history });
  const desk = await openDesk(
    <RouterProvider router={router} />,
    { listComraLeads },
    { roles: ['admin'], permissions: permissionsOf([['admin']]) },
  );
  await calm();
  return desk;
}
const hrefs = () =>
  [...document.querySelectorAll('tbody a')].map((link) => decodeURIComponent(link.getAttribute('href') ?? ''));

test('the first line has the totals, and shares are of the leads', async () => {
  await open('');

  const [total, row] = [...document.querySelectorAll('tbody tr')].map(({ textContent }) => textContent);
  expect(total).toContain('Total');
  expect(total).toContain('4 (50%)');
  expect(total).toContain('Unknown');
  expect(row).toContain('$100.00');
});

test('each number opens its rows within the days of the report', async () => {
  await open('?interval=month&q=com');

  const leads =
    '/contacts?contact_group=all&search=[{"field":"api_vendor","op":"is","value":"5"},{"field":"owner","op":"is","value":"9"},' +
    '{"field":"created_at","op":"after","value":"2026-10-31"},{"field":"created_at","op":"before","value":"2026-11-19"}';
  expect(hrefs()).toEqual([
    `${leads}]`,
    '/imports/7',
    '/admin/api-requests?tab=refused&filter_by=vendor&filter_value=COMRA',
    `${leads},{"field":"last_touch_at","op":"not_empty","value":""}]`,
    `${leads},{"field":"policy_status","op":"is","value":"active"}]`,
  ]);
  expect(only('a[download]').getAttribute('href')).toBe(
    '/v1/admin/comra_leads_reports/export.csv?interval=month&q=com',
  );
});

test.each([
  ['', 'No leads in the last 30 days'],
  ['?q=x', 'No matching leads'],
  ['?page=3', 'No more leads'],
])('says why %s is empty', async (search, title) => {
  await open(search, { ...REPLY, data: [] });

  expect(only('.empty h2').textContent).toBe(title);
});
