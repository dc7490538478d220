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

const names = () => page.locator('tbody .edit-value').allInnerTexts();
const said = (text: string) => page.getByText(text, { exact: true }).waitFor();

test('a status is added, moved, renamed, removed and taken back', async () => {
  await page.goto('/admin/lists');
  await page.getByLabel('New status').fill('Left a message');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('button', { name: 'Move Left a message up' }).waitFor();
  const before = await names();

  await page.getByRole('button', { name: 'Move Left a message up' }).click();
  await expect.poll(names).not.toEqual(before);
  await page.getByRole('button', { name: 'Edit Name of Left a message: Left a message' }).click();
  await page.getByRole('textbox', { name: 'Name of Left a message' }).fill('Voicemail');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Remove Voicemail' }).click();
  await said('Voicemail removed');
  await page.getByRole('button', { name: 'Remove Voicemail' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).click();

  await page.getByRole('button', { name: 'Remove Voicemail' }).waitFor();
  expect(tab.faults).toEqual([]);
});

test('a status that contacts have stays, and says why', async () => {
  await page.goto('/admin/lists');
  await page.getByRole('button', { name: 'Remove Contacted' }).click();

  await page.getByText(/contacts use this status. Choose another one for them first\./u).waitFor();
  await page.getByRole('button', { name: 'Remove Contacted' }).waitFor();
});

test('a name that is taken stays in its field with the reason', async () => {
  await page.goto('/admin/lists?tab=groups');
  await page.getByRole('button', { name: 'Edit Name of Walk-ins: Walk-ins' }).click();
  await page.getByRole('textbox', { name: 'Name of Walk-ins' }).fill('Spring seminar');
  await page.keyboard.press('Enter');

  await said('A group with this name already exists.');
  await page.getByRole('button', { name: 'Edit Name of Walk-ins: Spring seminar' }).waitFor();
});

test('a pool gets and loses a holder', async () => {
  await page.goto('/admin/lists?tab=pools');
  await page.getByLabel('New pool').fill('Storm leads');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByLabel('Add a holder of Storm leads').selectOption({ label: 'Dana Whitfield' });
  await page.getByRole('button', { name: 'Dana Whitfield no longer holds Storm leads' }).click();
  await page.getByRole('list', { name: 'Holders of Storm leads' }).getByText('No holders').waitFor();

  await page.getByRole('button', { name: 'Remove Storm leads' }).click();
  await said('Storm leads removed');
  expect(tab.faults).toEqual([]);
});
