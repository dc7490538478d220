import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openBrowser, openTab, signInAs } from '../_e2e/browser.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

test('a supervisor sees the transfer of an agent live, and takes it back under their eyes', async () => {
  const agent = await openTab(browser, inject('appUrl'));
  const manager = await openTab(browser, inject('appUrl'));
  await Promise.all([signInAs(agent.page, 'agent'), signInAs(manager.page, 'manager')]);
  await manager.page.goto('/live');
  await manager.page.locator('.stats').waitFor();
  await agent.page.goto('/contacts');
  await agent.page.getByLabel('Select all on this page').check();
  await agent.page.getByRole('button', { name: /^Select all [\d,]+ in /u }).click();
  await agent.page.getByRole('toolbar').getByRole('button', { name: 'Transfer' }).click();
  await agent.page.locator('.picker-person').filter({ hasText: 'Marcus Ellery' }).click();

  // The row is there only while the transfer runs, which may be for a moment: it is enough that it has been.
  const live = manager.page.evaluate(
    () =>
      new Promise<string>((seen) => {
        const watch = new MutationObserver(() => {
          const rows = [...document.querySelectorAll('.job-row')].map((row) => row.textContent ?? '');
          const found = rows.find((row) => row.includes('contacts to Marcus Ellery'));
          if (found !== undefined) seen(found);
        });
        watch.observe(document.body, { childList: true, subtree: true, characterData: true });
      }),
  );
  await agent.page.getByRole('button', { name: /^Transfer [\d,]+ contacts$/u }).click();
  await live;
  await manager.page.getByText(/^Dana Whitfield transferred [\d,]+ contacts to you\.$/u).waitFor();
  await manager.page.locator('.toast').getByRole('button', { name: 'Open' }).click();
  const address = /\/transfers\/\d+$/u;
  await manager.page.waitForURL(address);
  await agent.page.goto(new URL(manager.page.url()).pathname);
  await agent.page.getByRole('button', { name: 'Revert' }).waitFor();

  await manager.page.getByRole('button', { name: 'Revert' }).click();
  await manager.page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Revert /u })
    .click();

  const told = agent.page.getByText(/^Reverted: [\d,]+ contacts returned\.$/u).first();
  await told.waitFor();
  expect(
    await manager.page
      .getByText(/^Reverted: /u)
      .first()
      .textContent(),
  ).toBe(await told.textContent());
  expect([...agent.faults, ...manager.faults]).toEqual([]);
  await Promise.all([agent.close(), manager.close()]);
});
