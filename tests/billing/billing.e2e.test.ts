import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { openBrowser, openTab, type Tab } from '../_e2e/browser.ts';
import { signInUnpaid } from './unpaid-agent.ts';

let browser: Browser;
let tab: Tab;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
});
beforeEach(async () => {
  tab = await openTab(browser, inject('appUrl'));
  page = tab.page;
});
afterEach(async () => {
  expect(tab.faults).toEqual([]);
  await tab.close();
});
afterAll(() => browser?.close());

async function keepCard(number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expires (MM/YY)').fill('04/30');
  await page.getByRole('button', { name: 'Save card' }).click();
}

test('an unpaid user is led to billing, reads why a card declines, pays with another, and is led back', async () => {
  const sent: string[] = [];
  page.on('request', (request) => void sent.push(request.postData() ?? ''));
  await signInUnpaid(page);
  await page.getByText('Choose a plan to continue').waitFor();

  await page.getByRole('link', { name: 'Choose a plan' }).click();
  await page.getByRole('link', { name: 'Choose Team' }).click();
  await page.getByText('$49.00', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Add a card' }).click();

  await keepCard('4111 1111 1111 1111');
  await page.getByText('This is a demo: use a test card.').waitFor();

  await keepCard('4000 0000 0000 9995');
  await page.getByRole('button', { name: 'Pay $49.00 now' }).click();
  await page.getByText("Your card has insufficient funds. You weren't charged.").waitFor();

  await page.getByRole('link', { name: 'Use a different card' }).click();
  await keepCard('4242 4242 4242 4242');
  await page.getByRole('button', { name: 'Pay $49.00 now' }).dblclick();
  await page.waitForURL(/\/dashboard/u);
  await page.getByText('Paid $49.00 for Team.').waitFor();

  await page.goto('/billing');
  await page.getByRole('row', { name: /Team, first month.*\$49\.00/u }).waitFor();
  expect(await page.getByRole('row', { name: /Team, first month/u }).count()).toBe(1);
  await page.getByText('4242 •••• •••• ••••').waitFor();
  expect(sent.filter((body) => /\d{4}\s?\d{4}\s?\d{4}/u.test(body))).toEqual([]);

  await page.getByRole('button', { name: 'Cancel membership' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel membership' }).click();
  await page.getByText('Canceled').waitFor();
  await page.getByRole('link', { name: 'Keep Team' }).click();
  await page.getByRole('button', { name: 'Keep Team' }).click();
  await page.getByText("You weren't charged.").waitFor();
});
