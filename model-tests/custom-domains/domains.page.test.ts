import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { eachPath } from '../_walk/each-path.ts';
import type { PagePath } from '../_walk/page-path.ts';

let page: Page;
let path: PagePath;
eachPath({ as: 'admin', of: 'domains' }, (opened) => {
  ({ page, path } = opened);
});

const DOMAINS = '**/v1/custom_domains';
const LIVE = 'www.meridianplans.example';
const PARKED = 'plans.gulfcoastsenior.example';
const NEW = 'plans.lakeshore.example';

const button = (name: RegExp | string) => page.getByRole('button', { name });
const tab = (name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`, 'u') });
const says = (text: RegExp | string) => page.getByText(text).first().waitFor();
const step = (does: string, act: () => Promise<unknown>) => path.step(does, page, act);

test('domains are read, checked with the fault by name, added, removed and taken back, past lost answers', async () => {
  await step('opens the page, and the server does not answer', async () => {
    await page.route(DOMAINS, (route) => route.fulfill({ status: 503, body: '' }));
    await page.goto('/admin/custom-domains');
    await says("Couldn't load the domains");
  });
  await step('tries again', async () => {
    await page.unroute(DOMAINS);
    await button('Try again').click();
    await tab(LIVE).waitFor();
  });
  await step('checks the one that is right', async () => {
    await tab(LIVE).click();
    await button('Check now').click();
    await says(`${LIVE} is live`);
  });
  await step('checks the one that points to an old website', async () => {
    await tab(PARKED).click();
    await button('Check now').click();
    await says(`${PARKED} points somewhere else`);
    await says('parked.hostfast.example');
  });
  await step('checks it again, and the answer is lost', async () => {
    await page.route(
      '**/v1/custom_domains/*/verify',
      async (route) => {
        await route.fetch();
        await route.abort('connectionreset');
      },
      { times: 1 },
    );
    await button('Check now').click();
    await page.getByRole('alert').waitFor();
  });
  await step('checks it once more', async () => {
    await button('Check now').click();
    await page.getByRole('alert').waitFor({ state: 'detached' });
  });
  await step('adds a domain', async () => {
    await button('Add a domain').click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Domain' }).fill(NEW);
    await page.getByRole('dialog').getByRole('button', { name: 'Add domain' }).click();
    await tab(NEW).waitFor();
    expect(await tab(NEW).getAttribute('aria-selected')).toBe('true');
  });
  await step('checks it: it has no records', async () => {
    await button('Check now').click();
    await says(/(?:is missing|exist)$/u);
  });
  await step('removes it', async () => {
    await button(`Remove ${NEW}`).click();
    await tab(NEW).waitFor({ state: 'detached' });
  });
  await step('takes that back', async () => {
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
    await tab(NEW).waitFor();
  });
  await step('removes it for good, and finds it so after a reload', async () => {
    await tab(NEW).click();
    await button(`Remove ${NEW}`).click();
    await tab(NEW).waitFor({ state: 'detached' });
    await page.reload();
    await tab(PARKED).waitFor();
    expect(await tab(NEW).count()).toBe(0);
  });
}, 240_000);
