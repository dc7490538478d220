import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject } from 'vitest';
import { openBrowser, openTab, signInAs, type Tab } from '../../tests/_e2e/browser.ts';
import { beginPath, type PagePath } from './page-path.ts';

/** One path of one person through the page, in a tab of its own. */
interface OpenedPath {
  readonly tab: Tab;
  readonly page: Page;
  readonly path: PagePath;
}

/**
 * Opens a browser for the file, and for each test a tab in which a person is signed in and a path of that machine begins. A fault in
 * the tab fails the test.
 */
export function eachPath(
  { as, of }: { as: Parameters<typeof signInAs>[1]; of: string },
  opened: (path: OpenedPath) => void,
): void {
  let browser: Browser;
  let tab: Tab;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());
  beforeEach(async () => {
    tab = await openTab(browser, inject('appUrl'));
    await signInAs(tab.page, as);
    opened({ tab, page: tab.page, path: beginPath(of) });
  });
  afterEach(async () => {
    expect(tab.faults).toEqual([]);
    await tab.close();
  });
}
