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

/** Maximum tabs to any control of a page here; more means that it can't be reached. */
const MAX_TABS = 80;
/** Milliseconds until it is drawn, on a busy machine too. Ours. */
const DRAWN_MS = 12_000;

const CONTROLS = 'a[href], button, input, textarea';

/** Runs in the page: the names of what the selector finds; without one, of what has the focus. */
const readNames = (selector: string): string[] =>
  (selector === '' ? [document.activeElement] : [...document.querySelectorAll(selector)]).map((element) => {
    const name = element?.getAttribute('aria-label') ?? element?.textContent ?? '';
    return element?.closest('.crumbs') ? `Back to ${name}` : name.trim();
  });

/** Presses Tab until the focus is on it, once it is rendered, like a keyboard user. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  await expect
    .poll(() => page.evaluate(readNames, CONTROLS), { timeout: DRAWN_MS })
    .toContainEqual(expect.stringMatching(name));
  for (let tabs = 0; tabs < MAX_TABS; tabs += 1) {
    const [focused = ''] = await page.evaluate(readNames, '');
    if (name.test(focused)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${name} is not reached by Tab`);
}

const names = (page: Page) => page.locator('tbody tr a').allTextContents();
const countOf = async (page: Page) =>
  Number(((await page.getByRole('tab', { name: /^Mine/u }).textContent()) ?? '').replaceAll(/\D/g, ''));

test('a person without a mouse signs in, finds, edits and notes a contact, deletes two and takes it back', async () => {
  const { page, faults, close } = await openTab(browser, inject('appUrl'));
  await page.goto('/login?redirect=%2Fcontacts');
  await tabTo(page, /^agent/u);
  await page.keyboard.press('Enter');
  await page.locator('tbody tr a').first().waitFor();
  // The counts come after the rows.
  await expect.poll(() => countOf(page)).toBeGreaterThan(0);
  const before = await countOf(page);

  await page.keyboard.press('/');
  await page.keyboard.type('hector');
  await page.keyboard.press('Enter');
  await page.waitForURL(/q=hector/u);
  await page.locator('.scope', { hasText: /hector”: \d/u }).waitFor();
  await expect.poll(async () => (await names(page)).every((name) => /hector/iu.test(name))).toBe(true);

  // Out of the search field first: single keys are text in there.
  await page.keyboard.press('Tab');
  await page.keyboard.press('j');
  const opened = await page.locator('tr.is-cursor a').textContent();
  await tabTo(page, new RegExp(`^${opened}$`, 'u'));
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'New note' }).waitFor();

  await tabTo(page, /^Edit City/u);
  await page.keyboard.press('Enter');
  await page.keyboard.type('Marfa');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.locator('.contact-who').textContent()).toContain('Marfa');

  await tabTo(page, /^New note$/u);
  await page.keyboard.type('Call back after six.');
  await page.keyboard.press('Control+Enter');
  await page.locator('.event-body', { hasText: 'Call back after six.' }).waitFor();

  await tabTo(page, /^Back to Contacts$/u);
  await page.keyboard.press('Enter');
  await page.waitForURL(/q=hector/u);
  await expect.poll(() => names(page)).toContain(opened);
  const shown = await names(page);
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.getByRole('toolbar', { name: '2 selected' }).waitFor();
  await tabTo(page, /^Delete$/u);
  await page.keyboard.press('Enter');
  await expect.poll(() => names(page), { timeout: DRAWN_MS }).toHaveLength(shown.length - 2);

  await tabTo(page, /^Undo/u);
  await page.keyboard.press('Enter');
  await expect.poll(() => names(page), { timeout: DRAWN_MS }).toEqual(shown);
  await expect.poll(() => countOf(page)).toBe(before);
  expect(faults).toEqual([]);
  await close();
});

/** Pixels by which the page exceeds the window: its parts scroll, the page never does. */
const tooHigh = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollHeight - document.documentElement.clientHeight);

test('the main pages fit the window, and a reload returns to the previous list', async () => {
  const { page, faults, close } = await openTab(browser, inject('appUrl'));
  await signInAs(page, 'agent');
  await page.goto('/contacts?q=hector');
  await page.locator('tbody tr a').first().click();
  await page.locator('.contact-person').waitFor();
  const person = new URL(page.url()).pathname;
  await page.reload();

  expect(await page.locator('.crumbs a').getAttribute('href')).toContain('q=hector');
  const tabs = ['timeline', 'policies', 'securities', 'data'].map((tab) => `${person}?tab=${tab}`);
  for (const path of [...tabs, '/', '/contacts', '/imports']) {
    await page.goto(path);
    await page
      .locator(path.startsWith(person) ? '.contact-panel .card, .contact-panel .composer, .contact-panel .empty' : 'h1')
      .first()
      .waitFor();
    expect([path, await tooHigh(page)]).toEqual([path, 0]);
  }
  expect(faults).toEqual([]);
  await close();
});
