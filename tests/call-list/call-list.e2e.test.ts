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

test('follow-ups that are due are worked through by key, over a reload and other pages', async () => {
  const list = page.getByRole('region', { name: 'Call list' });
  const isAt = async (place: number) => {
    await list.getByText(new RegExp(`^${place} of \\d+$`, 'u')).waitFor();
    const steps = page.getByRole('group', { name: 'Position in list' });
    if (page.url().includes('/contacts/')) await steps.getByText(new RegExp(`^${place} of`, 'u')).waitFor();
  };
  await page.goto('/dashboard');
  await page.getByRole('button', { name: /^Call \d+ due$/u }).click();
  await page.waitForURL(/\/contacts\/\d+$/u);
  await isAt(1);
  const first = page.url();

  await page.keyboard.press('j');
  await expect.poll(() => page.url()).not.toBe(first);
  await isAt(2);
  const second = page.url();
  await page.reload();
  await isAt(2);

  await page.goto('/calendar');
  await isAt(2);
  await list.getByRole('link').click();
  await expect.poll(() => page.url()).toBe(second);
  await isAt(2);
  await page.keyboard.press('k');
  await expect.poll(() => page.url()).toBe(first);

  await list.getByRole('button', { name: 'End call list' }).click();
  await list.waitFor({ state: 'detached' });
  expect(tab.faults).toEqual([]);
});
