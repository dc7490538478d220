import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { mergeMark } from '#rules/contacts/merge-fields.ts';
import { eachPath } from '../_walk/each-path.ts';
import type { PagePath } from '../_walk/page-path.ts';

let page: Page;
let path: PagePath;
eachPath({ as: 'agent', of: 'batch-print' }, (opened) => {
  ({ page, path } = opened);
});

const button = (name: RegExp | string) => page.getByRole('button', { name });
const step = (does: string, act: () => Promise<unknown>) => path.step(does, page, act);
const text = (of: RegExp | string) => page.getByText(of).first();

describe('letters to some contacts', () => {
  test('are written, printed, found again after a reload in the middle, and opened', async () => {
    await step('asks for a print of a page of contacts', async () => {
      await page.goto('/contacts');
      await page.getByLabel('Select all on this page').check();
      await button('More').last().click();
      await page.getByRole('menuitem', { name: 'Print…' }).click();
      await text('First label').waitFor();
    });
    await step('chooses a letter, whose first one shows', async () => {
      await page.getByLabel('Print type').selectOption('letters');
      await page.getByLabel('Letter', { exact: true }).selectOption({ label: 'Annual review' });
      await text(/^Dear [^{]+,\n\nA year has gone by/u).waitFor();
    });
    await step('writes a field that is not there: the fault is named', async () => {
      await page.getByLabel('Text', { exact: true }).fill('Dear {{ frist_name }},');
      await text('Unknown field "frist_name".').waitFor();
    });
    await step('inserts one that is', async () => {
      await page.getByLabel('Text', { exact: true }).fill('Dear ');
      await page.getByLabel('Text', { exact: true }).press('End');
      await page.getByLabel('Insert a field').selectOption({ label: 'Full name' });
      expect(await page.getByLabel('Text', { exact: true }).inputValue()).toBe(`Dear ${mergeMark('full_name')}`);
      await button(/^Print \d+ letters$/u).waitFor();
    });
    await step('prints, and loads the page anew at once', async () => {
      await button(/^Print \d+ letters$/u).click();
      await page.waitForURL(/\/prints\/[\w-]{22}$/u);
      await page.reload();
    });
    await step('finds it ready', async () => {
      await text(/^Letters for \d+ contacts are ready: \d+ pages/u).waitFor();
    });
    await step('opens the file', async () => {
      const href = (await page.getByRole('link', { name: 'Open PDF' }).getAttribute('href')) ?? '';
      const answer = await page.request.get(href);
      expect([answer.status(), (await answer.body()).subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
    });
    await step('finds it in the list of prints', async () => {
      await page.getByRole('link', { name: 'Print jobs' }).click();
      await page.locator('.work-list a').first().click();
      await page.getByRole('link', { name: 'Open PDF' }).waitFor();
    });
  });
});
