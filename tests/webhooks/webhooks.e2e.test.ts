import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, openTab, signInAs } from '../_e2e/browser.ts';
import { type RunningApp, startApp } from '../_e2e/running-app.ts';
import { isSignedBy, openReceiver, type Receiver, status } from './receiver.ts';

let dataDir: string;
let app: RunningApp;
let receiver: Receiver;
let browser: Browser;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'bw-webhooks-'));
  [app, receiver, browser] = await Promise.all([
    startApp({ dataDir, port: 0, extra: { WEBHOOKS_TO_PRIVATE: 'true', DEMO_BOOK: '0' } }),
    openReceiver(),
    openBrowser(),
  ]);
});
afterAll(async () => {
  await browser.close();
  await app.stop();
  await receiver.close();
  rmSync(dataDir, { recursive: true, force: true });
});

test('an administrator adds an endpoint, tests it, and replays what failed', async () => {
  const { page } = await openTab(browser, app.url);
  await signInAs(page, 'admin');
  await page.goto('/admin/api-requests?tab=webhooks&edit=new');
  await page.getByLabel('Name', { exact: true }).fill('My program');
  await page.getByLabel('Address').fill(receiver.url);
  await page.getByRole('button', { name: 'Add webhook endpoint' }).click();
  await page.getByText('Choose at least one event.').waitFor();
  await page.getByLabel(/^Order paid/u).check();
  await page.getByRole('button', { name: 'Add webhook endpoint' }).click();

  await page.getByRole('link', { name: 'My program' }).click();
  await page.getByRole('button', { name: 'Show secret' }).click();
  const secret = (await page.locator('.webhook-secret').textContent()) ?? '';
  receiver.answer(status(500, 'Out of order'));
  await page.getByRole('button', { name: 'Send test event' }).click();
  await page.getByRole('link', { name: 'Deliveries of My program' }).click();
  await page.getByRole('button', { name: 'Details of webhook.test to My program' }).click();
  await page.getByText('Out of order').first().waitFor();

  receiver.answer(status(204));
  await page.getByRole('button', { name: 'Replay' }).click();
  await page.getByRole('dialog').getByText('Delivered').waitFor();
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1);
  expect(receiver.received.every((one) => isSignedBy(secret, one))).toBe(true);
});
