import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openBrowser, openTab, signInAs, type Tab } from '../_e2e/browser.ts';

let browser: Browser;
let admin: Tab;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
  admin = await openTab(browser, inject('appUrl'), { width: 1440, height: 900 });
  page = admin.page;
  await signInAs(page, 'admin');
  await page.goto('/admin/features');
  await page.getByLabel('Trainings in this account').waitFor();
});
afterAll(() => browser?.close());

const row = (feature: string) => page.getByRole('row', { name: new RegExp(`^${feature} `, 'u') });

test('an admin looks through the eyes of a role, a plan and a brand', async () => {
  await page.getByLabel('Plan').selectOption('premium');
  await page.getByRole('checkbox', { name: 'Wallet' }).check();
  await row('Text messages').getByText('Included').waitFor();

  await page.getByLabel('Brand').selectOption('silverline');
  await page.getByLabel('Role', { exact: true }).selectOption('basic');
  await row('Text messages').getByText('Not included for Basic users.').waitFor();
  await page.getByRole('heading', { name: 'Basic permissions' }).waitFor();

  await page.getByLabel('Brand').selectOption('talentpath');
  await row('Scope of appointment').getByText('Not part of TalentPath.').waitFor();
  expect(await page.getByLabel('Role', { exact: true }).inputValue()).toBe('agent');
  expect(admin.faults).toEqual([]);
});

test('a switch takes effect immediately, survives a reload and follows the rules again', async () => {
  await page.goto('/admin/features');
  await page.getByLabel('Trainings in this account').selectOption('off');
  await row('Trainings').getByText('Turned off by an administrator.').waitFor();

  await page.reload();
  await row('Trainings').getByText('Turned off by an administrator.').waitFor();
  await page.goto('/account/profile?tab=features');
  await row('Trainings').getByText('Turned off by an administrator.').waitFor();

  await page.goto('/admin/features');
  await page.getByLabel('Trainings in this account').selectOption('rules');
  await row('Trainings').getByText('Included').waitFor();
});
