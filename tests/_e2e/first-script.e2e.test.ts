import { gzipSync } from 'node:zlib';
import type { Browser, Response } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openBrowser, openTab, signInAs } from './browser.ts';

/** KB of script, each file as gzip sends it, until the contact list is there. Source: the promise of `bench:web`. */
const LIMIT_KB = 230;

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

test('the contact list needs little script until it is there', async () => {
  const { context, page, close } = await openTab(browser, inject('appUrl'));
  await signInAs(page, 'agent');
  const fresh = await context.newPage();
  const scripts: Response[] = [];
  fresh.on('response', (response) => {
    if (new URL(response.url()).pathname.endsWith('.js')) scripts.push(response);
  });

  await fresh.goto('/contacts');
  await fresh.locator('tr[data-contact]').first().waitFor();
  const asked = [...scripts];
  const bodies = await Promise.all(asked.map((response) => response.body()));
  await close();

  expect(asked.length).toBeGreaterThan(1);
  expect(bodies.reduce((sum, body) => sum + gzipSync(body).byteLength, 0) / 1_000).toBeLessThanOrEqual(LIMIT_KB);
});
