import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openBrowser, openTab, signInAs, type Tab } from '../_e2e/browser.ts';

let browser: Browser;
let tab: Tab;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
  tab = await openTab(browser, inject('appUrl'), { width: 1440, height: 900 });
  page = tab.page;
  await signInAs(page, 'admin');
});
afterAll(() => browser?.close());

/** Two writes, and the list again. */
const SOON = { timeout: 10_000 };

const names = () => page.locator('tbody tr a').allInnerTexts();
const row = (name: string) => page.getByRole('link', { name, exact: true });
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const said = (text: string) => page.getByText(text, { exact: true }).waitFor();

/** The form beside the list, by the name of its record. */
const open = async (name: string) => {
  await row(name).click();
  return page.getByRole('form', { name, exact: true });
};

test('a status is added, moved, renamed, deleted and restored', async () => {
  await page.goto('/admin/lists');
  await page.getByRole('link', { name: 'New status' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Left a message');
  await page.getByLabel('Color').selectOption('Pink');
  await press('Add status');
  await row('Left a message').waitFor();
  const before = await names();
  expect(before.at(-1)).toBe('Left a message');

  await press('Move Left a message up');
  await expect.poll(names, SOON).toEqual([...before.slice(0, -2), 'Left a message', before.at(-2)]);
  const form = await open('Left a message');
  await form.getByLabel('Name', { exact: true }).fill('Voicemail');
  await press('Save');
  await row('Voicemail').waitFor();
  await open('Voicemail');
  await press('Delete');
  await said('Voicemail deleted');
  await row('Voicemail').waitFor({ state: 'detached' });
  await press('Undo');

  await row('Voicemail').waitFor();
  await expect.poll(names, SOON).toEqual([...before.slice(0, -2), 'Voicemail', before.at(-2)]);
  expect(tab.faults).toEqual([]);
});

test('a status that contacts have stays, and says why', async () => {
  await page.goto('/admin/lists');
  const form = await open('Contacted');
  await press('Delete');

  await form
    .getByText(/contacts use this status\. Turn it off instead: the contacts will keep the status\./u)
    .waitFor();
  await row('Contacted').waitFor();
});

test('a name that is taken stays in its field with the reason', async () => {
  await page.goto('/admin/lists?tab=groups');
  const form = await open('Walk-ins');
  await form.getByLabel('Name', { exact: true }).fill('Spring seminar');
  await press('Save');

  await form.getByText('A group with this name already exists.', { exact: true }).waitFor();
  expect(await form.getByLabel('Name', { exact: true }).inputValue()).toBe('Spring seminar');
});

test('another list opens without the record and the search of the last one, once changes are discarded', async () => {
  await page.goto('/admin/lists?tab=groups&q=walk');
  const form = await open('Walk-ins');
  expect(await names()).toEqual(['Walk-ins']);
  await form.getByLabel('Name', { exact: true }).fill('Drop-ins');
  await page.getByRole('tab', { name: 'Sources' }).click();
  await press('Discard');

  await page.waitForURL('**/admin/lists?tab=sources');
  await page.locator('tbody tr a').nth(1).waitFor();
  expect(await page.getByRole('searchbox', { name: 'Search sources' }).inputValue()).toBe('');
});

test('a tag is recolored', async () => {
  await page.goto('/admin/lists?tab=tags');
  const form = await open('referral');
  await form.getByLabel('Color').selectOption('Pink');
  await press('Save');

  await page.getByRole('row', { name: 'referral Pink' }).waitFor();
  expect(await page.getByRole('button', { name: 'Delete', exact: true }).count()).toBe(0);
});

test('a pool gets and loses a holder, and comes back with the one it has', async () => {
  await page.goto('/admin/lists?tab=pools');
  await page.getByRole('link', { name: 'New pool' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Storm leads');
  await page.getByLabel('Holders').and(page.locator('select')).selectOption('Dana Whitfield');
  await press('Add pool');
  const form = await open('Storm leads');
  const holders = form.getByRole('list', { name: 'Holders' });
  await form.getByRole('combobox', { name: 'Holders' }).selectOption('Priya Raman');
  await press('Remove Dana Whitfield');
  await press('Save');
  await said('Storm leads saved');

  await open('Storm leads');
  await expect.poll(() => holders.getByRole('listitem').allInnerTexts()).toEqual(['Priya Raman']);
  await press('Delete');
  await said('Storm leads deleted');
  await press('Undo');
  await open('Storm leads');
  await holders.getByText('Priya Raman').waitFor();
  expect(tab.faults).toEqual([]);
});
