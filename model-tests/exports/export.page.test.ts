import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { eachPath } from '../_walk/each-path.ts';
import type { PagePath } from '../_walk/page-path.ts';

let page: Page;
let path: PagePath;
eachPath({ as: 'manager', of: 'export' }, (opened) => {
  ({ page, path } = opened);
});

const dialog = () => page.getByRole('dialog');
const step = (does: string, act: () => Promise<unknown>) => path.step(does, page, act);
const text = (of: RegExp) => page.getByText(of).first();
/** The number of contacts in the title of the dialog. */
const counted = async (): Promise<number> => {
  const title = await dialog()
    .getByRole('heading', { name: /^Export [\d,]+ contacts$/u })
    .textContent();
  return Number((title ?? '').replaceAll(/\D/gu, ''));
};
const start = () => dialog().getByRole('button', { name: 'Export', exact: true });

describe('an export of all contacts', () => {
  test('is refused when others come meanwhile, is counted anew, arrives whole, and is known again', async () => {
    await step('opens it from the list: it is counted', async () => {
      await page.goto('/contacts?contact_group=all');
      await page.getByRole('button', { name: 'Export this list' }).click();
      await counted();
    });
    const before = await counted();
    expect(before).toBeGreaterThan(1_000);
    await step('chooses columns: a reason is due', async () => {
      await dialog().getByLabel('Birth date').check();
      await dialog().getByLabel('Columns').selectOption({ label: 'Addresses for letters' });
      await dialog().getByLabel('Purpose').fill('Letters of the agency');
    });
    await step('starts it after somebody was added: it is refused', async () => {
      await page.evaluate(async () => {
        const me = (await (await fetch('/v1/users/me')).json()) as { data: { id: number } };
        await fetch('/v1/contacts', {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-identity': `${me.data.id}:0` },
          body: JSON.stringify({ contact: { first_name: '=Late', last_name: 'Comer', city: 'Ñuñoa' } }),
        });
      });
      await start().click();
      await text(/^The list now has [\d,]+ contacts, not [\d,]+/u).waitFor();
      await text(/^Export failed: Conflict$/u).waitFor();
    });
    await step('counts anew', async () => {
      await dialog().getByRole('button', { name: 'Try again' }).click();
      await dialog()
        .getByRole('heading', { name: `Export ${(before + 1).toLocaleString('en-US')} contacts` })
        .waitFor();
    });
    const download = page.waitForEvent('download');
    await step('starts it again: the file arrives whole', async () => {
      await start().click();
      await text(/^Export complete: /u).waitFor();
    });

    const file = await (await download).path();
    const bytes = readFileSync(file);
    const lines = bytes.toString().trimEnd().split('\n');
    expect(lines[0]).toBe('\uFEFFFirst name,Last name,Address,City,State,ZIP code');
    expect(lines).toHaveLength(before + 2);
    expect(lines).toContain("'=Late,Comer,,Ñuñoa,,");

    await step('finds it among the exports', async () => {
      await dialog().getByRole('link', { name: 'exports' }).click();
      await page
        .getByRole('cell', { name: /Letters of the agency/u })
        .first()
        .waitFor();
    });
    const hash = createHash('sha256').update(bytes).digest('hex');
    expect(await page.locator('tbody code').first().getAttribute('title')).toBe(hash);
    const [name, mimeType] = ['kept.csv', 'text/csv'];
    const input = page.locator('input[type=file]');
    await step('compares the file', async () => {
      await input.setInputFiles({ name, mimeType, buffer: bytes });
      await text(/^kept\.csv is complete and unchanged/u).waitFor();
    });
    await step('compares a file that was changed', async () => {
      await input.setInputFiles({ name, mimeType, buffer: bytes.subarray(1) });
      await text(/^kept\.csv doesn.t match any of these exports/u).waitFor();
    });
  });
});
