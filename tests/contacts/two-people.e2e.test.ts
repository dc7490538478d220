import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openBrowser, openTab, signInAs } from '../_e2e/browser.ts';
import { findings } from '../_e2e/judge.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});

afterAll(async () => {
  await browser?.close();
});

const cityOf = (page: Page) => page.getByRole('button', { name: /^Edit City/u }).textContent();
const openCity = async (page: Page, typed: string) => {
  await page.getByRole('button', { name: /^Edit City/u }).click();
  await page.getByRole('textbox', { name: 'City' }).fill(typed);
};

/** A contact of the agent, made by hand, on the page. */
async function addContact(page: Page, name: string): Promise<string> {
  await page.locator('tbody tr a').first().waitFor();
  await page.keyboard.press('n');
  await page.getByLabel('Last name').fill(name);
  await page.getByLabel('City').fill('Austin');
  await page.getByRole('button', { name: 'Create contact' }).click();
  await page.waitForURL(/\/contacts\/\d+/u);
  await page.locator('.contact-who').waitFor();
  return new URL(page.url()).pathname;
}

test('two people on one contact see each other’s change immediately, and are asked only if both changed one field', async () => {
  const [dana, boss] = [await openTab(browser, inject('appUrl')), await openTab(browser, inject('appUrl'))];
  await signInAs(dana.page, 'agent');
  const address = await addContact(dana.page, 'Abramson-Twofold');
  await signInAs(boss.page, 'admin');
  await boss.page.goto(address);
  await boss.page.getByRole('button', { name: /^Edit City/u }).waitFor();
  await boss.page.locator('.fresh', { hasText: 'Live' }).waitFor();

  await openCity(boss.page, 'Dallas');
  await boss.page.keyboard.press('Enter');
  await expect.poll(() => cityOf(dana.page)).toContain('Dallas');
  await openCity(dana.page, 'Tyler');
  await dana.page.keyboard.press('Enter');
  await expect.poll(() => cityOf(boss.page)).toContain('Tyler');

  // Typed text stays while the contact changes around it, also across fields and a reload.
  await openCity(dana.page, 'Waco');
  await boss.page.getByRole('button', { name: /^Edit Company/u }).click();
  await boss.page.getByRole('textbox', { name: 'Company' }).fill('Twofold & Co');
  await boss.page.keyboard.press('Enter');
  await dana.page.getByRole('button', { name: 'Edit Company: Twofold & Co' }).waitFor();
  expect(await dana.page.getByRole('textbox', { name: 'City' }).inputValue()).toBe('Waco');
  await openCity(boss.page, 'El Paso');
  await boss.page.keyboard.press('Enter');
  await dana.page.getByText('Someone changed this to “El Paso”').waitFor();

  await dana.page.getByRole('textbox', { name: 'City' }).press('Enter');
  const conflict = dana.page.getByRole('group', { name: 'City: conflicting changes' });
  await conflict.waitFor();
  expect(await conflict.locator('dd').allTextContents()).toEqual(['Waco', 'El Paso']);
  expect(await findings(dana.page, { isPage: true })).toEqual([]);
  await dana.page.reload();
  await conflict.waitFor();
  await conflict.getByRole('button', { name: 'Keep yours' }).click();
  await expect.poll(() => cityOf(boss.page)).toContain('Waco');
  await expect.poll(() => cityOf(dana.page)).toContain('Waco');

  expect([dana.faults, boss.faults]).toEqual([[], []]);
  await Promise.all([dana.close(), boss.close()]);
});

test('without a mouse one leafs through the list, from tab to tab', async () => {
  const { page, faults, close } = await openTab(browser, inject('appUrl'));
  await signInAs(page, 'agent');
  await page.goto('/contacts?q=mar');
  await page.locator('tbody tr a').nth(2).waitFor();
  const names = await page.locator('tbody tr a').allTextContents();
  const heading = () => page.locator('h1').textContent();
  const familyOf = (at: number) => names[at]?.split(',')[0] ?? 'nobody';

  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.getByText(/^1 of /u).waitFor();
  await page.keyboard.press('j');
  await page.getByText(/^2 of /u).waitFor();
  await expect.poll(heading).toContain(familyOf(1));

  const timeline = page.getByRole('tab', { name: 'Timeline' });
  await timeline.focus();
  await page.keyboard.press('ArrowRight');
  await page.waitForURL(/tab=policies$/u);
  expect(await page.getByRole('tab', { name: 'Policies' }).getAttribute('aria-selected')).toBe('true');
  await page.keyboard.press('Alt+ArrowDown');
  await page.getByText(/^3 of /u).waitFor();
  await expect.poll(heading).toContain(familyOf(2));
  expect(new URL(page.url()).search).toBe('?tab=policies');
  await page.keyboard.press('k');
  await page.getByText(/^2 of /u).waitFor();

  await page.goBack();
  await page.waitForURL(/q=mar/u);
  await expect.poll(() => page.locator('tr.is-cursor a').textContent()).toBe(names[1]);
  expect(faults).toEqual([]);
  await close();
});
