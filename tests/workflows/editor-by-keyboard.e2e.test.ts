import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openBrowser, openTab, signInAs, type Tab } from '../_e2e/browser.ts';
import { Hands } from '../_e2e/hands.ts';

let browser: Browser;
let tab: Tab;
let page: Page;
beforeAll(async () => {
  browser = await openBrowser();
  tab = await openTab(browser, inject('appUrl'));
  page = tab.page;
  page.setDefaultTimeout(12_000);
  await signInAs(page, 'admin');
});
afterAll(() => browser?.close());

const outline = () => page.locator('.flow-step .med').allTextContents();

test('a workflow is created, edited, corrected and turned on by keyboard alone', async () => {
  const hands = new Hands(page);
  await page.goto('/workflows');
  await hands.use(/^New workflow/u);
  await hands.isOn(/^Name$/u);
  await hands.type('By keyboard');
  await hands.use(/^Create workflow/u);
  await page.waitForURL(/\/workflows\/\d+$/u);

  // The first entry of the menu, and the third.
  await hands.use(/^Add step at the end$/u);
  await hands.isOn(/^Send text$/u);
  await hands.press('Enter');
  await hands.tabTo(/^Text$/u);
  await hands.type('Hello. Reply STOP to opt out.');
  await hands.tabTo(/^Add step at the end$/u, 'Shift+Tab');
  await hands.press('Enter', 'ArrowDown', 'ArrowDown');
  await hands.isOn(/^Wait$/u);
  await hands.press('Enter');
  await expect.poll(outline).toEqual(['Started by hand', 'Hello. Reply STOP to opt out.', '1 day']);

  // From step to step, to another place, and back.
  await hands.tabTo(/^Wait/u, 'Shift+Tab');
  await hands.press('Alt+ArrowUp');
  await expect.poll(outline).toEqual(['Started by hand', '1 day', 'Hello. Reply STOP to opt out.']);
  await hands.press('ArrowDown');
  await hands.isOn(/^Send text/u);
  await hands.press('Delete');
  await expect.poll(outline).toEqual(['Started by hand', '1 day']);
  await hands.isOn(/^Wait/u);
  await hands.press('Control+z');
  await expect.poll(outline).toHaveLength(3);
  await hands.press('Control+Shift+z');
  await expect.poll(outline).toHaveLength(2);

  await page.getByRole('status').filter({ hasText: 'Draft saved' }).waitFor();
  await hands.tabTo(/^Turn on$/u, 'Shift+Tab');
  await hands.press('Enter');
  await page.getByRole('button', { name: 'Pause all' }).waitFor();
  expect(tab.faults).toEqual([]);
});
