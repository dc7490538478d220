import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { eachPath } from '../_walk/each-path.ts';
import type { PagePath } from '../_walk/page-path.ts';

let page: Page;
let path: PagePath;
eachPath({ as: 'agent', of: 'bulk' }, (opened) => {
  ({ page, path } = opened);
});

const button = (name: RegExp | string) => page.getByRole('button', { name });
const dialog = () => page.getByRole('dialog');
const step = (does: string, act: () => Promise<unknown>) => path.step(does, page, act);
const text = (of: RegExp) => page.getByText(of).first();
/** The number in a text that shows. */
const numberIn = async (of: RegExp): Promise<number> => {
  const [, found = ''] = of.exec((await text(of).textContent()) ?? '') ?? [];
  return Number(found.replaceAll(',', ''));
};
const selectPage = () => page.getByLabel('Select all on this page').check();

/** Opens the page of the job, from the banner while it runs or from the message at its end. */
async function openJob(): Promise<void> {
  await page.locator('.banner a, .toast button').filter({ hasText: 'Open' }).first().click();
  await page.waitForURL(/\/contacts\/bulk\/\d+$/u);
}

describe('a change of all own contacts', () => {
  test('is counted, done by a job, read again after a reload, and undone', async () => {
    await step('selects everybody in the list', async () => {
      await page.goto('/contacts?contact_group=mine');
      await selectPage();
      await button(/^Select all [\d,]+ in /u).click();
      await text(/^[\d,]+ selected: /u).waitFor();
    });
    const total = await numberIn(/^([\d,]+) selected: /u);
    // More than a request changes by itself. The manager's 41,660 took half a minute beside other tests.
    expect(total).toBeGreaterThan(1_000);

    await step('opens the tags', async () => {
      await button('Tags').click();
      await dialog().getByRole('checkbox').first().waitFor();
    });
    await step('chooses a tag: it is counted what that comes to', async () => {
      await dialog().locator('.bulk-tags label').first().click();
      await text(/^[\d,]+ contacts get the tag /u).waitFor();
    });
    const changed = await numberIn(/^([\d,]+) contacts get the tag /u);
    expect(changed).toBeGreaterThan(200);
    expect(changed).toBeLessThanOrEqual(total);

    await step('takes the tag away instead: it is counted anew', async () => {
      await dialog().getByLabel('Action').selectOption({ label: 'Remove these tags' });
      await text(/^([\d,]+ contacts lose the tag |No contacts would change)/u).waitFor();
    });
    await step('adds it after all', async () => {
      await dialog().getByLabel('Action').selectOption({ label: 'Add these tags' });
      await text(/^[\d,]+ contacts get the tag /u).waitFor();
    });
    await step('confirms', async () => {
      await button(/^Change [\d,]+$/u).click();
      await dialog().waitFor({ state: 'detached' });
    });
    await step('opens the job, which ends', async () => {
      await openJob();
      await text(/^[\d,]+ contacts got the tag/u).waitFor();
    });
    expect(await numberIn(/^([\d,]+) contacts got the tag/u)).toBe(changed);

    await step('finds it done after a reload', async () => {
      await page.reload();
      await text(/^[\d,]+ contacts got the tag/u).waitFor();
    });
    await step('undoes it: everybody is as before', async () => {
      await button('Undo').click();
      await text(/^Undone: /u).waitFor();
    });
    expect(await numberIn(/^Undone: ([\d,]+) contacts reverted/u)).toBe(changed);
  });
});

describe('a change of the last hundred', () => {
  test('is done at once, and its message undoes it', async () => {
    await step('selects the last hundred', async () => {
      await page.goto('/contacts?contact_group=mine');
      await selectPage();
      await button('More').last().click();
      await page.getByRole('menuitem', { name: 'First or last contacts…' }).click();
      await dialog().getByLabel('From').selectOption('last');
      await button('Select 100 contacts').click();
      await text(/^100 selected/u).waitFor();
    });
    // Contacts that another walk has just imported have none to lose.
    await step('gives them a tag in place of theirs', async () => {
      await button('Tags').click();
      await dialog().getByLabel('Action').selectOption({ label: 'Replace all tags with these' });
      await dialog().locator('.bulk-tags label').first().click();
      await button(/^Change [\d,]+$/u).click();
      await dialog().waitFor({ state: 'detached' });
      await text(/^[\d,]+ contacts got .+ in place of all tags/u).waitFor();
    });
    await step('undoes it', async () => {
      await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
      await text(/^Undone: [\d,]+ contacts reverted/u).waitFor();
    });
  });
});
