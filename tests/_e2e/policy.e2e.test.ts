import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { openBrowser, openTab, signInAs, type Tab } from './browser.ts';

let browser: Browser;
let tab: Tab;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

/** A fresh tab at the sign-in page. */
async function open(): Promise<Tab> {
  tab = await openTab(browser, inject('appUrl'));
  await tab.page.goto('/login');
  return tab;
}

const violations = () => tab.faults.filter((fault) => fault.startsWith('security policy: '));

describe('the policy of a page stops, and the tab notes,', () => {
  test('an injected script', async () => {
    const { page } = await open();

    await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'document.title = "taken over"';
      document.body.append(script);
    });

    await expect.poll(violations).toEqual([expect.stringMatching(/^security policy: script-src-elem stopped inline/)]);
    expect(await page.title()).not.toBe('taken over');
  });

  test('a call of another site', async () => {
    const { page } = await open();

    await page.evaluate(() => fetch('https://evil.example/').catch(() => undefined));

    await expect
      .poll(violations)
      .toEqual([expect.stringMatching(/^security policy: connect-src stopped https:\/\/evil\.example/)]);
  });

  test('a base that leads elsewhere', async () => {
    const { page } = await open();

    await page.evaluate(() => {
      const base = document.createElement('base');
      base.href = 'https://evil.example/';
      document.head.append(base);
    });

    await expect.poll(violations).toEqual([expect.stringMatching(/^security policy: base-uri stopped/)]);
    expect(await page.evaluate(() => document.baseURI)).toContain(inject('appUrl'));
  });
});

test('the app itself meets its policy nowhere on the way in', async () => {
  const { page, faults } = await open();

  await signInAs(page, 'agent');
  await page.locator('tbody tr a').first().click();
  await page.locator('.event').first().waitFor();

  expect(faults).toEqual([]);
});
