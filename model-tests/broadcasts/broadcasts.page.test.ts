import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { eachPath } from '../_walk/each-path.ts';
import type { PagePath } from '../_walk/page-path.ts';

let page: Page;
let path: PagePath;
eachPath({ as: 'agent', of: 'broadcast' }, (opened) => {
  ({ page, path } = opened);
});

const button = (name: RegExp | string) => page.getByRole('button', { name });
const step = (does: string, act: () => Promise<unknown>) => path.step(does, page, act);
const text = (of: RegExp) => page.getByText(of).first();
const saved = () => page.getByText('Draft saved').waitFor();
const numberOf = (words: string | null): number => Number((words ?? '').replaceAll(/[^\d]/gu, ''));
/** Numbers of the sum of a page. */
const numbers = async (of: string): Promise<readonly number[]> =>
  (await page.locator(of).allTextContents()).map(numberOf);

describe('a text to all own contacts', () => {
  test('is narrowed to who may get it, written, checked, scheduled, taken back, sent, paused and stopped', async () => {
    await step('begins from the selection in the list', async () => {
      await page.goto('/contacts');
      await page.getByLabel('Select all on this page').check();
      await button(/^Select all [\d,]+ in /u).click();
      await page.getByRole('toolbar').getByRole('button', { name: 'More' }).click();
      await page.getByRole('menuitem', { name: 'Text…' }).click();
      await page.waitForURL(/\/broadcasts\/\d+\/audience$/u);
      await text(/^[\d,]+ people will get it$/u).waitFor();
    });
    const [matched = 0, ...others] = await numbers('.items .n');
    const recipients = others.at(-1) ?? 0;
    expect(recipients).toBeGreaterThan(20);
    expect(others.slice(0, -1).reduce((left, count) => left - count, matched)).toBe(recipients);

    await step('opens who opted out', async () => {
      await button('Open Opted out of texts').click();
      await page.getByRole('heading', { name: 'Opted out of texts' }).waitFor();
      await page.locator('.people tbody tr').first().waitFor();
    });
    const held = (await page.locator('.people tbody a').first().textContent()) ?? '';
    await step('asks whether somebody is in it', async () => {
      await page.getByLabel('Name, number or e-mail').fill(held);
      await page.getByText(`${held} is held back`).first().waitFor();
    });
    await step('names it', async () => {
      await page.getByLabel('Name', { exact: true }).fill('Enrollment reminder');
      await page.getByRole('heading', { name: 'Enrollment reminder' }).waitFor();
    });
    await step('writes the text, which is saved though the step is left at once', async () => {
      await page.getByRole('link', { name: 'Continue' }).click();
      await page.getByLabel('Text of the broadcast').fill('Hi {{ first_name }}, enrollment ends 12/07. {{ my_name }}');
      await page.getByRole('link', { name: 'Audience' }).click();
      await saved();
    });
    await step('finds it after a reload, as a real person reads it', async () => {
      await page.getByRole('link', { name: 'Continue' }).click();
      await page.reload();
      await page
        .locator('.handset-text', { hasText: /^Hi \S+, enrollment ends .+Reply STOP to opt out\.$/su })
        .waitFor();
    });
    const first = await page.locator('.preview .med').first().textContent();
    await step('reads the next person’s', async () => {
      await button('Next person').click();
      await page.getByText(/^2 of /u).waitFor();
    });
    expect(await page.locator('.preview .med').first().textContent()).not.toBe(first);

    await step('has to choose a time before anything goes', async () => {
      await page.getByRole('link', { name: 'Continue' }).click();
      await text(/nothing was sent$/u).waitFor();
      expect(await button(/^Send [\d,]+ texts/u).getAttribute('title')).toBe('Choose when to send it');
    });
    await step('chooses the same hour for everyone: the dry run says when that is', async () => {
      await page.getByLabel('At the same hour for everyone, in their own time zone').check();
      await page
        .locator('table')
        .getByText(/^Tomorrow 1\d:\d\d [AP]M/u)
        .first()
        .waitFor();
    });
    await step('schedules the number on the button', async () => {
      await button(`Schedule ${recipients.toLocaleString('en-US')} texts`).click();
      await page.waitForURL(/\/broadcasts\/\d+$/u);
      await text(/^Scheduled$/u).waitFor();
    });
    await step('takes it back to the draft', async () => {
      await button('Edit draft').click();
      await page.waitForURL(/\/audience$/u);
    });
    await step('sends it now', async () => {
      await page.goto(page.url().replace('audience', 'check'));
      await page.getByLabel('Now').check();
      await button(`Send ${recipients.toLocaleString('en-US')} texts now`).click();
      await page.waitForURL(/\/broadcasts\/\d+$/u);
      await button('Pause').waitFor();
    });
    await step('pauses it', async () => {
      await button('Pause').click();
      await button('Resume').waitFor();
    });
    await step('finds it paused in the list', async () => {
      await page.getByRole('link', { name: 'Broadcasts' }).first().click();
      await page
        .getByRole('row', { name: /Enrollment reminder/u })
        .getByText('Paused')
        .waitFor();
      await page.getByRole('link', { name: 'Enrollment reminder' }).click();
      await button('Resume').waitFor();
    });
    await step('resumes it and stops it for good', async () => {
      await button('Resume').click();
      await button('Stop sending').click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Stop sending' }).click();
      await text(/^Enrollment reminder (stopped|is complete): /u).waitFor();
    });
    const sum = await numbers('.sum dd');
    expect(sum.slice(0, 4).reduce((all, count) => all + count, 0)).toBe(sum[4]);
    expect(sum.slice(4).reduce((all, count) => all + count, 0)).toBe(recipients);
  }, 240_000);
});
