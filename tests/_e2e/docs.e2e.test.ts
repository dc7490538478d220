import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { openBrowser, openTab, signInAs, type Tab } from './browser.ts';
import { findings } from './judge.ts';

/** What the page is made of decides the rest. */
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];

let browser: Browser;
let tab: Tab;
beforeAll(async () => {
  browser = await openBrowser();
  tab = await openTab(browser, inject('appUrl'), { width: 1280, height: 900 });
  await signInAs(tab.page, 'agent');
});
afterAll(() => browser?.close());

/** The page with the call that makes a tag open, ready to be tried. */
async function openCreateTag() {
  const { page } = tab;
  await page.goto('/docs');
  await page.locator('.opblock-tag[data-tag=tags]').click();
  const call = page.locator('#operations-tags-createTag');
  await call.locator('.opblock-control-arrow').click();
  await call.getByRole('button', { name: 'Try it out' }).click();
  return call;
}

describe('the page of the API', () => {
  test.each(['light', 'dark'] as const)('has nothing that axe would change, in %s', async (colorScheme) => {
    await tab.page.emulateMedia({ colorScheme });
    await openCreateTag();

    expect(await findings(tab.page, { isPage: true, tags: WCAG })).toEqual([]);
  });

  test('makes a call as who is signed in, for whom they act', async () => {
    const call = await openCreateTag();
    const name = `Docs ${crypto.randomUUID().slice(0, 8)}`;

    await call.getByRole('textbox', { name: 'Body' }).fill(JSON.stringify({ name }));
    await call.getByRole('button', { name: 'Execute' }).click();

    const answer = call.locator('.live-responses-table .response').first();
    expect(await answer.locator('.response-col_status').textContent()).toContain('200');
    expect(await answer.locator('.highlight-code').first().textContent()).toContain(name);
  });

  test('meets its policy nowhere', () => {
    expect(tab.faults).toEqual([]);
  });
});
