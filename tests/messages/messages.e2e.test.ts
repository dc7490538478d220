import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callFrom, signInByForm } from '../../model-tests/session/two-factor-person.ts';
import { openTab, signInAs, type Tab } from '../_e2e/browser.ts';
import { contactWith, openThread, openWorkday, type Workday } from '../_e2e/workday.ts';

/** Milliseconds until a simulated phone has answered, under load. */
const ANSWERED = { timeout: 60_000 };

let day: Workday;
let tab: Tab;

beforeAll(async () => {
  day = await openWorkday();
  tab = await openTab(day.browser, day.url, { width: 1440, height: 900 });
  await signInAs(tab.page, 'agent');
}, 240_000);
afterAll(() => day?.end());

test('a text goes out, its answer is announced on another page and read in the thread', async () => {
  const { page } = tab;
  await openThread(page, await contactWith(page, '0123'));
  await page.getByRole('textbox', { name: /^Text to/u }).fill('Does 4:30 PM still work?');
  await page.keyboard.press('Control+Enter');
  await page.locator('.text.is-out', { hasText: 'Does 4:30 PM still work?' }).waitFor();
  await page
    .getByText(/^Delivered/u)
    .last()
    .waitFor(ANSWERED);
  const unread = Number(await page.locator('.rail a[href="/messages"] .count').textContent());

  await page.getByRole('link', { name: 'Contacts' }).first().click();
  const toast = page.locator('.toast', { hasText: 'New message from 1-' });
  await toast.waitFor(ANSWERED);
  await expect
    .poll(() => page.locator('.rail a[href="/messages"] .count').textContent(), ANSWERED)
    .toBe(String(unread + 1));
  await toast.getByRole('button', { name: /^Open/u }).click();
  await page.locator('.text:not(.is-out)').first().waitFor(ANSWERED);

  await expect
    .poll(() => page.locator('.rail a[href="/messages"] .count').textContent(), ANSWERED)
    .toBe(String(unread));
  expect(tab.faults).toEqual([]);
}, 240_000);

test('STOP takes the field away', async () => {
  const { page } = tab;
  await openThread(page, await contactWith(page, '8'));
  await page.getByRole('textbox', { name: /^Text to/u }).fill('Good morning');
  await page.getByRole('button', { name: 'Send text' }).click();

  await page.locator('.thread-foot .note', { hasText: 'opted out of texts' }).waitFor(ANSWERED);

  expect(await page.getByRole('textbox', { name: /^Text to/u }).count()).toBe(0);
}, 240_000);

test('a draft outlives a reload, and waits in another browser', async () => {
  const { page } = tab;
  const contact = await contactWith(page, '4');
  await openThread(page, contact);
  const field = page.getByRole('textbox', { name: /^Text to/u });
  await field.fill('I will call you at');
  await page.reload();
  expect(await field.inputValue()).toBe('I will call you at');

  await page.getByText('Draft saved').waitFor(ANSWERED);
  const other = await openTab(day.browser, day.url);
  await signInAs(other.page, 'agent');
  await openThread(other.page, contact);
  expect(await other.page.getByRole('textbox', { name: /^Text to/u }).inputValue()).toBe('I will call you at');
  await other.close();
}, 240_000);

/** Opens a tab of somebody who has the wallet and the plan that texts take. */
async function signInWithTexts(username: string, admin: string): Promise<Tab> {
  const signIn = async (name: string) => {
    const opened = await openTab(day.browser, day.url, { width: 1440, height: 900 });
    await opened.page.goto('/login');
    await signInByForm(opened.page, name);
    await opened.page.waitForURL(/\/dashboard/u);
    return opened;
  };
  const theirs = await signIn(username);
  const { data: me } = await callFrom<{ data: { id: number } }>(theirs.page, 'GET', '/v1/users/me');
  const office = await signIn(admin);
  const plan = { wallet_feature_enabled: true, max_plus_plan: 'premium' };
  await callFrom(office.page, 'PATCH', `/v1/admin/users/${me.id}`, { user: plan });
  await office.close();
  await theirs.page.reload();
  return theirs;
}

test('agents of two agencies text each other, and a call between the texts is a line', async () => {
  const [yolanda, dana] = ['16025550102', '16565550107'];
  const silver = await signInWithTexts('silver.agent', 'silver.admin');
  const known = async (page: Page, first: string, phone: string) => {
    const contact = { first_name: first, last_name: 'Nextdoor', phone, state: 'FL', city: 'Tampa' };
    const { data } = await callFrom<{ data: { id: number } }>(page, 'POST', '/v1/contacts', { contact });
    return data.id;
  };
  const [theirs, ours] = [
    await known(tab.page, 'Yolanda', `+${yolanda}`),
    await known(silver.page, 'Dana', `+${dana}`),
  ];
  const say = async (page: Page, words: string) => {
    await page.getByRole('textbox', { name: /^Text to/u }).fill(words);
    await page.keyboard.press('Control+Enter');
    await page.locator('.text.is-out', { hasText: words }).waitFor();
  };
  await openThread(silver.page, ours);
  await openThread(tab.page, theirs);
  await say(tab.page, 'Can you take a client in Phoenix?');
  await silver.page
    .locator('.text:not(.is-out)', { hasText: 'Can you take a client in Phoenix?' })
    .or(silver.page.locator('.toast', { hasText: 'New message from 1-656-555-0107' }))
    .first()
    .waitFor(ANSWERED);
  await openThread(silver.page, ours);
  await say(silver.page, 'Yes, send them over.');
  await tab.page.locator('.text:not(.is-out)', { hasText: 'Yes, send them over.' }).waitFor(ANSWERED);

  const logged = { type: 'voicemail', body: 'Gave her the file number.' };
  await callFrom(tab.page, 'PUT', `/v1/contacts/${theirs}/activity_info`, logged);
  await tab.page.locator('.thread-line', { hasText: 'Gave her the file number.' }).waitFor();
  await tab.page.locator('.conversation', { hasText: 'Yolanda Nextdoor' }).getByText('Voicemail logged').waitFor();
  expect([tab.faults, silver.faults]).toEqual([[], []]);
  await silver.close();
}, 240_000);
