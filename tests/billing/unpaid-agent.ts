import type { Page } from 'playwright-core';
import { IDEMPOTENCY_HEADER, IDENTITY_HEADER } from '#contract/_wire.contract.ts';
import { DEMO_PASSWORD } from '../../server/features/demo/demo-people.ts';

/** A demo agent without a paying manager. */
const UNPAID = 'noor';

interface Person {
  readonly id: number;
  readonly username: string;
}

/** Takes the paid membership from the agent, as their admin, and signs the agent in through the page. */
export async function signInUnpaid(page: Page): Promise<void> {
  await page.goto('/login');
  const origin = new URL(page.url()).origin;
  const { request } = page;
  const signedIn = await request.post('/v1/sessions', {
    headers: { origin },
    data: { username: 'admin', password: DEMO_PASSWORD },
  });
  const { data } = (await signedIn.json()) as { data: { user: Person } };
  const headers = { origin, [IDENTITY_HEADER]: `${data.user.id}:0` };
  const list = await request.get(`/v1/admin/users?q=${UNPAID}`, { headers });
  const found = ((await list.json()) as { data: Person[] }).data.find(({ username }) => username === UNPAID);
  await request.post(`/v1/admin/users/${found?.id}/paid_membership`, {
    headers: { ...headers, [IDEMPOTENCY_HEADER]: crypto.randomUUID() },
    data: { paid_membership: false },
  });
  await page.context().clearCookies();

  await page.goto('/login');
  await page.getByLabel('Username').fill(UNPAID);
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(/\/billing/u);
}
