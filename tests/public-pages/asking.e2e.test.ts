import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openBrowser, openTab, signInAs, type Tab } from '../_e2e/browser.ts';
import { findings } from '../_e2e/judge.ts';

let browser: Browser;
let agent: Tab;
let person: Tab;
let page: Page;
let address: string;

beforeAll(async () => {
  browser = await openBrowser();
  const app = new URL(inject('appUrl'));
  agent = await openTab(browser, app.origin, { width: 1440, height: 900 });
  await signInAs(agent.page, 'agent');
  const { data } = (await (await agent.page.request.get('/v1/users/own_webpage')).json()) as { data: { url: string } };
  address = data.url;
  person = await openTab(browser, address, { width: 390, height: 844 });
  page = person.page;
});
afterAll(() => browser?.close());

const focused = () => page.evaluate(() => document.activeElement?.id ?? '');
async function tabTo(id: string): Promise<void> {
  for (let step = 0; step < 60 && (await focused()) !== id; step += 1) await page.keyboard.press('Tab');
  expect(await focused()).toBe(id);
}
const fill = async (id: string, text: string) => {
  await tabTo(id);
  await page.keyboard.type(text);
};

test('a person asks by keyboard on a phone, and the agent has a contact with their consent', async () => {
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await page.goto(`${address}/`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  // The page itself, and the agent's photo.
  expect(loaded).toEqual([`${address}/`, expect.stringContaining(`${address}/`)]);
  expect(await findings(page, { isPage: true })).toEqual([]);

  // Within 2 s of the page no person asks, and what does is taken for a program.
  await page.waitForFunction(() => performance.now() > 2_500);
  await fill('first_name', 'Wendell');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('Enter your last name.').waitFor();
  expect(await page.evaluate(() => document.activeElement?.className)).toBe('faults');
  expect(await page.locator('#first_name').inputValue()).toBe('Wendell');
  expect(await findings(page, { isPage: true })).toEqual([]);

  await fill('last_name', 'Arnoldson');
  await fill('phone', '407-555-0183');
  await fill('email', 'w.arnoldson@example.com');
  await tabTo('agree_call');
  await page.keyboard.press('Space');
  await tabTo('send');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Thank you' }).waitFor();
  expect(await findings(page, { isPage: true })).toEqual([]);

  const { page: desk } = agent;
  await desk.goto('/account/profile');
  const line = desk.getByRole('listitem').filter({ hasText: 'Wendell Arnoldson' });
  await line.getByText('Agreed to calls').waitFor();
  // The browser solved the puzzle.
  expect(await line.getByText('Not verified as a person').count()).toBe(0);
  await line.getByRole('link', { name: 'Wendell Arnoldson' }).click();
  await desk.getByText('Asked through the public page · agreed to calls').waitFor();
  expect([agent.faults, person.faults]).toEqual([[], []]);
});
