import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openBrowser, openTab, signInAs, type Tab } from '../_e2e/browser.ts';

let browser: Browser;
let admin: Tab;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
  admin = await openTab(browser, inject('appUrl'), { width: 1440, height: 900 });
  page = admin.page;
  await signInAs(page, 'admin');
});
afterAll(() => browser?.close());

const names = () => page.locator('tbody .name a').allTextContents();

test('somebody is found without accents, opened by keys, changed, deactivated and brought back', async () => {
  await page.getByRole('link', { name: 'Users', exact: true }).first().click();
  await page.locator('tbody tr a').first().waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('sofia');
  await page.keyboard.press('Enter');
  await page.waitForURL(/q=sofia/u);
  await expect.poll(names).toEqual(['Delgado, Sofía ']);

  await page.getByRole('searchbox').blur();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Sofía Delgado' }).waitFor();

  await page.getByRole('button', { name: 'Edit Number' }).click();
  await page.getByRole('textbox', { name: 'Number' }).fill('N-77');
  await page.keyboard.press('Enter');
  await page.getByText('number: A-100-16 → N-77').waitFor();

  await page.getByRole('button', { name: 'Deactivate' }).click();
  await page.getByText('Sofía Delgado deactivated and signed out everywhere').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Sofía Delgado reactivated').waitFor();
  await page.getByRole('button', { name: 'Deactivate' }).waitFor();
});

test('each role that cannot be given says why, and a new one is asked for before it is given', async () => {
  await page.goto('/admin/users?q=noor');
  await page.getByRole('link', { name: /Haddad/u }).click();
  await page.getByText('You can only assign roles lower than yours.').waitFor();
  expect(await page.getByRole('radio', { name: /System Admin/u }).isDisabled()).toBe(true);

  await page.getByRole('radio', { name: 'Telemarketer' }).check();
  await page.getByRole('button', { name: 'Change to Telemarketer' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByText("They'll be signed out everywhere and their API keys will stop working.").waitFor();
  await question.getByRole('button', { name: 'Change to Telemarketer' }).click();

  await page.getByText('Noor Haddad is Telemarketer now').waitFor();
  await page.getByText('Agent → Telemarketer').waitFor();
});

test('a person who is out of reach looks like nobody', async () => {
  await page.goto('/admin/users/999999');

  await page.getByText('User not found').waitFor();
});
