import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { eachPath } from '../_walk/each-path.ts';
import type { PagePath } from '../_walk/page-path.ts';

let page: Page;
let path: PagePath;
eachPath({ as: 'manager', of: 'transfer' }, (opened) => {
  ({ page, path } = opened);
});

const button = (name: RegExp | string) => page.getByRole('button', { name });
const dialog = () => page.getByRole('dialog');
const step = (does: string, act: () => Promise<unknown>) => path.step(does, page, act);
const text = (of: RegExp) => page.getByText(of).first();
const person = (name: string) => dialog().locator('.picker-person').filter({ hasText: name });
const countOf = async (of: RegExp): Promise<number> => {
  const [, found = ''] = of.exec((await text(of).textContent()) ?? '') ?? [];
  return Number(found.replaceAll(',', ''));
};

describe('a transfer of everybody below', () => {
  test('is counted as one chooses, moves them, gives one back and then the rest', async () => {
    await step('selects everybody in the list', async () => {
      await page.goto('/contacts?contact_group=downline');
      await page.getByLabel('Select all on this page').check();
      await button(/^Select all [\d,]+ in /u).click();
      await text(/^[\d,]+ selected: /u).waitFor();
    });
    await step('asks who gets them', async () => {
      await page.getByRole('toolbar').getByRole('button', { name: 'Transfer' }).click();
      await person('Calvin Osei').waitFor();
    });
    await step('chooses two: it is counted what that comes to', async () => {
      await person('Calvin Osei').click();
      await page.getByLabel('Search users').fill('priya');
      await person('Priya Raman').click();
      await text(/^[\d,]+ contacts will be transferred to Calvin Osei and Priya Raman, split evenly\.$/u).waitFor();
    });
    await step('takes one away: it is counted anew', async () => {
      await button('Remove Calvin Osei').click();
      await text(/^[\d,]+ contacts will be transferred to Priya Raman\.$/u).waitFor();
    });
    await step('writes a note', () => page.getByLabel('Note to new owner').fill('They expect your call.'));
    const moved = await countOf(/^([\d,]+) contacts will be transferred to Priya Raman\.$/u);
    expect(moved).toBeGreaterThan(1_000);
    await step('confirms what the button says', async () => {
      const answer = page.waitForResponse(/update_transfer_group/u);
      await button(`Transfer ${moved.toLocaleString('en-US')} contacts`).click();
      const { data } = (await (await answer).json()) as { data: { id: number } };
      await dialog().waitFor({ state: 'detached' });
      await page.goto(`/transfers/${data.id}`);
    });
    await step('watches it until it is complete', () => button('Revert').waitFor());
    expect(await countOf(/^([\d,]+) contacts transferred to Priya Raman/u)).toBe(moved);
    await step('finds it so after a reload', async () => {
      await page.reload();
      await button('Revert').waitFor();
      await text(/They expect your call\./u).waitFor();
    });
    await step('gives one contact back alone', async () => {
      await page.getByRole('tab', { name: /^Transferred/u }).click();
      await page
        .getByLabel(/^Select (?!all)/u)
        .first()
        .check();
      await button('Revert 1').click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Revert 1' }).click();
      await text(/^Partly reverted: 1 contact returned\.$/u).waitFor();
    });
    await step('gives back the rest', async () => {
      await button('Revert').click();
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: /^Revert /u })
        .click();
      // A job that met a lock of another comes back after its delay.
      await text(/^Reverted: /u).waitFor({ timeout: 90_000 });
    });
    expect(await countOf(/^Reverted: ([\d,]+) contacts returned\.$/u)).toBe(moved);
    await step('sees every one of them put back', async () => {
      await page.getByRole('tab', { name: /^Reverted/u }).click();
      await page
        .getByRole('tabpanel')
        .getByText(`1–50 of ${moved.toLocaleString('en-US')}`)
        .waitFor();
    });
  }, 240_000);
});
