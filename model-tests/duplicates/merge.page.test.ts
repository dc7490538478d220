import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Tab } from '../../tests/_e2e/browser.ts';
import { eachPath } from '../_walk/each-path.ts';
import type { PagePath } from '../_walk/page-path.ts';

let tab: Tab;
let page: Page;
let path: PagePath;
eachPath({ as: 'admin', of: 'merge' }, (opened) => {
  ({ tab, page, path } = opened);
});

const button = (name: RegExp | string) => page.getByRole('button', { name });
const dialog = () => page.getByRole('dialog');
const toast = (text: RegExp) => page.locator('.toast', { hasText: text });
const text = (of: RegExp | string) => page.getByText(of).first();
const step = (does: string, act: () => Promise<unknown>) => path.step(does, page, act);
const LIST = '/contacts?q=Quillfeather';
const MERGE_CALLS = '**/v1/contacts/merge';

/** A contact of this name and telephone, as far as the button that makes it. */
async function write(first: string, city: string): Promise<void> {
  await page.goto(LIST);
  await button(/^New/u).first().click();
  await dialog().getByLabel('First name').fill(first);
  await dialog().getByLabel('Last name').fill('Quillfeather');
  await dialog().getByLabel('Phone').fill('210-555-0177');
  await dialog().getByLabel('City').fill(city);
}

async function create(): Promise<string> {
  await dialog()
    .getByRole('button', { name: /^Create/u })
    .click();
  await page.locator('.contact-who').waitFor();
  return new URL(page.url()).pathname;
}

async function changeCity(where: Page, city: string): Promise<void> {
  await where.getByRole('button', { name: /^Edit City/u }).click();
  await where.getByRole('textbox', { name: 'City' }).fill(city);
  const saved = where.waitForResponse((answer) => /\/v1\/contacts\/\d+$/u.test(answer.url()) && answer.ok());
  await where.getByRole('textbox', { name: 'City' }).press('Enter');
  await saved;
}

test('two contacts become one past a change of somebody else and a lost answer, and are taken apart again', async () => {
  const addresses: string[] = [];
  await step('makes a contact', async () => {
    await write('Zelda', 'Austin');
    addresses.push(await create());
  });
  await step('makes her again: it looks like her', async () => {
    await write('Zelda', 'Dallas');
    await dialog()
      .getByText(/^Looks like Zelda Quillfeather, Austin \(same name, same phone\)/u)
      .waitFor();
    addresses.push(await create());
  });
  const [first = '', second = ''] = addresses;

  await step('chooses both in the list and merges', async () => {
    await page.goto(LIST);
    await page.locator('tbody tr a').nth(1).waitFor();
    await page.getByLabel('Select all on this page').check();
    await button('More').last().click();
    await page.getByRole('menuitem', { name: 'Merge…' }).click();
    await page.getByRole('radio', { name: /^City: Dallas, from Zelda/u }).waitFor();
  });
  await step('keeps the second, which is previewed anew', async () => {
    await page.getByRole('radio', { name: `Keep: Zelda Quillfeather (${second.split('/').at(-1)})` }).check();
    await page.locator('.merge-after', { hasText: 'CityDallas' }).waitFor();
  });
  await step('takes the city of the first', async () => {
    await page.getByRole('radio', { name: /^City: Austin, from Zelda/u }).check();
    await page.locator('.merge-after', { hasText: 'CityAustin' }).waitFor();
  });
  const other = await tab.context.newPage();
  await other.goto(first);
  await changeCity(other, 'Waco');
  await other.close();
  await step('merges, but somebody has changed one: it shows how they are now', async () => {
    await button('Merge 2 contacts').click();
    await text('Someone else changed: city').waitFor();
    await page.locator('.merge-after', { hasText: 'CityWaco' }).waitFor();
  });
  await step('merges what is shown, but the answer is lost', async () => {
    await page.route(MERGE_CALLS, async (call) => {
      await call.fetch();
      await call.abort();
    });
    await button('Merge 2 contacts').click();
    await text(/^Can.t reach the server/u).waitFor();
    await page.unroute(MERGE_CALLS);
  });
  await step('merges again: it is told of the merge that was done', async () => {
    await button('Merge 2 contacts').click();
    await toast(/^Zelda Quillfeather \(\d+\) merged into Zelda Quillfeather \(\d+\)/u).waitFor();
  });
  await step('comes back to a list with one of them', async () => {
    await page.waitForURL(/q=Quillfeather/u);
    await expect.poll(() => page.locator('tbody tr a').count()).toBe(1);
  });
  await step('is led from the one to the other', async () => {
    await page.goto(first);
    await page.waitForURL(new RegExp(`${second}$`, 'u'));
    await page.locator('.contact-who').waitFor();
  });
  await changeCity(page, 'Tyler');
  await step('takes them apart: the city that has changed since stays', async () => {
    await button(/^Unmerge: Zelda Quillfeather/u).click();
    await dialog().getByRole('button', { name: 'Unmerge' }).click();
    await dialog().locator('.merge-kept').waitFor();
    await dialog().getByRole('button', { name: 'Done' }).click();
  });
  await step('has two contacts again', async () => {
    await page.goto(LIST);
    await expect.poll(() => page.locator('tbody tr a').count()).toBe(2);
  });
  await step('opens a merge with somebody who is not there', async () => {
    await page.goto('/contacts/merge?ids=1,99999999');
    await text('Nothing was merged.').waitFor();
    await button('Try again').click();
    await text('Nothing was merged.').waitFor();
  });
});
