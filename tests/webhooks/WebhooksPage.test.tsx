import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { beforeAll, expect, test } from 'vitest';
import type { DeliveryDetail, WebhookDelivery, WebhookEndpoint } from '#contract/webhooks.contract.ts';
import { permissionsOf } from '#rules/access/permissions.ts';
import { ApiRequestsRoute } from '../../src/views/api-tracking/ApiRequestsPage.tsx';
import { click, only } from '../_kit/mount.ts';
import { type Answer, button, calm, openDesk, refused } from '../contacts/contacts-desk.tsx';

const ENDPOINT: WebhookEndpoint = {
  id: 3,
  name: 'Lead router',
  url: 'https://hooks.agency.test/bellwether',
  events: ['contact.created', 'call.ended'],
  status: 'active',
  stopped_reason: '',
  failing_since: null,
  secret_at: null,
  waiting: 2,
  failed: 1,
  created_at: '2026-11-18T20:00:00Z',
};
const DELIVERY: WebhookDelivery = {
  id: 7,
  endpoint: { id: 3, name: 'Lead router' },
  event_id: 'evt_7',
  kind: 'contact.created',
  at: '2026-11-18T20:00:00Z',
  status: 'failed',
  attempts: 9,
  due_at: null,
  last_status: null,
  last_fault: 'timeout',
};
const DETAIL: DeliveryDetail = {
  ...DELIVERY,
  body: '{"type":"contact.created","data":{"contact_id":1001}}',
  tries: [
    { id: 1, at: '2026-11-18T20:00:01Z', took: 10_000, status: null, fault: 'timeout', answer: '' },
    { id: 2, at: '2026-11-18T20:00:00Z', took: 31, status: 500, fault: '', answer: 'Out of order' },
  ],
};
// Parts that load with their first use.
beforeAll(async () => {
  await import('../../src/views/_kit/overlays/Dialog.tsx');
  await import('../../src/views/_resource/RecordForm.tsx');
});

const metaOf = (total: number) => ({ current_page: 1, limit: 50, total_count: total, total_pages: 1 });

const open = async (address: string, component: () => ReactNode, answers: Record<string, Answer> = {}) => {
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createRouter({ routeTree: createRootRoute({ component }), history });
  const desk = await openDesk(
    <RouterProvider router={router} />,
    {
      listWebhookEndpoints: { data: [ENDPOINT], meta: metaOf(1) },
      readWebhookEndpoint: { data: ENDPOINT },
      updateWebhookEndpoint: { data: ENDPOINT },
      testWebhookEndpoint: { data: DELIVERY },
      issueWebhookSecret: { data: { secret: 'whsec_shown', endpoint: ENDPOINT } },
      listWebhookDeliveries: { data: [DELIVERY], meta: metaOf(1) },
      readWebhookDelivery: { data: DETAIL },
      replayWebhookDelivery: { data: DETAIL },
      ...answers,
    },
    { roles: ['admin'], permissions: permissionsOf([['admin']]) },
  );
  await calm();
  return { ...desk, address: () => history.location.search };
};
const endpoints = (answers: Record<string, Answer> = {}, search = '') =>
  open(`/admin/api-requests?tab=webhooks${search}`, ApiRequestsRoute, answers);
const deliveries = (answers: Record<string, Answer> = {}, search = '') =>
  open(`/admin/api-requests?tab=deliveries${search}`, ApiRequestsRoute, answers);

test('an endpoint shows its address, what waits and what failed', async () => {
  await endpoints();

  const row = only('tbody tr').textContent;
  for (const part of ['Lead router', 'https://hooks.agency.test/bellwether', '2', '1', 'Active'])
    expect(row).toContain(part);
});

test.each([
  [{ status: 'stopped', stopped_reason: 'It answered “410 Gone”: it takes no more events.' } as const, 'Stopped'],
  [{ failing_since: '2026-11-18T20:00:00Z' } as const, 'Failing'],
  [{ status: 'paused' } as const, 'Paused'],
])('%o is %s', async (more, word) => {
  await endpoints({ listWebhookEndpoints: { data: [{ ...ENDPOINT, ...more }], meta: metaOf(1) } });

  expect(only('tbody tr').textContent).toContain(word);
});

test('a test event and a pause say what they did', async () => {
  const { asked, toasts } = await endpoints({}, '&edit=3');
  click(button('Send test event'));
  await calm();
  click(button('Pause Lead router'));
  await calm();

  expect(asked('testWebhookEndpoint')[0]).toMatchObject({ params: { id: 3 } });
  expect(asked('updateWebhookEndpoint')[0]).toMatchObject({ params: { id: 3 }, body: { status: 'paused' } });
  expect(toasts.map(({ text }) => text)).toEqual([
    'Test event on its way to Lead router',
    'Lead router paused. Its events are kept',
  ]);
});

test('counts lead to their deliveries', async () => {
  await endpoints();

  const links = [...document.querySelectorAll('tbody a')].map((one) => one.getAttribute('href'));
  expect(links.slice(1)).toEqual([
    '/admin/api-requests?tab=deliveries&endpoint_id=3&status=waiting',
    '/admin/api-requests?tab=deliveries&endpoint_id=3&status=failed',
  ]);
});

test('the secret is shown once', async () => {
  await endpoints({}, '&edit=3');
  click(button('Show secret'));
  await calm();
  expect(only('.webhook-secret').textContent).toBe('whsec_shown');

  click(button("I've saved it"));
  expect(document.body.textContent).not.toContain('whsec_shown');
});

test('the list of deliveries is narrowed by the address', async () => {
  const { asked } = await deliveries({}, '&status=failed&kind=contact.created&endpoint_id=3&page=2');

  expect(asked('listWebhookDeliveries')[0]).toEqual({
    query: { status: 'failed', kind: 'contact.created', endpoint_id: 3, page: 2, limit: 50 },
  });
});

test.each([
  ['', 'No deliveries yet'],
  ['&status=failed', 'No matching deliveries'],
])('says why %s is empty', async (search, title) => {
  await deliveries({ listWebhookDeliveries: { data: [], meta: metaOf(0) } }, search);

  expect(only('.empty h2').textContent).toBe(title);
});

test('a delivery shows its body and attempts, and is sent again once a press', async () => {
  const { asked } = await deliveries({}, '&open=7');

  const text = only('.dialog').textContent;
  for (const part of ['evt_7', '"contact_id": 1001', 'No answer in time', '500', 'Out of order', '10,000 ms'])
    expect(text).toContain(part);
  click(button('Replay'));
  await calm();
  expect(asked('replayWebhookDelivery')).toHaveLength(1);
});

test('a refused replay says why', async () => {
  await deliveries({ replayWebhookDelivery: refused({ url: ['no'] }, 'conflict') }, '&open=7');
  click(button('Replay'));
  await calm();

  expect(only('.dialog [role=alert]').textContent).toContain("Couldn't replay the delivery");
});
