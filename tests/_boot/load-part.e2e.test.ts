import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { openBrowser, openTab, signInAs } from '../_e2e/browser.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

describe('a part of the page whose files do not come at first', () => {
  test('comes later, with its styles, and the page stays', async () => {
    const { context, page, close } = await openTab(browser, inject('appUrl'));
    let listFailed = 0;
    await context.route(/\/assets\/parts-[^/]+\.json$/u, (route) => {
      listFailed += 1;
      return listFailed < 4 ? route.abort('internetdisconnected') : route.continue();
    });
    await page.goto('/login?redirect=%2Fcontacts');
    const first = await page.evaluate(sheetsOf);
    const failures = new Map<string, number>();
    await context.route(/\/assets\/(?:ChatDock-[^/]+\.js|[^/]+\.css)$/u, (route) => {
      const url = route.request().url();
      if (first.some(({ href }) => href === url)) return route.continue();
      const failed = failures.get(url) ?? 0;
      failures.set(url, failed + 1);
      return failed < 2 ? route.abort('internetdisconnected') : route.continue();
    });
    await signInAs(page, 'agent');

    const dock = page.getByRole('button', { name: 'Ask MAX' });
    await dock.waitFor();
    expect(new Set([...failures.keys()].map((url) => url.split('.').at(-1)))).toEqual(new Set(['js', 'css']));
    await expect
      .poll(async () => {
        const late = (await page.evaluate(sheetsOf)).filter(({ href }) => failures.has(href));
        return late.length > 0 && late.every(({ isLoaded }) => isLoaded);
      })
      .toBe(true);
    const dockScript = [...failures].find(([url]) => url.includes('ChatDock'));
    expect(dockScript?.[1]).toBeGreaterThanOrEqual(2);
    expect(listFailed).toBe(4);
    expect(await page.getByText('An Error Occurred').count()).toBe(0);
    await close();
  });
});

/** Runs in the page. */
function sheetsOf(): { href: string; isLoaded: boolean }[] {
  return [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].map(({ href, sheet }) => ({
    href,
    isLoaded: sheet !== null,
  }));
}
