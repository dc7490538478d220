import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, openTab, signInAs } from '../_e2e/browser.ts';
import { type RunningApp, startApp } from '../_e2e/running-app.ts';

const ROOT = join(import.meta.dirname, '../..');
const PROGRAM = join(ROOT, 'bin/demo-world.ts');

let browser: Browser;
let app: RunningApp;
let folder: string;

const settings = () => ({ ...process.env, APP_ENV: 'demo', DATA_DIR: join(folder, 'data') });

/** Output of `bin/demo-world`. */
async function demoWorld(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, ...args], { env: settings() });
  return stdout.trim();
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bw-demo-world-'));
  app = await startApp({ dataDir: join(folder, 'data'), port: 0 });
  browser = await openBrowser();
  // Ahead, so that a fault is a fault of the network alone.
  await demoWorld('bench', 'on');
});

afterAll(async () => {
  await browser?.close();
  await app?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const openFirstContact = async (page: Page) => {
  await page.goto('/contacts');
  await page.locator('tbody tr a').first().click();
  await page.getByPlaceholder('Write a note').waitFor();
};

const health = async () => {
  const answer = await fetch(`${app.url}/v1/health`);
  return { status: answer.status, body: (await answer.json()) as { code?: string; error?: string } };
};

async function untilHealthy(): Promise<void> {
  const isHealthy = () =>
    health().then(
      ({ status }) => status === 200,
      () => false,
    );
  while (!(await isHealthy())) await new Promise((done) => setTimeout(done, 50));
}

test('a session ends when the clock passes its time, in the page that is open', async () => {
  const { page, close } = await openTab(browser, app.url);
  await signInAs(page, 'agent');

  const moved = await demoWorld('clock', '+2', 'hours');
  // No click: the page navigates on its own, and a link of it may be gone before it is hit.
  await page.waitForURL(/\/login/u, { timeout: 60_000 });
  const shown = await demoWorld('clock');
  await demoWorld('clock', 'real');

  await close();
  expect([moved, shown]).toEqual([
    expect.stringMatching(/^The clock shows \w+ \w+ \d+ \d+ /u),
    expect.stringMatching(/, 2 h ahead$/u),
  ]);
});

test('a page in a blackhole says that it is stale, and a note written there arrives once', async () => {
  const { page, close } = await openTab(browser, app.url);
  await signInAs(page, 'agent');
  await openFirstContact(page);

  await demoWorld('blackhole', 'browser', '--for', '9');
  await page.getByPlaceholder('Write a note').fill('Written in the tunnel');
  await page.getByRole('button', { name: 'Save note' }).click();
  await page
    .getByText(/^Offline since/u)
    .first()
    .waitFor();
  await page.getByText('Live', { exact: true }).first().waitFor();
  // Saved text is no longer a draft.
  await page.getByText('Draft kept').waitFor({ state: 'detached' });
  await page.reload();
  await page.getByText('Written in the tunnel').first().waitFor();

  expect(await page.getByText('Written in the tunnel').count()).toBe(1);
  await close();
});

test('a server without its database says so in words, and is back by itself', async () => {
  await demoWorld('drop', 'database', '--for', '60');

  await expect.poll(health, { timeout: 30_000 }).toEqual({
    status: 503,
    body: expect.objectContaining({ code: 'unavailable', error: expect.any(String) }),
  });
  await demoWorld('heal');
  await untilHealthy();
});

test('a server that was killed comes back, and the status tells of it', async () => {
  await demoWorld('kill', 'web');

  await untilHealthy();

  expect(await demoWorld('status')).toMatch(/^web +running, process \d+, up \d+ s, started again \d+ times?$/mu);
});

test('what cannot be done is refused in a sentence, and ends with 1', async () => {
  const refused = (...args: string[]) =>
    demoWorld(...args).catch(({ code, stderr }: { code: number; stderr: string }) => [code, stderr.trim()]);

  expect([await refused('clock', 'tomorrow'), await refused('reset')]).toEqual([
    [1, expect.stringMatching(/^"tomorrow" isn't a time the clock can show. Use /u)],
    [1, 'A reset deletes everything. Confirm with --yes.'],
  ]);
});

test('admins break a line by a button, see what is left, and heal it', async () => {
  const { page, close } = await openTab(browser, app.url);
  await signInAs(page, 'admin');
  await page.goto('/admin/demo');

  await page.getByRole('button', { name: 'Delay' }).click();
  await page.getByText('500 ms late', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Restore now' }).click();
  await page.getByRole('button', { name: 'Restore now' }).waitFor({ state: 'detached' });

  expect(await page.getByText('healthy, can be broken').count()).toBe(2);
  await close();
});

test('admins reset the world with a button and a word; then all users sign in again', async () => {
  const { page, close } = await openTab(browser, app.url);
  await signInAs(page, 'admin');
  await page.goto('/admin/demo');

  await page.getByRole('button', { name: /^Reset demo world/u }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Type "reset"').fill('reset');
  await dialog.getByRole('button', { name: 'Reset demo world' }).click();
  await page.waitForURL(/\/login/u, { timeout: 110_000 });
  await signInAs(page, 'agent');
  await openFirstContact(page);

  expect(await page.getByText('Written in the tunnel').count()).toBe(0);
  await close();
});

test('a reset that is killed in its middle is completed by the next start', async () => {
  const reset = spawn(process.execPath, [PROGRAM, 'reset', '--yes'], {
    env: settings(),
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  for await (const line of createInterface(reset.stdout)) {
    if (line === 'Recreating the tables.') break;
  }
  const ended = once(reset, 'exit');
  await app.killAll();
  await ended;

  app = await startApp({ dataDir: join(folder, 'data'), port: 0 });
  const { page, close } = await openTab(browser, app.url);
  await signInAs(page, 'agent');
  await page.locator('tbody tr a').first().waitFor();

  await close();
});
