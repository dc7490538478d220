import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { openBrowser, openTab, type Tab } from '../../tests/_e2e/browser.ts';
import { beginPath, type PagePath } from '../_walk/page-path.ts';
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

/**
 * Starts logging in as someone, which is sensitive; the re-authentication dialog appears over the one that asks for the
 * reason.
 */
async function askToAct({ step }: PagePath) {
  const dialog = tab.page.getByRole('dialog', { name: "Confirm it's you" });
  await step('asks to act for Emeka Okafor', tab.page, async () => {
    await chooseEmeka();
    await dialog.waitFor();
  });
  return dialog;
}

async function chooseEmeka() {
  const { page } = tab;
  await page.getByRole('button', { name: /display options and sign out/u }).click();
  await page.getByRole('button', { name: 'Log in as…' }).click();
  await page.getByRole('searchbox', { name: 'Search users' }).fill('Okafor');
  await page
    .getByRole('list', { name: 'Users you can log in as' })
    .getByRole('button', { name: 'Emeka Okafor' })
    .click();
  await page.getByLabel('Reason').fill('a claim that is stuck');
  await page.getByRole('button', { name: 'Log in as Emeka Okafor' }).click();
}

/** The bar names the user they are logged in as. */
const isActing = () =>
  tab.page.getByRole('region', { name: 'Logged in as another user' }).getByText('Emeka Okafor').waitFor();

test('the right password lets the call go on, also after a wrong one', async () => {
  const path = beginPath('confirm');
  const dialog = await askToAct(path);
  const password = dialog.getByLabel('Your password');
  expect(await password.evaluate((field) => field === document.activeElement)).toBe(true);

  await path.step('gives a wrong password', tab.page, async () => {
    await password.fill('not the password');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await dialog
      .getByRole('alert')
      .getByText(/Incorrect password/u)
      .waitFor();
  });
  await path.step('gives the right password', tab.page, async () => {
    await password.fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Confirm' }).click();

    await isActing();
  });
  expect(tab.faults).toEqual([]);
});

test('who does not want to finds everything as it was, with quiet words', async () => {
  const path = beginPath('confirm');
  const dialog = await askToAct(path);

  await path.step('presses Escape', tab.page, async () => {
    await tab.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });

    await tab.page.getByText('Nothing was done: you did not confirm that it is you.').waitFor();
  });
  expect(await tab.page.getByLabel('Reason').inputValue()).toBe('a claim that is stuck');
  const { data } = await callFrom<{ data: { identity: unknown[] } }>(tab.page, 'GET', '/v1/users/me');
  expect(data.identity.length).toBe(1);
});

test('a code of the app is a proof as well', async () => {
  const path = beginPath('confirm');
  const dialog = await askToAct(path);
  const code = dialog.getByLabel('Code');

  await path.step('chooses a code instead', tab.page, async () => {
    await dialog.getByRole('button', { name: 'Use a code instead' }).click();
    await code.waitFor();
  });
  expect(await code.evaluate((field) => field === document.activeElement)).toBe(true);
  const step = Math.max(Math.floor(Date.now() / 30_000), hollis.usedStep + 1);
  await path.step('gives the code of the app', tab.page, async () => {
    await code.fill(hollis.totp.generate({ timestamp: step * 30_000 }));
    await dialog.getByRole('button', { name: 'Confirm' }).click();

    await isActing();
  });
});
