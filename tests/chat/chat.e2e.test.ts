import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { openBrowser, openTab, signInAs, type Tab } from '../_e2e/browser.ts';
import { Hands } from '../_e2e/hands.ts';

// MAX against the real server, with rules alone. Each test begins a conversation of its own.

let browser: Browser;
let tab: Tab;
let page: Page;
let hands: Hands;

beforeAll(async () => {
  browser = await openBrowser();
  tab = await openTab(browser, inject('appUrl'), { width: 1440, height: 900 });
  page = tab.page;
  page.setDefaultTimeout(12_000);
  hands = new Hands(page);
  await signInAs(page, 'agent');
});
/** At another page, without what was said before. */
beforeEach(async () => {
  await page.evaluate(() => sessionStorage.clear());
  await page.goto('/exports');
  await page.getByRole('button', { name: 'Ask MAX' }).waitFor();
});
afterAll(() => browser?.close());

const panel = () => page.locator('.max-float');
const button = (name: string | RegExp) => panel().getByRole('button', { name });
/** The newest answer, once it is whole. */
const newest = () => panel().locator('.talk-log > .turn').last();

/** Without a mouse: the key opens MAX, Tab leads to what one came for. */
async function begin(intent: RegExp): Promise<void> {
  await hands.press('Control+,');
  await panel().locator('.intents').waitFor();
  await hands.tabTo(intent);
  await hands.press('Enter');
  await hands.isOn(/^Message$/u);
}

async function say(text: string): Promise<void> {
  const turns = await panel().locator('.talk-log > .turn').count();
  await hands.type(text);
  await hands.press('Enter');
  await panel().locator('.talk-log > .turn').nth(turns).waitFor();
  await hands.isOn(/^Message$/u);
}

/** Ends the conversation and folds MAX. */
async function end(): Promise<void> {
  await button('End session').click();
  await panel().locator('.intents').waitFor();
  await hands.press('Escape');
  await hands.isOn(/^Ask MAX$/u);
}

test('a search by keyboard: opened by its key, changed on its chips, and applied', async () => {
  await begin(/^Contact Search/u);
  await say('women in Texas tagged hot, newest first');
  await button(/^Show \d+ contacts?$/u).waitFor();
  // No time limit: it stays here.
  await hands.press('Escape');
  await panel().locator('.leaving').waitFor({ state: 'detached' });
  const before = await button(/^Show/u).textContent();

  await hands.tabTo(/^Remove Tagged hot$/u, 'Shift+Tab');
  await hands.press('Enter');
  await expect.poll(() => button(/^Show \d/u).textContent()).not.toBe(before);
  const count = /[\d,]+/u.exec((await button(/^Show/u).textContent()) ?? '')?.[0];
  await hands.tabTo(/^Show/u);
  await hands.press('Enter');

  await page.waitForURL(/\/contacts\?.*created_at/u);
  await page.locator('.scope', { hasText: `: ${count} of` }).waitFor();
  // MAX lies above the middle of it.
  expect((await hands.focus()).name).toBe('the page');
  await end();
});

test('a name, one of its cards and one stays, the first one and their page opens by itself', async () => {
  await begin(/^Contact Search/u);
  await say('maeve abernathy');
  expect(await newest().locator('button.choice').count()).toBe(2);

  await hands.type('2');
  await hands.press('Enter');
  await panel().locator('.leaving').waitFor();
  await hands.press('Escape');
  await panel().locator('.leaving').waitFor({ state: 'detached' });
  expect(page.url()).toMatch(/\/exports$/u);

  await say('maeve abernathy');
  await say('the first one');
  await panel().getByText('Opening in 2 s').waitFor();
  await page.waitForURL(/\/contacts\/\d+$/u);
  await end();
});

test('quotes with what they rest on, first the lowest, then all of them', async () => {
  await begin(/^Quote/u);
  await say('Plan G, 78664, woman, 65, no tobacco');
  expect(await newest().locator('.quotes li').first().textContent()).toMatch(
    /\$[\d,]+\.\d\d\/mo.*\$[\d,]+\.\d\d\/yr$/u,
  );
  await newest()
    .getByText(/^Sample rates of today [\d:]+ [AP]M\. A carrier confirms the final price\.$/u)
    .waitFor();
  await button(/^All \d+$/u).click();
  expect(await newest().locator('.quotes li').count()).toBeGreaterThan(3);
  await end();
});

test('an answer from the help links to its section', async () => {
  await begin(/^System Help/u);
  await say('How do I merge two contacts?');
  await newest().locator('.sources a').first().click();

  await page.waitForURL(/\/help\/[a-z-]+#[a-z-]+$/u);
  await hands.isOn(/^Merge contacts$/u);
  await end();
});

test('nothing broke on the way', () => expect(tab.faults).toEqual([]));
