import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openBrowser, openTab, signInAs } from '../_e2e/browser.ts';
import { docx, photo } from './sample-files.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** Opens the files of the second contact, who has none yet. */
async function openFiles(page: Page): Promise<void> {
  await signInAs(page, 'agent');
  await page.goto('/contacts');
  await page.locator('tbody tr a').nth(1).click();
  await page.getByRole('tab', { name: /^Files/ }).click();
  await page.locator('.files').waitFor();
}

const names = (page: Page) => page.locator('.file-row .record-name').allTextContents();

test('files come by the button and by a drop, are looked at by keys, deleted and brought back', async () => {
  const { page, close } = await openTab(browser, inject('appUrl'));
  await openFiles(page);

  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload files' }).click();
  await (await chooser).setFiles([
    { name: 'front.png', mimeType: 'image/png', buffer: await photo('png') },
    { name: 'letter.docx', mimeType: '', buffer: await docx() },
  ]);
  await page.getByRole('button', { name: 'front.png', exact: true }).waitFor();
  await page.getByRole('button', { name: 'letter.docx', exact: true }).waitFor();

  const dropped = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File(['What she said'], 'call.txt'));
    data.items.add(new File(['<svg/>'], 'trap.svg'));
    return data;
  });
  await page.dispatchEvent('.files', 'drop', { dataTransfer: dropped });
  await page.getByText('SVG images can contain scripts. Save it as PNG.').waitFor();
  await page.getByRole('button', { name: 'Remove trap.svg' }).click();
  await page.getByRole('button', { name: 'call.txt', exact: true }).waitFor();
  expect((await names(page)).toSorted()).toEqual(['call.txt', 'front.png', 'letter.docx']);

  await page.getByRole('button', { name: 'call.txt', exact: true }).press('Enter');
  await page.getByText('What she said').waitFor();
  const order = await names(page);
  await page.getByRole('button', { name: 'Next file' }).focus();
  await page.keyboard.press('ArrowRight');
  await page
    .getByRole('dialog')
    .getByRole('heading', { name: order[1] ?? '' })
    .waitFor();
  await page.keyboard.press('ArrowRight');
  await page
    .getByRole('dialog')
    .getByRole('heading', { name: order[2] ?? '' })
    .waitFor();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'front.png', exact: true }).click();
  const drawn = page.locator('.file-stage img');
  await drawn.waitFor();
  await expect.poll(() => drawn.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(60);
  await page.keyboard.press('Escape');

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download letter.docx' }).click();
  expect((await download).suggestedFilename()).toBe('letter.docx');

  await page.getByRole('button', { name: 'Delete call.txt' }).click();
  await page.getByText('File deleted').waitFor();
  await expect.poll(async () => (await names(page)).toSorted()).toEqual(['front.png', 'letter.docx']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'call.txt', exact: true }).waitFor();
  await close();
});

test('an upload that loses its connection is retried, and exists once', async () => {
  const { page, close } = await openTab(browser, inject('appUrl'));
  await openFiles(page);
  let cut = 0;
  await page.route('**/v1/contacts/*/files', async (route) => {
    if (route.request().method() !== 'POST' || cut > 0) return route.fallback();
    cut += 1;
    // The server has it; its answer never comes.
    await route.fetch();
    return route.abort();
  });

  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload files' }).click();
  await (await chooser).setFiles([{ name: 'once.txt', mimeType: 'text/plain', buffer: Buffer.from('once') }]);
  await page.getByText('Connection lost. Try again. The file is uploaded only once.').waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.locator('.file-upload').waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'once.txt', exact: true }).first().waitFor();
  expect((await names(page)).filter((name) => name === 'once.txt')).toEqual(['once.txt']);
  await close();
});
