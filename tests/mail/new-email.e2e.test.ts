import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openBrowser, openTab, signInAs } from '../_e2e/browser.ts';

let browser: Browser;
let tab: Awaited<ReturnType<typeof openTab>>;

beforeAll(async () => {
  browser = await openBrowser();
  tab = await openTab(browser, inject('appUrl'));
  await signInAs(tab.page, 'agent');
});
afterAll(async () => {
  await browser?.close();
});

/** Leaves something for the next page, as MAX does. */
const leave = (page: Page, name: 'ai-email' | 'ai-search', value: object) =>
  page.evaluate(
    ([key, left]) => {
      const id = localStorage.getItem('bellwether.last-user.v1');
      sessionStorage.setItem(key, JSON.stringify({ for: `${id} as ${id}`, value: left }));
    },
    [`bellwether.${name}.v1`, value] as const,
  );
const isLeft = (page: Page, name: string) =>
  page.evaluate((key) => sessionStorage.getItem(key) !== null, `bellwether.${name}.v1`);

/** The first contact of the list that has an e-mail address, as a card. */
async function someContact(page: Page): Promise<object> {
  const [row] = await page.evaluate(async () => {
    const answer = await fetch('/v1/contacts', {
      method: 'PATCH',
      headers: { 'content-type': 'application/json', 'x-requested-with': 'fetch' },
      body: JSON.stringify({ contacts_scope: { q: 'example.com', limit: 1 } }),
    });
    return ((await answer.json()) as { data: { id: number; number: number; first_name: string }[] }).data;
  });
  if (row === undefined) throw new Error('nobody has an e-mail address');
  return { id: row.id, number: row.number, name: row.first_name, city: '', state: '', phone: null, owner: '' };
}

test("a draft of MAX is used once beside the user's own, is sent, and is in the log", async () => {
  const { page, faults } = tab;
  const contact = await someContact(page);
  const text = page.getByRole('textbox', { name: 'Message' });
  await page.goto('/admin/email-management/new');
  await text.fill('My own words.');
  const subject = `Two plans, ${Date.now()}`;
  await leave(page, 'ai-email', { subject, body: 'Drafted words.', purpose: 'service', contact });

  await page.getByRole('link', { name: 'New e-mail' }).click();
  await page.getByText('Drafted by MAX. Review before sending.').waitFor();
  expect([await text.inputValue(), await isLeft(page, 'ai-email')]).toEqual(['Drafted words.', false]);
  await page.reload();
  await page.getByRole('button', { name: 'Discard draft' }).click();
  expect(await text.inputValue()).toBe('My own words.');
  await page.getByRole('button', { name: /^Undo/u }).click();
  await page.getByText('Your draft: My own words.').waitFor();

  await page.getByRole('button', { name: 'Send e-mail now' }).click();
  await page.getByRole('link', { name: 'View in e-mail log' }).click();
  await page.locator('.event', { hasText: subject }).waitFor();
  await page.goto('/admin/email-management/new');
  expect(await text.inputValue()).toBe('My own words.');
  expect(faults).toEqual([]);
});

test('the list opens with what MAX has found, once, also where it is open already', async () => {
  const { page, faults } = tab;
  await leave(page, 'ai-search', { q: 'example.com', order: 'desc' });

  await page.goto('/contacts');
  await page.waitForURL(/\/contacts\?.*q=example\.com/u);
  expect([new URL(page.url()).searchParams.get('order'), await isLeft(page, 'ai-search')]).toEqual(['desc', false]);

  await leave(page, 'ai-search', { q: 'austin' });
  await page.getByRole('link', { name: 'Contacts', exact: true }).first().click();
  await page.waitForURL(/\/contacts\?q=austin$/u);
  await page.getByRole('link', { name: 'Contacts', exact: true }).first().click();
  await page.waitForURL(/\/contacts$/u);
  expect(faults).toEqual([]);
});
