import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { openBrowser, openTab, signInAs, type Tab } from './browser.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];
const WIDE = { width: 1440, height: 900 };
const NARROW = { width: 390, height: 844 };
/** CSS pixels at which nothing may stick out sideways. Ours: the narrowest phones in use; WCAG asks for 320 zoomed. */
const SLIM = { width: 360, height: 740 };

const LEADS = 'First name,Last name,Phone,Email\nAda,Reyes,512-555-0142,ada.reyes@example.com\nBo,Lund,12,bo@\n';

let browser: Browser;
let visitor: Tab;
let agent: Tab;
let manager: Tab;
let importUrl: string;

beforeAll(async () => {
  browser = await openBrowser();
  visitor = await openTab(browser, inject('appUrl'), WIDE);
  agent = await openTab(browser, inject('appUrl'), WIDE);
  manager = await openTab(browser, inject('appUrl'), WIDE);
  await Promise.all([signInAs(agent.page, 'agent'), signInAs(manager.page, 'manager')]);
  importUrl = await importLeads(agent.page);
});

afterAll(async () => {
  await browser?.close();
});

const upload = async (page: Page) => {
  await page.goto('/imports/new');
  const file = { name: 'leads.csv', mimeType: 'text/csv', buffer: Buffer.from(LEADS) };
  await page.locator('input[type=file]').setInputFiles(file);
};

async function importLeads(page: Page): Promise<string> {
  await upload(page);
  await page.getByRole('button', { name: 'Check the file' }).click();
  await page.getByRole('button', { name: /^Import /u }).click();
  await page.getByText('Done', { exact: true }).first().waitFor();
  return page.url();
}

/** A page to look at: how one gets there, and what shows that it is there. */
interface Place {
  readonly who: () => Page;
  readonly go: (page: Page) => Promise<unknown>;
}

const at = (path: string, shown: string, who: () => Page = () => agent.page): Place => ({
  who,
  go: async (page) => {
    await page.goto(path);
    await page.locator(shown).first().waitFor();
  },
});

const PLACES: Readonly<Record<string, Place>> = {
  contacts: at('/contacts', 'tbody tr a'),
  'nobody found': at('/contacts?q=zzqqzz', '.empty'),
  'some selected': {
    who: () => agent.page,
    go: async (page) => {
      await page.goto('/contacts');
      await page.locator('tbody tr a').first().waitFor();
      await page.keyboard.press('j');
      await page.keyboard.press('x');
      await page.getByRole('toolbar').waitFor();
    },
  },
  'the filter popover': {
    who: () => agent.page,
    go: async (page) => {
      await page.goto('/contacts');
      await page.getByRole('button', { name: 'Filter', exact: true }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  'a new contact': {
    who: () => agent.page,
    go: async (page) => {
      await page.goto('/contacts');
      await page.getByRole('button', { name: /^New/u }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  'a contact': {
    who: () => agent.page,
    go: async (page) => {
      await page.goto('/contacts');
      await page.locator('tbody tr a').first().click();
      await page.locator('.event').first().waitFor();
    },
  },
  imports: at('/imports', 'tbody tr'),
  'an upload': at('/imports/new', '.drop'),
  'the columns of a file': {
    who: () => agent.page,
    go: async (page) => {
      await upload(page);
      await page.getByRole('button', { name: 'Check the file' }).waitFor();
    },
  },
  'a finished import': {
    who: () => agent.page,
    go: async (page) => {
      await page.goto(importUrl);
      await page.getByText('Done', { exact: true }).first().waitFor();
    },
  },
  live: at('/live', '.stats', () => manager.page),
  outbox: at('/outbox', 'h1', () => manager.page),
  'no such page': at('/nowhere', '.empty'),
};

const PUBLIC = ['/login', '/contact-us', '/privacy-policy', '/terms-of-use'];

const dress = (page: Page, background: 'default' | 'dark') =>
  page.evaluate((name) => {
    document.documentElement.dataset['bg'] = name;
    // Colours are judged where a change of them has ended.
    for (const animation of document.getAnimations()) animation.finish();
  }, background);

/** Serious and critical findings, each with where it is. */
async function findings(page: Page, background: 'default' | 'dark'): Promise<string[]> {
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] });
  // Dark is the same document in other colours.
  const { violations } = await (background === 'dark'
    ? axe.withRules(['color-contrast'])
    : axe.withTags(TAGS)
  ).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary}`),
    );
}

async function findingsInEveryDress(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const size of [WIDE, NARROW]) {
    await page.setViewportSize(size);
    for (const background of ['default', 'dark'] as const) {
      await dress(page, background);
      found.push(...(await findings(page, background)).map((finding) => `${size.width} ${background} ${finding}`));
    }
  }
  return found;
}

/** By how much the page, or its main part, is wider than the screen. */
const sideways = (page: Page) =>
  page.evaluate(() =>
    Math.max(...[...document.querySelectorAll('html, main, .main')].map((part) => part.scrollWidth - part.clientWidth)),
  );

describe.each(Object.entries(PLACES))('%s', (_name, { who, go }) => {
  test('has nothing serious for axe, light and dark, wide and narrow, and nothing sticks out of a slim screen', async () => {
    const page = who();
    await page.setViewportSize(WIDE);
    await go(page);

    expect(await findingsInEveryDress(page)).toEqual([]);
    await page.setViewportSize(SLIM);
    expect(await sideways(page)).toBe(0);
  });
});

test.each(PUBLIC)('%s has nothing serious for axe, and nothing sticks out of a slim screen', async (path) => {
  const { page } = visitor;
  await page.setViewportSize(WIDE);
  await page.goto(path);
  await page.locator('h1').first().waitFor();

  expect(await findingsInEveryDress(page)).toEqual([]);
  await page.setViewportSize(SLIM);
  expect(await sideways(page)).toBe(0);
});
