import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openBrowser, openTab, signInAs } from '../_e2e/browser.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const addressOf = (page: Page) => {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
};
const rowsShow = (page: Page) => page.locator('tr[data-contact]').first().waitFor();

async function openList(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contacts', exact: true }).click();
  await rowsShow(page);
}

test('the list opens as its user left it, after a session that ended too, and for no other user', async () => {
  const { page, faults, close } = await openTab(browser, inject('appUrl'), { width: 1440, height: 900 }, null, true);
  await signInAs(page, 'agent');
  await page.goto('/contacts?contact_group=all');
  await rowsShow(page);

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Today', exact: true }).click();
  await page.waitForURL(/\/dashboard/u);
  await openList(page);
  expect(addressOf(page)).toBe('/contacts?contact_group=all');

  // Chosen within the list, its plain address is a view like others.
  await page.getByRole('tab', { name: /^Mine/u }).click();
  await expect.poll(() => addressOf(page)).toBe('/contacts');
  await page.goto('/dashboard');
  await openList(page);
  expect(addressOf(page)).toBe('/contacts');

  await page.goto('/contacts?contact_group=all');
  await rowsShow(page);
  await page.context().clearCookies();
  await page.evaluate(() => sessionStorage.clear());
  await signInAs(page, 'agent');
  await rowsShow(page);
  expect(addressOf(page)).toBe('/contacts?contact_group=all');
  await page.context().clearCookies();
  await signInAs(page, 'manager');
  await rowsShow(page);
  expect(addressOf(page)).toBe('/contacts');
  expect(faults).toEqual([]);
  await close();
});
