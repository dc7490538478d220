import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { openBrowser, openTab, signInAs, type Tab } from '../../tests/_e2e/browser.ts';
import { beginPath } from '../_walk/page-path.ts';
import { callFrom, signInByForm } from '../session/two-factor-person.ts';

/** No other test signs in as this user. */
const USERNAME = 'basic';
const NEW_PASSWORD = 'nine pelicans on one pier';

let browser: Browser;
let admin: Tab;
let tab: Tab;

beforeAll(async () => {
  browser = await openBrowser();
  admin = await openTab(browser, inject('appUrl'));
  await signInAs(admin.page, 'admin');
});
afterAll(() => browser.close());
beforeEach(async () => {
  tab = await openTab(browser, inject('appUrl'));
});
afterEach(() => tab.close());

const heading = (name: string) => tab.page.getByRole('heading', { name }).waitFor();
const address = () => tab.page.evaluate(() => location.pathname + location.search);

async function askFor(username: string): Promise<void> {
  await tab.page.goto('/login');
  await tab.page.getByRole('link', { name: 'Forgot your password?' }).click();
  await tab.page.getByLabel('Username or e-mail address').fill(username);
  await tab.page.getByRole('button', { name: 'E-mail me a link' }).click();
  await heading('Check your e-mail');
}

/** Path and query of the link in the newest mail that has one. */
async function mailedLink(): Promise<string> {
  const mails = await callFrom<{ data: { text: string }[] }>(admin.page, 'GET', '/v1/mail/outbox/list');
  const links = mails.data.flatMap(({ text }) => /\/reset-password\?token=\S+/u.exec(text)?.[0] ?? []);
  return links[0] ?? 'no mail has a link';
}

const choose = async (password: string) => {
  await tab.page.getByLabel('New password', { exact: true }).fill(password);
  await tab.page.getByRole('button', { name: 'Save new password' }).click();
};

describe('a forgotten password', () => {
  test('is replaced with the link of the mail, which works once', async () => {
    const { step } = beginPath('password-reset');
    await step('asks for a link', tab.page, () => askFor(USERNAME));
    const link = await mailedLink();
    await step('opens the link of the mail', tab.page, async () => {
      await tab.page.goto(link);
      await heading('Choose a new password');
    });
    expect(await address()).toBe('/reset-password');

    await step('chooses a password that is too short', tab.page, async () => {
      await choose('short');
      await tab.page.locator('.is-bad', { hasText: 'Use at least 15 characters' }).waitFor();
    });
    await step('chooses a good one', tab.page, async () => {
      await choose(NEW_PASSWORD);
      await heading('Password changed');
    });
    await step('signs in with it', tab.page, async () => {
      await tab.page.getByRole('link', { name: 'Go to sign-in' }).click();
      await signInByForm(tab.page, USERNAME, NEW_PASSWORD);
      await tab.page.waitForURL(/\/dashboard/u);
    });

    const again = await openTab(browser, inject('appUrl'));
    await step('uses the link a second time', again.page, async () => {
      await again.page.goto(link);
      await again.page.getByLabel('New password', { exact: true }).fill('another eleven egrets');
      await again.page.getByRole('button', { name: 'Save new password' }).click();
      await again.page.getByRole('heading', { name: 'This link has expired' }).waitFor();
    });
    expect([...tab.faults, ...again.faults]).toEqual([]);
    await again.close();
  });

  test('is asked for in the same words by somebody whom nobody knows', async () => {
    const { step } = beginPath('password-reset');
    await step('asks for a link in a name that nobody has', tab.page, () => askFor('nobody.at.all'));
  });

  test('a link that works no more leads to asking for another', async () => {
    const { step } = beginPath('password-reset');
    await step('opens a link that was never sent, and chooses a password', tab.page, async () => {
      await tab.page.goto('/reset-password?token=never-sent');
      await choose(NEW_PASSWORD);
      await heading('This link has expired');
    });

    await step('asks for a new one', tab.page, async () => {
      await tab.page.getByRole('button', { name: 'Request a new link' }).click();

      await heading('Reset your password');
    });
  });
});
