import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPhone, type PhoneTab, press, button, dial, end, says, talks } from '../phone/phone-tab.ts';
import { SOUND_FLAGS } from './browser.ts';
import { contactWith, openThread, openWorkday, type Workday } from './workday.ts';

// A working day of an agent and a manager, from sign-in to the last report, each in a browser of their own. It fails on any
// error of a page and on links that lead nowhere; with DAY_MS also on a request that takes longer.

/** Milliseconds that a request may take; 0: any. A busy computer makes all of them slow, so a plain run has no limit. */
const MOST_MS = Number(process.env['DAY_MS'] ?? 0);
/** Of the demo world: a line that answers everyone. */
const ECHO = '656-555-0199';
const LEADS = 'First name,Last name,Phone,State\nAda,Reyes,512-555-0142,TX\nBo,Lund,512-555-0143,TX\n';

/** The last looks of the day. */
const LAST = [
  ['/calls', 'tbody tr a'],
  ['/soa-requests', 'tbody tr a'],
  ['/notifications', 'main'],
  ['/wallets', '.card'],
  ['/licenses', 'tbody tr a'],
  ['/store', '.card, .prod, li'],
  ['/help', 'main'],
] as const;

let day: Workday;
let dana: PhoneTab;
let marcus: PhoneTab;
/** Links of the app by their form, `/contacts/N`, each with the first one that was seen. */
const links = new Map<string, string>();
const slow: string[] = [];

beforeAll(async () => {
  day = await openWorkday(SOUND_FLAGS);
  const open = async (username: string) => {
    const tab = await openPhone(day.browser, day.url, username);
    await tab.page.setViewportSize({ width: 1440, height: 900 });
    tab.page.on('requestfinished', (request) => {
      const took = request.timing().responseEnd;
      if (MOST_MS > 0 && took > MOST_MS) slow.push(`${request.method()} ${request.url()} took ${Math.round(took)} ms`);
    });
    return tab;
  };
  [dana, marcus] = [await open('agent'), await open('manager')];
}, 240_000);
afterAll(() => day?.end());

/** Notes where the page leads. */
async function look(page: Page): Promise<void> {
  const found = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>('a[href^="/"]:not([download])')].map(
      (link) => link.getAttribute('href') ?? '',
    ),
  );
  for (const href of found) {
    const form = href.replace(/[?#].*/u, '').replaceAll(/\d+/gu, 'N');
    if (!links.has(form)) links.set(form, href);
  }
}

const go = async (page: Page, path: string, shown: string) => {
  await page.goto(path);
  await page.locator(shown).first().waitFor();
  await look(page);
};

test('an agent calls, texts, writes, plans, imports and hands over; their manager watches and reads the numbers', async () => {
  const { page } = dana;

  // The morning: what is due, one by one.
  await go(page, '/dashboard', '.dashboard');
  await page.getByRole('button', { name: /^Call \d+ due$/u }).click();
  await page.waitForURL(/\/contacts\/\d+$/u);
  await page.getByPlaceholder('Write a note').fill('Asked me to call on Friday.');
  await page.getByRole('button', { name: 'Save note' }).click();
  await page.getByText('Asked me to call on Friday.').first().waitFor();
  await look(page);
  await page.getByRole('region', { name: 'Call list' }).getByRole('button', { name: 'End call list' }).click();

  // A new client, who calls back on the line that answers.
  await go(page, '/contacts', 'tbody tr a');
  await page.getByRole('button', { name: 'New contact' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('First name').fill('Edie');
  await form.getByLabel('Last name').fill('Echo');
  await form.getByLabel('Phone', { exact: true }).fill(ECHO);
  await form.getByRole('button', { name: 'Create contact' }).click();
  await page.waitForURL(/\/contacts\/\d+/u);
  await look(page);
  await dial(dana, ECHO);
  await talks(dana);
  await end(dana);
  await says(dana, 'Call ended');
  await press(button(page, 'Done'));
  await page.keyboard.press('Control+.');
  const contact = page.url();
  await page
    .getByText(/^You called/u)
    .first()
    .waitFor();

  // A text, a meeting, and what the meeting may be about.
  await openThread(page, await contactWith(page, '0123'));
  await look(page);
  await page.getByRole('textbox', { name: /^Text to/u }).fill('Does 4:30 PM still work?');
  await page.keyboard.press('Control+Enter');
  await page.locator('.text.is-out', { hasText: 'Does 4:30 PM still work?' }).waitFor();
  await page.locator('.text:not(.is-out)').last().waitFor();
  await page.goto(contact);
  await page.getByRole('region', { name: 'Scope of appointment' }).getByRole('link', { name: 'New' }).click();
  await page
    .getByLabel(/Part D/u)
    .first()
    .check();
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.getByRole('button', { name: 'Get link and QR code' }).click();
  await page.getByText('Link works until').waitFor();
  await look(page);
  await go(page, '/calendar', '.calendar');
  await page.getByRole('button', { name: 'New event' }).click();
  await page.getByLabel('Title').fill('Review with Edie');
  await page.getByRole('button', { name: 'Add event' }).click();
  await page.getByText('Review with Edie').first().waitFor();

  // New people, under the eyes of the manager.
  await go(marcus.page, '/live', '.stats');
  await page.goto('/imports/new');
  const file = { name: 'day.csv', mimeType: 'text/csv', buffer: Buffer.from(LEADS) };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('button', { name: 'Check the file' }).click();
  await page.getByRole('button', { name: 'Import 2 rows' }).click();
  await page.getByRole('link', { name: 'View 2 contacts' }).click();
  await page.getByRole('link', { name: /Reyes/u }).first().waitFor();
  await marcus.page.getByText('day.csv').first().waitFor();

  // One contact is for the manager, who reads the numbers.
  await go(page, '/contacts', 'tbody tr a');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.getByRole('toolbar').getByRole('button', { name: 'Transfer' }).click();
  await page.locator('.picker-person').filter({ hasText: 'Marcus Ellery' }).click();
  await page.getByRole('button', { name: 'Transfer 1 contact' }).click();
  await go(page, '/transfers', 'tbody tr a');
  await page.locator('tbody tr', { hasText: 'Marcus Ellery' }).first().waitFor();
  await go(marcus.page, '/notifications', '.notification, main li');
  await marcus.page
    .getByText(/Dana Whitfield transferred/u)
    .first()
    .waitFor();
  await go(marcus.page, '/reports', 'tbody tr a');
  await marcus.page.locator('tbody tr a').first().click();
  await marcus.page.locator('.report, table').first().waitFor();
  await look(marcus.page);
  for (const [path, shown] of LAST) await go(page, path, shown);

  expect([dana.faults, marcus.faults, slow]).toEqual([[], [], []]);
}, 400_000);

test('no link of that day leads nowhere', async () => {
  const { page } = marcus;
  const dead: string[] = [];
  for (const href of links.values()) {
    await page.goto(href);
    await page.locator('main h1, main h2, .main h1').first().waitFor();
    const words = await page.locator('body').innerText();
    if (/Page not found/u.test(words)) dead.push(href);
  }

  expect(links.size).toBeGreaterThan(20);
  expect([dead, marcus.faults]).toEqual([[], []]);
}, 400_000);
