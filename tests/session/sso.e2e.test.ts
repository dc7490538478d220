import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openBrowser, openTab, type Tab } from '../_e2e/browser.ts';
import { type RunningApp, startApp } from '../_e2e/running-app.ts';
import { type LoopbackProvider, startLoopbackProvider } from './loopback-provider.ts';

let folder: string;
let provider: LoopbackProvider;
let app: RunningApp;
let browser: Browser;
const tabs: Tab[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bw-sso-'));
  provider = await startLoopbackProvider({ redirectUris: [] });
  const { issuer, clientId, clientSecret } = provider;
  app = await startApp({
    dataDir: folder,
    port: 0,
    extra: {
      NODE_ENV: 'production',
      LOG_LEVEL: 'warn',
      SSO_ISSUER: issuer,
      SSO_CLIENT_ID: clientId,
      SSO_CLIENT_SECRET: clientSecret,
      SSO_LABEL: 'Sign in with Harbor',
    },
  });
  await provider.register([`${app.url}/api/auth/callback`]);
  browser = await openBrowser();
});
afterEach(() => Promise.all(tabs.splice(0).map((tab) => tab.close())));
afterAll(async () => {
  await browser?.close();
  await app?.stop();
  await provider?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Goes to the provider by the button of the sign-in page, and signs in there. */
async function comeBackAs(name: string): Promise<Tab> {
  const tab = await openTab(browser, app.url);
  tabs.push(tab);
  await tab.page.goto('/login');
  await tab.page.getByRole('button', { name: 'Sign in with Harbor' }).click();
  await tab.page.getByLabel('Name', { exact: true }).fill(name);
  await tab.page.getByRole('button', { name: 'Continue' }).click();
  return tab;
}

test('somebody comes in by the button, the provider and the way back', async () => {
  provider.accounts.set('amy', { email: 'agent@gulfcoast.example.com', email_verified: true });

  const { page, faults } = await comeBackAs('amy');
  await page.waitForURL(/\/dashboard/u);

  expect(faults).toEqual([]);
});

test('somebody whom nobody knows reads why, and may go back', async () => {
  provider.accounts.set('eve', { email: 'eve@example.com', email_verified: true });

  const { page, faults } = await comeBackAs('eve');
  const told = await page.getByRole('alert').textContent();
  await page.getByRole('link', { name: 'Back to sign-in' }).click();
  await page.waitForURL(/\/login/u);

  expect(told).toContain('No account uses eve@example.com. Contact your administrator.');
  expect(faults).toEqual([]);
});
