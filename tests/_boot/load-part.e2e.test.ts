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
    const failures = new Map<string, number>();
    await context.route(/\/assets\/ChatDock-[^/]+\.(?:js|css)$/u, (route) => {
      const kind = route.request().url().split('.').at(-1) ?? '';
      const failed = failures.get(kind) ?? 0;
      failures.set(kind, failed + 1);
      return failed < 2 ? route.abort('internetdisconnected') : route.continue();
    });
    await signInAs(page, 'agent');

    const dock = page.getByRole('button', { name: 'Ask MAX' });
    await dock.waitFor();
    const styles = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')]
        .filter(({ href }) => href.includes('ChatDock'))
        .map(({ sheet }) => sheet !== null),
    );
    expect(styles).toEqual([true]);
    expect([...failures.values()].every((failed) => failed >= 2)).toBe(true);
    expect(await page.getByText('An Error Occurred').count()).toBe(0);
    await close();
  });
});
