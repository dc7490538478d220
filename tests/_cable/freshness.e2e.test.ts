import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, inject, test } from 'vitest';
import { openBrowser, openTab, signInAs } from '../_e2e/browser.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

describe('a network that goes and comes back', () => {
  test('shows on the page', async () => {
    const { context, page, close } = await openTab(browser, inject('appUrl'));
    await signInAs(page, 'agent');
    const word = (text: RegExp) => page.locator('.fresh', { hasText: text }).waitFor({ timeout: 90_000 });
    await word(/^Live/u);

    await context.setOffline(true);
    await word(/^Offline since \d+:\d\d [AP]M$/u);

    await context.setOffline(false);
    await word(/^Live/u);
    await close();
  });
});
