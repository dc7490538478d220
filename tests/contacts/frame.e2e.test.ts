import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openBrowser, openTab, signInAs, type Tab } from '../_e2e/browser.ts';

let browser: Browser;
let tab: Tab;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
  tab = await openTab(browser, inject('appUrl'), { width: 1280, height: 640 });
  page = tab.page;
  await signInAs(page, 'admin');
});
afterAll(() => browser?.close());

/** Runs in the page: scrolls all that scrolls but the rail to its end, and tells where the frame is then. */
function scrolled(): { bar: number | undefined; rail: number | undefined; wide: number } {
  const all = [...document.querySelectorAll('*')].filter(({ className }) => className !== 'rail');
  for (const one of all) if (one.scrollHeight > one.clientHeight) one.scrollTop = one.scrollHeight;
  scrollTo(0, document.body.scrollHeight);
  const topOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().top;
  return {
    bar: topOf('.topbar'),
    rail: topOf('.rail'),
    wide: Math.max(0, document.documentElement.scrollWidth - innerWidth),
  };
}

test.each(['/contacts', '/dashboard', '/imports', '/account/profile', '/help', '/reports', '/admin'])(
  'on %s, rail and head stay when the page scrolls',
  async (path) => {
    await page.goto(path);
    await page.locator('.topbar h1').waitFor();
    await page.locator('.skeleton').first().waitFor({ state: 'detached' });

    expect(await page.evaluate(scrolled)).toEqual({ bar: 0, rail: 0, wide: 0 });
  },
);

test('an administrator without contacts begins with all, and the launchers never cover the last row', async () => {
  await page.goto('/contacts');
  await page.locator('tr[data-contact]').first().waitFor();
  await page.locator('.dock-max').waitFor();
  expect(new URL(page.url()).search).toBe('?contact_group=all');

  await page.evaluate(scrolled);
  const row = await page.locator('tr[data-contact]').last().boundingBox();
  const dock = await page.locator('.dock-max').boundingBox();
  expect((row?.y ?? 0) + (row?.height ?? 0)).toBeLessThanOrEqual(dock?.y ?? 0);
});

test('a dialog covers MAX', async () => {
  await page.getByRole('button', { name: 'New contact' }).click();
  await page.getByRole('dialog').waitFor();
  const { x = 0, y = 0 } = (await page.locator('.dock-max').boundingBox()) ?? {};

  const onTop = await page.evaluate(([left, top]) => document.elementFromPoint(left + 8, top + 8)?.className, [
    x,
    y,
  ] as const);
  expect(onTop).toBe('scrim');
  expect(tab.faults).toEqual([]);
});
