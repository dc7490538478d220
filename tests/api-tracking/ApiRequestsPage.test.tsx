import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act } from 'react';
import { beforeAll, expect, test } from 'vitest';
import type { ApiRequest, TrackedKey } from '#contract/api-tracking.contract.ts';
import { permissionsOf } from '#rules/access/permissions.ts';
import { ApiRequestsRoute } from '../../src/views/api-tracking/ApiRequestsPage.tsx';
import { type Answer, button, calm, openDesk, refused } from '../contacts/contacts-desk.tsx';
import { click, only } from '../_kit/mount.ts';

const KEY = { id: 3, kind: 'key', name: 'Lead form', prefix: 'bw_k3x91' } as const;
const REQUEST: ApiRequest = {
  id: 7,
  at: '2026-11-18T20:00:00Z',
  method: 'POST',
  path: '/v1/contacts',
  status: 422,
  took: 31,
  request_id: 'r-7',
  payload: '{first_name: text of 4}',
  key: KEY,
  user: { id: 9, name: 'Dana Reyes' },
  vendor: null,
};
const TRACKED: TrackedKey = {
  ...KEY,
  user: REQUEST.user,
  vendor: null,
  scopes: ['contacts.read'],
  paused: false,
  networks: [],
  per_minute: null,
  created_at: '2026-11-01T20:00:00Z',
  last_used_at: null,
  requests: 12,
  refused: 4,
};
beforeAll(() => import('../../src/views/_kit/overlays/AlertDialog.tsx'));

const metaOf = (total: number) => ({ current_page: 1, limit: 50, total_count: total, total_pages: 1 });

const open = async (search: string, answers: Record<string, Answer> = {}) => {
  const history = createMemoryHistory({ initialEntries: [`/admin/api-requests${search}`] });
  const router = createRouter({ routeTree: createRootRoute({ component: ApiRequestsRoute }), history });
  const desk = await openDesk(
    <RouterProvider router={router} />,
    {
      listApiRequests: { data: [REQUEST], meta: metaOf(1) },
      listTrackedKeys: { data: [TRACKED], meta: metaOf(1) },
      revokeTrackedKey: {},
      listApiVendors: {
        data: [{ id: 5, vendor_name: 'Lead Harbor', vendor_type: '', lead_cost_cents: null, active: true }],
      },
      updateTrackedKey: { data: TRACKED },
      ...answers,
    },
    { roles: ['admin'], permissions: permissionsOf([['admin']]) },
  );
  await calm();
  return { ...desk, address: () => history.location.search };
};

test('shows the request, its status and the shape of its fields', async () => {
  const { asked } = await open('');

  const row = only('tbody tr').textContent;
  for (const part of ['POST /v1/contacts', 'Dana Reyes', 'Lead form (bw_k3x91…)', '422', '31 ms', 'text of 4'])
    expect(row).toContain(part);
  expect(asked('listApiRequests')[0]).toEqual({ query: { tab: 'all', page: 1, limit: 50 } });
});

test('the address narrows the list', async () => {
  const { asked } = await open('?tab=refused&filter_by=status&filter_value=422&page=2');

  expect(asked('listApiRequests')[0]).toEqual({
    query: { tab: 'refused', page: 2, limit: 50, filter_by: 'status', filter_value: '422' },
  });
  expect(only('.list-file').getAttribute('href')).toBe(
    '/v1/admin/api_requests/export.csv?tab=refused&filter_by=status&filter_value=422',
  );
});

test.each([
  ['', 'No API requests yet'],
  ['?filter_value=x', 'No matching API requests'],
  ['?page=4', 'No more API requests'],
])('says why %s is empty', async (search, title) => {
  await open(search, { listApiRequests: { data: [], meta: metaOf(0) } });

  expect(only('.empty h2').textContent).toBe(title);
});

test('a key is given to a vendor, and paused', async () => {
  const { asked, toasts } = await open('?tab=keys');
  const select = only<HTMLSelectElement>('tbody select');
  act(() => {
    select.value = '5';
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await calm();
  click(button('Pause Lead form (bw_k3x91…)'));
  await calm();

  expect(asked('updateTrackedKey')).toEqual([
    { params: { id: 3 }, body: { api_vendor_id: 5 } },
    { params: { id: 3 }, body: { paused: true } },
  ]);
  expect(toasts.map(({ text }) => text)).toEqual(['Vendor saved', 'Key paused. Requests with it are refused']);
});

test('keys say what they may do and their limits, and are searched, ordered and downloaded', async () => {
  const { asked } = await open('?tab=keys&q=lead', {
    listTrackedKeys: { data: [{ ...TRACKED, networks: ['203.0.113.0/24'], per_minute: 60 }], meta: metaOf(1) },
  });
  const row = only('tbody tr').textContent;
  for (const part of ['View contacts', '60 per minute, from 203.0.113.0/24']) expect(row).toContain(part);

  click(button('User'));
  await calm();

  const filter = { q: 'lead', order_field: 'user', order: 'asc' };
  expect(asked('listTrackedKeys').at(-1)).toEqual({ query: { ...filter, page: 1, limit: 50 } });
  expect(only('.list-file').getAttribute('href')).toBe(
    '/v1/admin/api_tracking/api_keys/export.csv?q=lead&order_field=user&order=asc',
  );
});

test('a key is revoked after a question', async () => {
  const { asked, toasts } = await open('?tab=keys');

  click(button('Revoke Lead form (bw_k3x91…)'));
  await calm();
  expect(only('[role="alertdialog"]').textContent).toContain('Dana Reyes is notified');
  expect(asked('revokeTrackedKey')).toEqual([]);
  click(button('Revoke key'));
  await calm();

  expect(asked('revokeTrackedKey')).toEqual([{ params: { id: 3 } }]);
  expect(toasts.map(({ text }) => text)).toEqual(['Key revoked']);
  expect(document.querySelector('[role="alertdialog"]')).toBeNull();
});

test('a refusal is shown', async () => {
  const { toasts } = await open('?tab=keys', { updateTrackedKey: refused({}) });

  click(button('Pause Lead form (bw_k3x91…)'));
  await calm();

  expect(toasts).toMatchObject([{ tone: 'bad', text: 'That does not work.' }]);
});
