import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { beforeAll, expect, test } from 'vitest';
import type { Scorecard, VendorLeadDetail } from '#contract/vendor-leads.contract.ts';
import { permissionsOf } from '#rules/access/permissions.ts';
import { ApiRequestsRoute } from '../../src/views/api-tracking/ApiRequestsPage.tsx';
import { type Answer, button, calm, openDesk, refused } from '../contacts/contacts-desk.tsx';
import { click, only, type } from '../_kit/mount.ts';

const LEAD: VendorLeadDetail = {
  id: 7,
  vendor: { id: 5, name: 'Lead Harbor' },
  external_id: 'LH-7',
  received_at: '2026-11-18T20:00:00Z',
  status: 'refused',
  name: 'Jane Okafor',
  faults: { 'lead.phone': ['Send a phone number like 512-555-0142.'] },
  contact: null,
  owner: null,
  has_consent: false,
  attempts: 1,
  sent: { lead: { first_name: 'Jane', last_name: 'Okafor', phone: '12' } },
};
const ACCEPTED: VendorLeadDetail = {
  ...LEAD,
  status: 'accepted',
  faults: {},
  contact: { id: 3, number: 1003, name: 'Jane Okafor' },
  owner: { id: 9, name: 'Dana Reyes' },
};
const SCORE: Scorecard = {
  vendor: LEAD.vendor,
  vendor_type: 'Turning 65',
  received: 1_200,
  duplicates: 30,
  errors: 270,
  mostly: 'lead.phone',
  consent_share: 0.5,
  contacted: 600,
  sold: 12,
  cost_cents: 1_800_000,
  cost_per_sale_cents: 150_000,
  last_at: null,
};
beforeAll(() => import('../../src/views/vendor-leads/VendorLeadDialog.tsx'));

const metaOf = (total: number) => ({ current_page: 1, limit: 50, total_count: total, total_pages: 1 });

const open = async (search: string, answers: Record<string, Answer> = {}) => {
  const history = createMemoryHistory({ initialEntries: [`/admin/api-requests${search}`] });
  const router = createRouter({ routeTree: createRootRoute({ component: ApiRequestsRoute }), history });
  const desk = await openDesk(
    <RouterProvider router={router} />,
    {
      listVendorLeads: { data: [LEAD], meta: metaOf(1) },
      readVendorLead: { data: LEAD },
      replayVendorLead: { data: ACCEPTED },
      listApiVendors: { data: [] },
      listScorecards: { data: [SCORE], period: { from: '2026-10-20', to: '2026-11-18' } },
      ...answers,
    },
    { roles: ['admin'], permissions: permissionsOf([['admin']]) },
  );
  await calm();
  return { ...desk, address: () => history.location.search };
};
const phone = () => only<HTMLInputElement>('.dialog input[name="phone"]');

test('a lead says who sent it, what became of it and why', async () => {
  const { asked } = await open('?tab=leads&lead=refused');

  const row = only('tbody tr').textContent;
  for (const part of ['Jane Okafor', 'Lead Harbor', 'LH-7', 'Refused', 'Send a phone number like 512-555-0142.'])
    expect(row).toContain(part);
  expect(asked('listVendorLeads')[0]).toEqual({
    query: { status: 'refused', order_field: 'received_at', order: 'desc', page: 1, limit: 50 },
  });
});

test('leads are searched, ordered, and downloaded as they are shown', async () => {
  const { asked, address } = await open('?tab=leads&q=jane&vendor_id=5');

  click(button('Vendor'));
  await calm();

  const filter = { q: 'jane', vendor_id: 5, order_field: 'vendor', order: 'asc' };
  expect(asked('listVendorLeads').at(-1)).toEqual({ query: { ...filter, page: 1, limit: 50 } });
  expect(only('.list-file').getAttribute('href')).toBe(
    '/v1/admin/api_tracking/leads/export.csv?q=jane&vendor_id=5&order_field=vendor&order=asc',
  );
  click(only('[role="tab"]:last-child'));
  await calm();
  expect(address()).not.toMatch(/q=|order=/u);
});

test('a refused lead is corrected and tried again', async () => {
  const { asked, toasts, address } = await open('?tab=leads&open=7');
  expect(only('.dialog .note').textContent).toContain('Phone: Send a phone number like 512-555-0142.');

  type(phone(), '512-555-0142');
  click(button('Try again'));
  await calm();

  const lead = { first_name: 'Jane', last_name: 'Okafor', phone: '512-555-0142' };
  expect(asked('replayVendorLead')).toMatchObject([{ params: { id: 7 }, body: { lead } }]);
  expect(toasts.map(({ text }) => text)).toEqual(['The lead is a contact now']);
  expect(address()).not.toContain('open');
});

test('what is wrong still is shown at its field, and nothing typed is lost', async () => {
  await open('?tab=leads&open=7', { replayVendorLead: refused({ 'lead.phone': ['Send a phone number.'] }) });

  type(phone(), '13');
  click(button('Try again'));
  await calm();

  expect(phone().value).toBe('13');
  expect(phone().getAttribute('aria-invalid')).toBe('true');
  expect(document.body.textContent).toContain('Send a phone number.');
});

test('an accepted lead leads to its contact, and can’t be tried again', async () => {
  await open('?tab=leads&open=7', { readVendorLead: { data: ACCEPTED } });

  expect(only('.dialog .facts a').getAttribute('href')).toBe('/contacts/1003');
  expect([...document.querySelectorAll('.dialog button')].map(({ textContent }) => textContent)).not.toContain(
    'Try again',
  );
});

test.each([
  ['?tab=leads', 'No leads from vendors yet'],
  ['?tab=leads&lead=failed', 'No matching leads'],
])('says why %s is empty', async (search, title) => {
  await open(search, { listVendorLeads: { data: [], meta: metaOf(0) } });

  expect(only('.empty h2').textContent).toBe(title);
});

test('vendors are put in order by a column, those without a value last', async () => {
  const named = (id: number, name: string, more: Partial<Scorecard>) => ({ ...SCORE, ...more, vendor: { id, name } });
  const data = [
    named(1, 'Dear', { cost_cents: 90_000 }),
    named(2, 'Unknown', { cost_cents: null }),
    named(3, 'Cheap', { cost_cents: 100 }),
  ];
  const { address } = await open('?tab=vendors&by=cost_cents&order=asc', {
    listScorecards: { data, period: { from: '2026-10-20', to: '2026-11-18' } },
  });
  const names = () => [...document.querySelectorAll('tbody a')].map(({ textContent }) => textContent);
  expect(names()).toEqual(['Cheap', 'Dear', 'Unknown']);

  click(button('Cost'));
  await calm();

  expect(names()).toEqual(['Dear', 'Cheap', 'Unknown']);
  expect(address()).toContain('order=desc');
});

test('a scorecard shows shares and what a sale cost, over the chosen days', async () => {
  const { asked } = await open('?tab=vendors&days=90');

  const row = only('tbody tr').textContent;
  for (const part of ['Turning 65', '1,500', '82%', '30', '600 (50%)', '12 (1%)', '$1,500'])
    expect(row).toContain(part);
  expect(asked('listScorecards')[0]).toEqual({ query: { days: 90 } });
  expect(only('tbody a').getAttribute('href')).toBe(
    '/admin/comra-leads-reports?q=Lead+Harbor&from=2026-10-20&to=2026-11-18',
  );
  expect(only('.note').textContent).toContain('Lead Harbor: 270 of 1,500 leads with errors, mostly for the phone');
});
