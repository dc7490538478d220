import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openBrowser, openTab, signInAs } from '../_e2e/browser.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});

afterAll(async () => {
  await browser?.close();
});

/** A contact of one's own, new, at one of its tabs. */
async function openNewContact(page: Page, tab: string): Promise<string> {
  await signInAs(page, 'agent');
  await page.getByRole('button', { name: /^New/u }).first().click();
  await page.getByLabel('Last name').fill('Recordsen');
  await page.getByRole('button', { name: 'Create contact' }).click();
  await page.waitForURL(/\/contacts\/\d+/u);
  const [path = ''] = page.url().split('?');
  await page.goto(`${path}?tab=${tab}`);
  return path;
}

test('a policy is added, is there after a reload, is changed, deleted and brought back', async () => {
  const { page, faults, close } = await openTab(browser, inject('appUrl'));
  await openNewContact(page, 'policies');
  await page.getByRole('button', { name: 'Add policy' }).click();
  await page.getByLabel('Carrier').fill('Lantern Mutual');
  await page.getByLabel('Premium in dollars').fill('1,132.45');
  await page.getByLabel('Effective date').fill('2026-03-01');
  await page.getByRole('dialog').getByRole('button', { name: 'Add policy' }).click();
  const row = page.getByRole('row', { name: /Lantern Mutual/u });
  await row.waitFor();

  await page.reload();
  await row.waitFor();
  expect(await row.textContent()).toContain('$1,132.45a month03/01/2026');

  await page.getByRole('button', { name: 'Lantern Mutual', exact: true }).click();
  await page.getByRole('dialog').getByLabel('Status').selectOption('Lapsed');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await row.getByText('Lapsed').waitFor();

  await page.getByRole('button', { name: 'Delete Lantern Mutual' }).click();
  await page.getByText('No policies yet').waitFor();
  await page.getByRole('button', { name: /^Undo/u }).click();
  await row.getByText('Lapsed').waitFor();

  expect(faults).toEqual([]);
  await close();
});

test('a number is written, masked, shown on demand, and kept nowhere in the browser', async () => {
  const { page, faults, close } = await openTab(browser, inject('appUrl'));
  await openNewContact(page, 'data');
  await page.getByRole('button', { name: 'Add Social Security number' }).click();
  await page.getByRole('textbox', { name: 'Social Security number' }).fill('219-09-9998');
  await page.keyboard.press('Enter');
  await page.getByText('***-**-9998').waitFor();
  await page.getByRole('button', { name: 'Show Social Security number' }).click();
  await page.getByText('219-09-9998').waitFor();

  const kept = await page.evaluate(async () => {
    const databases = await indexedDB.databases();
    const caches = await window.caches.keys();
    return JSON.stringify([
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      databases,
      caches,
      location.href,
    ]);
  });
  expect(kept).not.toMatch(/219-?09-?9998/u);

  await page.getByRole('tab', { name: 'Notes' }).click();
  await page.getByRole('tab', { name: 'Data' }).click();
  await page.getByText('***-**-9998').waitFor();
  expect(await page.getByText('219-09-9998').count()).toBe(0);

  expect(faults).toEqual([]);
  await close();
});

test('prescriptions that are not saved are not lost by mistake', async () => {
  const { page, faults, close } = await openTab(browser, inject('appUrl'));
  await openNewContact(page, 'rx');
  await page.getByRole('button', { name: 'Add prescriptions' }).click();
  await page.getByLabel('Drug of prescription 1').fill('Zyxolimab');
  await page.getByRole('link', { name: 'Contacts' }).first().click();
  await page.getByRole('button', { name: 'Stay here' }).click();
  await page.getByLabel('Drug of prescription 1').press('Control+Enter');
  await page.getByText('Z*****').waitFor();
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await page.getByText('Zyxolimab').waitFor();
  await page.getByRole('link', { name: 'Contacts' }).first().click();
  await page.locator('tbody tr a').first().waitFor();

  expect(faults).toEqual([]);
  await close();
});
