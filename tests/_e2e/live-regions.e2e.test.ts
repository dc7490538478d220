import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { contactFile } from '../../server/features/demo/contact-file.ts';
import { openBrowser, openTab, signInAs } from './browser.ts';
import { upload } from './visitors.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

interface Parsed {
  heard: string[];
}

/** Keeps what every polite region of the page says from now on, in order. */
const listen = (page: Page) =>
  page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(globalThis, { heard });
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const element = target instanceof Element ? target : target.parentElement;
        const region = element?.closest('output, [role=status], [role=alert], [aria-live=polite]');
        const text = region?.textContent?.trim();
        if (text && heard.at(-1) !== text) heard.push(text);
      }
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  });

const heardOn = (page: Page) => page.evaluate(() => (globalThis as unknown as Parsed).heard);

/** Sentences of a whole import of half a minute at most. Ours: more than one in two seconds is chatter. */
const MAX_SENTENCES = 15;

test('an import is announced in a few sentences, and the last ones give the result', async () => {
  const { page, close } = await openTab(browser, inject('appUrl'));
  await signInAs(page, 'manager');
  await upload(page, [...contactFile({ rows: 5_000, seed: 21 })].join(''));
  await page.getByRole('button', { name: 'Check the file' }).click();
  await page.getByRole('button', { name: /^Import \d/u }).waitFor();
  await listen(page);

  await page.getByRole('button', { name: /^Import \d/u }).click();
  await expect
    .poll(() => heardOn(page), { timeout: 60_000 })
    .toContainEqual(expect.stringMatching(/imported: [\d,]+ created/u));

  const heard = await heardOn(page);
  const progress = heard.filter((text) => /of 5,\d{3} rows|of 5,000 rows/u.test(text));
  expect(progress.at(-1)).toMatch(/^Done: /u);
  expect(progress.length).toBeLessThanOrEqual(MAX_SENTENCES);
  await close();
}, 120_000);

test('a lost and a restored connection are announced once each', async () => {
  const { page, context, close } = await openTab(browser, inject('appUrl'));
  await signInAs(page, 'agent');
  await page.locator('.fresh', { hasText: 'Live' }).waitFor();
  await listen(page);

  await context.setOffline(true);
  await expect.poll(() => heardOn(page), { timeout: 30_000 }).toContainEqual(expect.stringMatching(/^Offline since /u));
  await context.setOffline(false);
  await expect.poll(() => heardOn(page), { timeout: 30_000 }).toContain('Live');

  const heard = (await heardOn(page)).filter((text) => /^(Live|Offline|Catching up)/u.test(text));
  expect(heard.filter((text) => text !== 'Catching up')).toEqual([expect.stringMatching(/^Offline since /u), 'Live']);
  expect(heard.length).toBeLessThanOrEqual(4);
  await close();
});

test.each([
  ['contacts', '/contacts', 'lee', /^1–\d+ of \d+$/u],
  ['users', '/admin/users', 'whitfield', /^1–\d+ of \d+$/u],
])('a search of %s announces its count once, and that there are no results', async (name, path, who, found) => {
  const { page, close } = await openTab(browser, inject('appUrl'));
  await signInAs(page, 'manager');
  await page.goto(path);
  await page.locator('tbody tr a').first().waitFor();
  await expect.poll(() => page.locator('#page-name').textContent()).not.toBe('');
  // The line says once that it is there, on a busy computer after the list.
  await page.locator('.fresh', { hasText: 'Live' }).waitFor();
  await listen(page);

  await page.getByRole('searchbox').fill(who);
  await expect.poll(() => heardOn(page), { timeout: 5_000 }).toEqual([expect.stringMatching(found)]);
  await page.getByRole('searchbox').fill('zzqqzz');
  await expect
    .poll(() => heardOn(page), { timeout: 5_000 })
    .toEqual([expect.stringMatching(found), `No ${name} match`]);
  await close();
});
