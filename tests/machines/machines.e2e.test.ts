import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { openBrowser, openTab, signInAs, type Tab } from '../_e2e/browser.ts';

const LEADS = 'First name,Last name,Phone\nWilhelmina,Quisenberry,512-555-0142\n';
const BROKEN_PAGE = `export function ImportsRoute() { throw new RangeError('no page for Wilhelmina'); }`;
const PASSWORD = 'bellwether-demo';

let browser: Browser;
let tab: Tab;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());
beforeEach(async () => {
  tab = await openTab(browser, inject('appUrl'));
  page = tab.page;
  await tab.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signInAs(page, 'agent');
  return tab.close;
});

const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name},`, 'u') });

async function openMachines(): Promise<void> {
  await page.getByRole('button', { name: /display options and sign out/u }).click();
  await page.getByRole('link', { name: 'Machines' }).click();
}

async function copyBy(name: string): Promise<string> {
  await page.getByRole('button', { name }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  return page.evaluate(() => navigator.clipboard.readText());
}

test('an uploading import appears among the machines, and moves live', async () => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/v1/contacts/validate_import', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/imports/new');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'wilhelmina.csv', mimeType: 'text/csv', buffer: Buffer.from(LEADS) });
  await openMachines();

  await row('Import').getByText('stage › uploading').waitFor();
  await row('Import').click();
  await page.locator('.lit[data-state="import.stage.uploading"]').waitFor();

  release();
  await row('Import').getByText('stage › mapping').waitFor();
  await page.locator('.lit[data-state="import.stage.mapping"]').waitFor();

  const text = await copyBy('Copy as text');
  expect(text).toMatch(
    /^app: running, .+\n {2}session: working › fresh, [^]+\n {6}imports: .+\n( {8}.+\n)* {8}import: stage › mapping/mu,
  );
  expect(text).toMatch(/ import · upload\.finished .*→ stage › mapping/u);
  expect(text).toMatch(/^Version: bellwether \d+\.\d+\.\d+, demo$/mu);
  expect(
    ['Wilhelmina', 'wilhelmina', 'Quisenberry', '555-0142', '5550142', PASSWORD, 'Dana'].filter((each) =>
      text.includes(each),
    ),
  ).toEqual([]);
  expect(tab.faults).toEqual([]);
});

test('the error screen gives what happened: the fault, the machines, the last events and answers', async () => {
  await page.locator('main input[type=search]').fill('Wilhelmina');
  await page.waitForURL(/Wilhelmina/u);
  await page.route('**/assets/ImportsPage-*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: BROKEN_PAGE }),
  );
  await page.getByRole('link', { name: 'Imports' }).click();

  await page.getByRole('heading', { name: 'An Error Occurred' }).waitFor();
  await page.getByText(/^Request /u).waitFor();
  const text = await copyBy('Copy details');

  expect(text).toMatch(/^Page: \/imports$/mu);
  expect(text).toMatch(/^Fault: RangeError\n {2}at \w*ImportsRoute /mu);
  expect(text).toMatch(/^Report: [\w-]{16,64}$/mu);
  expect(text).toMatch(/^Connection: live$/mu);
  expect(text).toMatch(/^ {2}session: working › fresh, /mu);
  expect(text).toMatch(/ session · session\.signIn \(username, password\) → signing in$/mu);
  expect(text).toMatch(/ reportFault 200 [\w-]{16,64}$/mu);
  expect(['Wilhelmina', PASSWORD, 'Dana'].filter((each) => text.includes(each))).toEqual([]);
});
