import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openBrowser, openTab, signInAs, type Tab } from '../_e2e/browser.ts';

let browser: Browser;
let tab: Tab;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
  tab = await openTab(browser, inject('appUrl'), { width: 1440, height: 900 });
  page = tab.page;
  await signInAs(page, 'agent');
});
afterAll(() => browser?.close());

test('what is shown is saved, opened again, renamed, and removed with a way back', async () => {
  await page.goto('/contacts?q=garza');
  await page.locator('tbody tr a').first().waitFor();
  await page.getByRole('button', { name: 'Views', exact: true }).click();
  await page.getByLabel('Save current list as').fill('The Garzas');
  await page.getByRole('button', { name: 'Save view' }).click();
  await page.getByText('Saved as The Garzas', { exact: true }).waitFor();
  await page.keyboard.press('Escape');

  await page.goto('/contacts');
  const saved = page.getByRole('navigation', { name: 'Saved views' });
  await saved.getByRole('link', { name: /^The Garzas ?\d+$/u }).click();
  await page.waitForURL('**/contacts?q=garza');
  const current = () => saved.getByRole('link', { name: /^The Garzas/u }).getAttribute('aria-current');
  await expect.poll(current).toBe('page');

  await page.getByRole('button', { name: 'Views', exact: true }).click();
  await page.getByRole('button', { name: 'Rename The Garzas' }).click();
  await page.getByRole('textbox', { name: 'Name of The Garzas' }).fill('Garza family');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Remove Garza family' }).click();
  await page.getByText('Garza family removed', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Undo' }).click();

  await saved.getByRole('link', { name: /^Garza family/u }).waitFor();
  expect(tab.faults).toEqual([]);
});
