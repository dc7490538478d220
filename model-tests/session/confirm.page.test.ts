import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { openBrowser, openTab, type Tab } from '../../tests/_e2e/browser.ts';
import { callFrom, giveTwoFactor, paperCode, signInByForm, type TwoFactorPerson } from './two-factor-person.ts';

const PASSWORD = 'bellwether-demo';

let browser: Browser;
let hollis: TwoFactorPerson;
let tab: Tab;

beforeAll(async () => {
  browser = await openBrowser();
  hollis = await giveTwoFactor(browser, inject('appUrl'), 'manager.naples');
});
afterAll(() => browser.close());

/** A recovery code opens no window for sensitive actions: the first of them asks for a proof. */
beforeEach(async () => {
  tab = await openTab(browser, inject('appUrl'));
  await tab.page.goto('/login');
  await signInByForm(tab.page, hollis.username);
  await tab.page.getByRole('button', { name: 'Use a recovery code' }).click();
  await tab.page.getByLabel('Recovery code').fill(paperCode(hollis));
  await tab.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await tab.page.locator('.fresh', { hasText: 'Live' }).waitFor();
});
afterEach(() => tab.close());

/** Asks to act for somebody, which is sensitive; the question who it is comes over the dialog that asks why. */
async function askToAct() {
  const { page } = tab;
  await page.getByRole('button', { name: /display options and sign out/u }).click();
  await page.getByRole('button', { name: 'Act for somebody…' }).click();
  await page.getByRole('searchbox', { name: 'Search people' }).fill('Okafor');
  await page
    .getByRole('list', { name: 'People you may act for' })
    .getByRole('button', { name: 'Emeka Okafor' })
    .click();
  await page.getByLabel('Why').fill('a claim that is stuck');
  await page.getByRole('button', { name: 'Log in as Emeka Okafor' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await dialog.waitFor();
  return dialog;
}

test('the right password lets the call go on, also after a wrong one', async () => {
  const dialog = await askToAct();
  const password = dialog.getByLabel('Your password');
  expect(await password.evaluate((field) => field === document.activeElement)).toBe(true);

  await password.fill('not the password');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await dialog
    .getByRole('alert')
    .getByText(/The password is wrong/u)
    .waitFor();
  await password.fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Confirm' }).click();

  await tab.page.getByRole('region', { name: 'Acting as somebody else' }).getByText('Emeka Okafor').waitFor();
  expect(tab.faults).toEqual([]);
});

test('who does not want to finds everything as it was, with quiet words', async () => {
  const dialog = await askToAct();

  await tab.page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  await tab.page.getByText('Nothing was done: you did not confirm that it is you.').waitFor();
  expect(await tab.page.getByLabel('Why').inputValue()).toBe('a claim that is stuck');
  const { data } = await callFrom<{ data: { identity: unknown[] } }>(tab.page, 'GET', '/v1/users/me');
  expect(data.identity.length).toBe(1);
});

test('a code of the app is a proof as well', async () => {
  const dialog = await askToAct();

  await dialog.getByRole('button', { name: 'Use a code instead' }).click();
  const code = dialog.getByLabel('Code');
  expect(await code.evaluate((field) => field === document.activeElement)).toBe(true);
  const step = Math.max(Math.floor(Date.now() / 30_000), hollis.usedStep + 1);
  await code.fill(hollis.totp.generate({ timestamp: step * 30_000 }));
  await dialog.getByRole('button', { name: 'Confirm' }).click();

  await tab.page.getByRole('region', { name: 'Acting as somebody else' }).getByText('Emeka Okafor').waitFor();
});
