import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { contactFile } from '../../server/features/demo/contact-file.ts';
import { makeWorkbook } from '../../tests/imports/workbook-maker.ts';
import { eachPath } from '../_walk/each-path.ts';
import type { PagePath } from '../_walk/page-path.ts';

let page: Page;
let path: PagePath;
eachPath({ as: 'manager', of: 'import' }, (opened) => {
  ({ page, path } = opened);
});

const button = (name: RegExp | string) => page.getByRole('button', { name });
const press = (name: RegExp | string) => button(name).click();
const cell = (name: string) => page.getByRole('gridcell', { name: new RegExp(`^${name}:`, 'u') });
const step = (does: string, act: () => Promise<unknown>) => path.step(does, page, act);
const ended = () => page.getByText('Done', { exact: true }).first().waitFor();
/** A file whose people occur in no other test. */
const file = (name: string, lines: readonly string[]) => ({
  name: `${name}.csv`,
  mimeType: 'text/csv',
  buffer: Buffer.from(['Name,Phone,Wave', ...lines].join('\n')),
});

async function choose(chosen: ReturnType<typeof file>): Promise<void> {
  await page.goto('/imports/new');
  await page.locator('input[type=file]').setInputFiles(chosen);
  await button('Check the file').waitFor();
}

describe('the wizard', () => {
  test('leads from a file with faults to an import without any, and back', async () => {
    const people = file('wizard', ['Wiz Ardone,512-555-0161,A', 'Wiz Ardtwo,512-555,A', 'Wiz Ardthree,nonsense,B']);
    await step('chooses a file', () => choose(people));
    await step('maps a column by hand', async () => {
      await page.getByLabel('Field for Wave').selectOption({ label: 'Source' });
      await page.getByText('Your choice').waitFor();
    });
    await step('keeps the settings', async () => {
      await page.getByLabel('Save these settings as').fill('Waves');
      await press('Save settings');
      await button('Use Waves').waitFor();
    });
    await step('has the file checked', async () => {
      await press('Check the file');
      await button('Import 3 rows').waitFor();
    });
    await step('goes back to the columns and checks again', async () => {
      await press('Back to columns');
      await press('Check the file');
      await button('Import 3 rows').waitFor();
    });
    await step('corrects a row by the keyboard', async () => {
      await cell('Phone of row 3').focus();
      await page.keyboard.press('Enter');
      await page.keyboard.press('Control+a');
      await page.keyboard.type('512-555-0162');
      await page.keyboard.press('Enter');
      await button('Import 3 rows').waitFor();
      await page.getByText('1 row corrected').waitFor();
    });
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
      'Phone of row 4: nonsense',
    );
    await step('finds it corrected after a reload', async () => {
      await page.reload();
      await page.locator('tr.is-good').waitFor();
      await cell('Phone of row 3').getByText('512-555-0162').waitFor();
    });
    await step('starts the import, which ends', async () => {
      await press('Import 3 rows');
      await ended();
    });
    await step('corrects the cell that is left and adds it to the contact', async () => {
      await press(/^Fix only/u);
      await cell('Phone of row 4').dblclick();
      await page.keyboard.press('Control+a');
      await page.keyboard.type('512-555-0163');
      await page.keyboard.press('Enter');
      await page.getByText('1 row corrected').waitFor();
      await press('Apply corrections');
      await button('Apply corrections').waitFor({ state: 'detached' });
    });
    await step('undoes it', async () => {
      await press('Undo import');
      await press('Undo 3');
      await page.getByText('Import undone').waitFor();
    });
  });

  test('takes saved settings over by itself, and scrubs against who is there', async () => {
    const first = file('first wave', ['Scrub Beone,512-555-0171,A']);
    await step('imports a first file and keeps its settings', async () => {
      await choose(first);
      await page.getByLabel('Field for Wave').selectOption({ label: 'Category' });
      await page.getByLabel('Exclude matches in').selectOption('mine');
      await page.getByLabel('Save these settings as').fill('Scrubbed waves');
      await press('Save settings');
      await button('Use Scrubbed waves').waitFor();
      await press('Check the file');
      await press('Import 1 row');
      await ended();
    });
    await step('chooses another file with the same headers', async () => {
      await choose(file('second wave', ['Scrub Beone,512-555-0171,A', 'Scrub Betwo,512-555-0172,B']));
      await page.getByText('Scrubbed waves applied').waitFor();
      expect(await page.getByLabel('Exclude matches in').inputValue()).toBe('mine');
    });
    await step('imports it: who is there already is left out', async () => {
      await press('Check the file');
      await press('Import 1 row');
      await ended();
      await page.getByText('Existing contact (scrub)').waitFor();
    });
  });
});

describe('a workbook', () => {
  const book = () =>
    makeWorkbook({
      sheets: [
        { name: 'Notes', rows: [['To do'], ['Call Ana'], [{ text: '#N/A', as: 'error' }]] },
        {
          name: 'Leads',
          rows: [
            ['Name', 'Phone'],
            ['Wiz Sheetone', '512-555-0181'],
            ['Wiz Sheettwo', '512-555-0182'],
          ],
        },
      ],
    });

  test('shows its sheets and what was found in it, and brings fresh leads', async () => {
    await step('chooses a workbook', async () => {
      await page.goto('/imports/new');
      const file = { name: 'book.xlsx', mimeType: '', buffer: await book() };
      await page.locator('input[type=file]').setInputFiles(file);
      await page.getByLabel('Field for Phone').waitFor();
    });
    await step('says that these are fresh leads', () => page.getByLabel('New leads').check());
    await step('chooses another sheet, and the list again', async () => {
      await page.getByLabel('Sheet', { exact: true }).selectOption({ label: 'Sheet Notes' });
      await page.getByText('Some cells contain Excel errors').waitFor();
      await page.getByLabel('Sheet', { exact: true }).selectOption({ label: 'Sheet Leads' });
      await page.getByLabel('Field for Phone').waitFor();
      expect(await page.getByLabel('New leads').isChecked()).toBe(true);
    });
    await step('imports it', async () => {
      await press('Check the file');
      await press('Import 2 rows');
      await ended();
    });
    await step('finds the tag on what was created', async () => {
      await page.goto('/contacts?q=Sheetone');
      await page
        .getByRole('row', { name: /Sheetone/u })
        .getByText('New', { exact: true })
        .waitFor();
    });
  });
});

describe('a running import', () => {
  test('is paused, survives a reload, goes on, is cancelled and undone', async () => {
    const rows = [...contactFile({ rows: 60_000, seed: 23 })].join('');
    await step('starts a long file', async () => {
      await page.goto('/imports/new');
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'long.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) });
      await press('Check the file');
      await press(/^Import [\d,]+ rows/u);
    });
    await step('pauses it once something is written', async () => {
      await page
        .locator('.job .big')
        .filter({ hasText: /^[1-9]/u })
        .waitFor();
      await page.getByRole('button', { name: 'Pause', exact: true }).click();
      await button('Resume').waitFor();
    });
    const done = await page.locator('.job .big').textContent();
    await step('finds it paused after a reload', async () => {
      await page.reload();
      await button('Resume').waitFor();
    });
    expect(await page.locator('.job .big').textContent()).toBe(done);
    await step('goes on and cancels it', async () => {
      await press('Resume');
      await press('Cancel import');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel import' }).click();
      await page.getByText('Canceled', { exact: true }).first().waitFor();
    });
    await step('undoes what was imported', async () => {
      await press('Undo import');
      await page.getByRole('alertdialog').getByRole('button', { name: /^Undo/u }).click();
      await page.getByText('Import undone').waitFor();
    });
  });
});
