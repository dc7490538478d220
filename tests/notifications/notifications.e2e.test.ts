import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openBrowser, openTab, signInAs } from '../_e2e/browser.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

test('a transfer rings the bell of an open page, and opening its notification marks it', async () => {
  const [agent, manager] = [await openTab(browser, inject('appUrl')), await openTab(browser, inject('appUrl'))];
  await Promise.all([signInAs(agent.page, 'agent'), signInAs(manager.page, 'manager')]);
  const { page } = manager;
  await page.goto('/notifications');
  await page.locator('.notices li, .empty').first().waitFor();
  const given = /Dana Whitfield transferred [\d,]+ contacts? to you/u;
  const told = page.locator('.notices li').filter({ hasText: given });
  // Other stories transfer contacts, too.
  const before = await told.count();

  await agent.page.goto('/contacts');
  await agent.page.getByLabel('Select all on this page').check();
  await agent.page.getByRole('toolbar').getByRole('button', { name: 'Transfer' }).click();
  await agent.page.locator('.picker-person').filter({ hasText: 'Marcus Ellery' }).click();
  await agent.page.getByRole('button', { name: /^Transfer [\d,]+ contacts?$/u }).click();

  await expect.poll(() => told.count()).toBe(before + 1);
  await page.getByRole('button', { name: /^Notifications, \d+ unread$/u }).click();
  const newest = page.getByRole('dialog', { name: 'Notifications' });
  await newest.getByRole('link', { name: given }).first().click();
  await page.waitForURL(/\/transfers\/\d+$/u);
  const path = new URL(page.url()).pathname;
  await page.getByRole('button', { name: 'Revert' }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Revert /u })
    .click();

  await page.goto('/notifications');
  await page.locator(`.notices li:not(.is-unread) a[href="${path}"]`).waitFor();
  await page.goto('/notifications?show=unread');
  await page.locator('.notices li, .empty').first().waitFor();
  expect(await page.locator(`.notices a[href="${path}"]`).count()).toBe(0);
  expect([...agent.faults, ...manager.faults]).toEqual([]);
  await Promise.all([agent.close(), manager.close()]);
});
