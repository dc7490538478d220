import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openBrowser, openTab, signInAs } from '../_e2e/browser.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
});

const kindOf = (page: Page, name: string) => page.getByRole('tablist', { name: 'Add' }).getByRole('tab', { name });
const line = (page: Page, text: RegExp) => page.locator('.event', { hasText: text });

/** The first contact of the list that has an e-mail address. */
async function openContact(page: Page): Promise<void> {
  await page.goto('/contacts?q=example.com');
  await page.locator('tbody tr a').first().click();
  await page.getByRole('textbox', { name: 'New note' }).waitFor();
}

test('a note, a call and a mail show at once, the call is taken back, and the outbox holds the mail', async () => {
  const { page, faults, close } = await openTab(browser, inject('appUrl'));
  await signInAs(page, 'agent');
  await openContact(page);

  await page.getByRole('textbox', { name: 'New note' }).fill('Wants both plans on paper.');
  await page.getByRole('button', { name: 'Save note' }).click();
  await line(page, /You noted.*Wants both plans on paper\./su).waitFor();

  await kindOf(page, 'Log a call').click();
  await page.getByRole('combobox', { name: 'Outcome' }).selectOption('no_answer');
  await page.getByRole('textbox', { name: 'About the call' }).fill('Nobody at home.');
  await page.getByRole('button', { name: 'Log call' }).click();
  const logged = line(page, /You called, no answer.*Nobody at home\./su);
  await logged.waitFor();
  await page.getByRole('button', { name: /^Undo/u }).click();
  await logged.waitFor({ state: 'detached' });

  await kindOf(page, 'E-mail').click();
  const subject = `Your plans, ${Date.now()}`;
  await page.getByLabel('Subject').fill(subject);
  await page.getByRole('textbox', { name: 'E-mail' }).fill('Side by side.');
  await page.reload();
  await kindOf(page, 'E-mail').click();
  await page.getByRole('button', { name: 'Send e-mail' }).click();
  await line(page, new RegExp(`You e-mailed: ${subject}.*Sent`, 'su')).waitFor();
  await page.getByRole('tab', { name: 'E-mail log' }).click();
  await line(page, new RegExp(subject, 'u')).last().waitFor();
  expect(faults).toEqual([]);
  await close();

  const admin = await openTab(browser, inject('appUrl'));
  await signInAs(admin.page, 'admin');
  await admin.page.goto('/outbox');
  await admin.page.getByText(subject).waitFor();
  expect(admin.faults).toEqual([]);
  await admin.close();
});
