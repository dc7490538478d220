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

/** Runs in the page: what stands in a line but for its number, which the phone changes when it comes. */
function wordsBesidePhone(line: Element): string {
  const copy = line.cloneNode(true) as Element;
  copy.querySelector('.dashboard-phone')?.remove();
  return copy.textContent ?? '';
}

test('a follow-up that is done leaves the list, and Undo brings it back as it was', async () => {
  await page.goto('/dashboard');
  const followUps = page.getByRole('region', { name: 'Follow-ups' });
  const first = followUps.getByRole('listitem').first();
  const name = await first.getByRole('link').first().innerText();
  const line = await first.evaluate(wordsBesidePhone);

  await first.getByRole('button', { name: `Done with ${name}` }).click();
  await page.getByText(`Done with ${name}`, { exact: true }).waitFor();
  await expect.poll(() => first.evaluate(wordsBesidePhone)).not.toBe(line);
  await page.getByRole('button', { name: 'Undo' }).click();

  await expect.poll(() => first.evaluate(wordsBesidePhone)).toBe(line);
  expect(tab.faults).toEqual([]);
});

test('a contact with a star is at hand on the page of today', async () => {
  await page.goto('/contacts');
  await page.locator('tbody tr a').first().click();
  const star = page.getByRole('button', { name: /^Add .+ to favorites$/u });
  const name = ((await star.getAttribute('aria-label')) ?? '').slice('Add '.length, -' to favorites'.length);
  await star.click();
  await page.getByRole('button', { name: `Remove ${name} from favorites`, pressed: true }).waitFor();

  await page.goto('/dashboard');
  await page.getByRole('region', { name: 'Favorites' }).getByRole('link', { name }).waitFor();
  await page.getByRole('button', { name: `Remove ${name} from Favorites` }).click();

  await page.getByText(`${name} removed from Favorites`, { exact: true }).waitFor();
  await page.getByText('Select the star on a contact to add it here.').waitFor();
  expect(tab.faults).toEqual([]);
});
