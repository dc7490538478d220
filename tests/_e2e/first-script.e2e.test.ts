import { gzipSync } from 'node:zlib';
import type { Browser, Response } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openBrowser, openTab, signInAs } from './browser.ts';

/** KB of script and of lists of scripts, each file as gzip sends it, until the contact list is there. Source: the promise of `bench:web`. */
const LIMIT_KB = 200;

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

test('the contact list needs little script', async () => {
  const { context, page, close } = await openTab(browser, inject('appUrl'));
  await signInAs(page, 'agent');
  const fresh = await context.newPage();
  await fresh.addInitScript(markList);
  const scripts: Response[] = [];
  fresh.on('response', (response) => {
    if (/\.(js|json)$/u.test(new URL(response.url()).pathname)) scripts.push(response);
  });

  await fresh.goto('/contacts');
  await expect.poll(() => fresh.evaluate(askedBefore), { timeout: 30_000 }).not.toEqual([]);
  const asked = await fresh.evaluate(askedBefore);
  const needed = scripts.filter((response) => asked.includes(response.url()));
  const bodies = await Promise.all(needed.map((response) => response.body()));
  await close();

  expect(needed.length).toBeGreaterThan(1);
  expect(bodies.reduce((sum, body) => sum + gzipSync(body).byteLength, 0) / 1_000).toBeLessThanOrEqual(LIMIT_KB);
});

/** Runs in the page: notes when the list is there. What comes behind it begins right after. */
function markList(): void {
  const watch = new MutationObserver(() => {
    if (document.querySelector('tr[data-contact]') === null) return;
    performance.mark('list');
    watch.disconnect();
  });
  watch.observe(document, { childList: true, subtree: true });
}

/** Runs in the page: its requests until the list was ready; nothing before that. */
function askedBefore(): string[] {
  const [list] = performance.getEntriesByName('list');
  if (list === undefined) return [];
  return performance
    .getEntriesByType('resource')
    .filter(({ startTime }) => startTime <= list.startTime)
    .map(({ name }) => name);
}
