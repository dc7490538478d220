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
  await signInAs(page, 'admin');
});
afterAll(() => browser?.close());

const glance = () => page.getByRole('region', { name: 'Contact permissions' });
const share = () => glance().locator('dd').last().innerText();

test('recorded consent is visible immediately, and a mistake is retracted', async () => {
  // Number 1003 has said nothing.
  await page.goto('/contacts/1003?tab=consent');
  await glance().getByText('No consent', { exact: true }).waitFor();

  await page.getByRole('button', { name: 'Record consent' }).click();
  await page.getByLabel('Channels').selectOption('share');
  await page.getByLabel('Evidence').fill('Signed form of today');
  await page.getByRole('button', { name: 'Record consent', exact: true }).click();
  await page.getByText('Signed form of today').waitFor();
  await expect.poll(share).toMatch(/^Allowed/u);

  await page.getByRole('button', { name: 'Retract (entered in error)' }).click();
  await page.getByText(/^Retracted by/u).waitFor();
  await expect.poll(share).toMatch(/^No consent/u);
  expect(tab.faults).toEqual([]);
});

test('a rule is added for a day to come, and ended before it begins', async () => {
  await page.goto('/admin/rules');
  await page.getByRole('button', { name: 'Add rule' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Effective date').fill('2999-01-01');
  await dialog.getByLabel('Rule summary').fill('No calls before ten');
  await dialog.getByLabel('Source', { exact: true }).fill('House rule 7');
  await dialog.getByRole('button', { name: 'Add rule' }).click();
  await dialog.waitFor({ state: 'detached' });

  await page.getByRole('tab', { name: /^Upcoming/u }).click();
  await page.getByRole('button', { name: 'End: No calls before ten' }).click();
  await dialog.getByRole('button', { name: 'End rule' }).click();
  await dialog.getByText('Say why it ends.').waitFor();
  await dialog.getByLabel('Reason').fill('Not needed');
  await dialog.getByRole('button', { name: 'End rule' }).click();

  await page.getByRole('tab', { name: /^Past/u }).click();
  await page.getByText(/^Ended by .*: Not needed$/u).waitFor();
  expect(tab.faults).toEqual([]);
});
