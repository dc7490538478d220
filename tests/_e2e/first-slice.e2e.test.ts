import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contactFile } from '../../server/features/demo/contact-file.ts';
import { openBrowser, openTab, signInAs } from './browser.ts';
import { type RunningApp, startApp } from './running-app.ts';

const ROWS = 20_000;

/** Milliseconds in which the import must be over after the restart. Ours: a dead worker is found within 15 s. */
const DONE_MS = 90_000;

let browser: Browser;
let app: RunningApp;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bw-slice-'));
  writeFileSync(join(folder, 'leads.csv'), [...contactFile({ rows: ROWS, seed: 7 })].join(''));
  app = await startApp({ dataDir: join(folder, 'data'), port: 0 });
  browser = await openBrowser();
});

afterAll(async () => {
  await browser?.close();
  await app?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const numberIn = (text: string | null) => Number((text ?? '').replaceAll(/\D/g, ''));

/** The four outcomes as the page shows them. */
async function sumOf(page: Page): Promise<Record<string, number>> {
  const attempt = await page.evaluate(async () => {
    const id = location.pathname.split('/').at(-1);
    const answer = await fetch(`/v1/contacts/import_attempts/${id}/read`);
    return (await answer.json()) as { data: { counts: Record<string, number>; done_rows: number; total_rows: number } };
  });
  return { ...attempt.data.counts, done: attempt.data.done_rows, total: attempt.data.total_rows };
}

/** The size of the agent's own group, once the page has been told it. */
const contactsOf = async (page: Page) => {
  await page.goto('/contacts');
  return numberIn(await page.getByRole('tab', { name: /^Mine\s*\d/u }).textContent());
};

test('an import continues on its own after everything was killed, under the supervisor', async () => {
  const agent = await openTab(browser, app.url);
  const manager = await openTab(browser, app.url);
  await signInAs(agent.page, 'agent');
  await signInAs(manager.page, 'manager');
  const before = await contactsOf(agent.page);

  await manager.page.goto('/live');
  await agent.page.goto('/imports/new');
  await agent.page.locator('input[type=file]').setInputFiles(join(folder, 'leads.csv'));
  await agent.page.getByRole('button', { name: 'Check the file' }).click();
  await agent.page.getByRole('button', { name: /^Import /u }).click();
  const watched = manager.page.getByRole('region', { name: /^Running/u }).getByText('leads.csv');
  await watched.waitFor();
  await agent.page.getByRole('progressbar', { name: 'Rows done' }).waitFor();
  await agent.page.waitForFunction(
    () => Number(document.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow')) > 0,
  );
  const { port } = new URL(app.url);
  await app.killAll();

  app = await startApp({ dataDir: join(folder, 'data'), port: Number(port) });
  await manager.page
    .getByRole('region', { name: /^Finished/u })
    .getByText('leads.csv')
    .waitFor({ timeout: DONE_MS });
  await agent.page.getByText('Done', { exact: true }).first().waitFor({ timeout: DONE_MS });

  const sum = await sumOf(agent.page);
  expect(sum['total']).toBe(ROWS);
  expect((sum['created'] ?? 0) + (sum['updated'] ?? 0) + (sum['skipped'] ?? 0) + (sum['problems'] ?? 0)).toBe(ROWS);
  expect(await contactsOf(agent.page)).toBe(before + (sum['created'] ?? 0));
  expect([...agent.faults, ...manager.faults].filter((fault) => !/WebSocket|ERR_CONNECTION/u.test(fault))).toEqual([]);
}, 240_000);
