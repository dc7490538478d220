import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { openBrowser, openTab, signInAs } from '../_e2e/browser.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** Running work, on every page: reloaded when the connection opens, which cancels the first read. */
const UNDER_WAY = [
  ...['import_attempts', 'bulk_jobs', 'broadcasts', 'prints', 'transfer_attempts'].map(
    (of) => `GET /v1/contacts/${of}`,
  ),
  'GET /v1/sms/phone_verification_runs',
  'GET /v1/workflow/wf_dry_runs',
];

/** Counts of saved views: part of the page's requests, if there are any. */
const isCount = (asked: string) => /^GET \/v1\/quick_filters\/\d+$/u.test(asked);

describe('going to another page', () => {
  test('cancels the reads of the page that is left', async () => {
    const { page, close } = await openTab(browser, inject('appUrl'));
    await signInAs(page, 'agent');
    await page.getByRole('row').nth(1).waitFor();
    const cancelled: string[] = [];
    page.on('requestfailed', (request) => cancelled.push(`${request.method()} ${new URL(request.url()).pathname}`));
    await page.route('**/v1/contacts', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 3_000));
      await route.continue().catch(() => undefined);
    });
    const asked = page.waitForRequest(
      (request) => request.url().endsWith('/v1/contacts') && (request.postData() ?? '').includes('smith'),
    );

    await page.getByRole('searchbox').first().fill('smith');
    await asked;
    await page.getByRole('link', { name: 'Imports' }).click();
    await page.waitForURL('**/imports');

    const ofThePage = () => [...new Set(cancelled)].filter((each) => !UNDER_WAY.includes(each) && !isCount(each));
    await expect.poll(ofThePage).toEqual(['PATCH /v1/contacts']);
    await close();
  });

  test.each([
    ['the contacts', 'agent', '/contacts', 'smith'],
    ['a plain list', 'admin', '/admin/office-locations', 'main'],
  ] as const)('is not undone by a search typed just before: %s', async (_, who, path, text) => {
    const { page, close } = await openTab(browser, inject('appUrl'));
    await signInAs(page, who);
    await page.goto(new URL(path, inject('appUrl')).href);
    await page.getByRole('row').nth(1).waitFor();
    // The page that is wanted takes longer to load than the search waits.
    await page.route('**/assets/ImportsPage*', async (route) => {
      await page.waitForTimeout(1_000);
      await route.continue();
    });

    await page.getByRole('searchbox').first().fill(text);
    await page.getByRole('link', { name: 'Imports', exact: true }).click({ noWaitAfter: true });
    await page.getByRole('heading', { level: 1, name: 'Imports' }).waitFor();

    const { pathname, search } = new URL(page.url());
    expect([pathname, search]).toEqual(['/imports', '']);
    await close();
  });

  test('leaves an address with a slash at its end its search', async () => {
    const { page, close } = await openTab(browser, inject('appUrl'));
    await signInAs(page, 'agent');
    await page.goto(new URL('/contacts/', inject('appUrl')).href);
    await page.getByRole('row').nth(1).waitFor();

    await page.getByRole('searchbox').first().fill('smith');

    await page.waitForURL(/[?&]q=smith/u);
    await close();
  });
});
