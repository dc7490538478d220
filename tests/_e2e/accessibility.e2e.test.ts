import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import {
  callFrom,
  giveTwoFactor,
  signInByForm,
  type TwoFactorPerson,
} from '../../model-tests/session/two-factor-person.ts';
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
let admin: Tab;
let acting: Tab;
let newcomer: Tab;
let guarded: TwoFactorPerson;
let importUrl: string;

beforeAll(async () => {
  browser = await openBrowser();
  visitor = await openTab(browser, inject('appUrl'), WIDE);
  agent = await openTab(browser, inject('appUrl'), WIDE);
  manager = await openTab(browser, inject('appUrl'), WIDE);
  admin = await openTab(browser, inject('appUrl'), WIDE);
  await Promise.all([signInAs(agent.page, 'agent'), signInAs(manager.page, 'manager'), signInAs(admin.page, 'admin')]);
  importUrl = await importLeads(agent.page);
  guarded = await giveTwoFactor(browser, inject('appUrl'), 'sofia');
  newcomer = await openTab(browser, inject('appUrl'), WIDE);
  await newcomer.page.goto('/login');
  await signInByForm(newcomer.page, 'terrell');
  await newcomer.page.waitForURL(/\/contacts/u);
  acting = await openTab(browser, inject('appUrl'), WIDE);
  await signInAs(acting.page, 'manager');
  await actForAgent(acting.page);
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

async function actForAgent(page: Page): Promise<void> {
  const { data } = await callFrom<{ data: { id: number; username: string }[] }>(
    page,
    'GET',
    '/v1/admin/users?q=Whitfield',
  );
  const id = data.find(({ username }) => username === 'agent')?.id;
  const body = { login_type: 'login_as', reason: 'a page to look at' };
  await callFrom(page, 'POST', `/v1/admin/users/${id}/login`, body);
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
  features: at('/admin/features', 'tbody select', () => admin.page),
  'plan and features': at('/account/profile?tab=features', 'tbody tr'),
  people: at('/admin/users', 'tbody tr a', () => manager.page),
  'a person': {
    who: () => manager.page,
    go: async (page) => {
      await page.goto('/admin/users');
      await page.getByRole('link', { name: /Whitfield/u }).click();
      await page.getByRole('heading', { name: 'What happened' }).waitFor();
    },
  },
  'acting for somebody': {
    who: () => manager.page,
    go: async (page) => {
      await page.goto('/admin/users');
      await page.getByRole('button', { name: /^Log in as .* Whitfield/u }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  billing: at('/billing', '.billing .card'),
  'the plans': at('/billing/plan', '.plans'),
  'a review': at('/billing/review?plan=1', '.billing .facts'),
  'a card': at('/billing/update', '.card-form'),
  profile: at('/account/profile', 'form'),
  password: at('/account/profile?tab=password', 'input[type=password]'),
  'two-factor': at('/account/profile?tab=two_factor', '.card .btn.primary'),
  'two-factor being set up': {
    who: () => manager.page,
    go: async (page) => {
      await page.goto('/account/profile?tab=two_factor');
      await page.getByRole('button', { name: 'Set up two-factor' }).click();
      await page.getByLabel('Code from the app').waitFor();
    },
  },
  'display options': at('/account/profile?tab=display', '.swatches'),
  'API access': at('/account/profile?tab=api', '.empty'),
  'a new API key': {
    who: () => agent.page,
    go: async (page) => {
      await page.goto('/account/profile?tab=api');
      await page.getByRole('button', { name: 'New key' }).click();
      await page.getByRole('button', { name: 'Make the key' }).click();
      await page.getByRole('alert').waitFor();
    },
  },
  'own sessions': at('/account/profile?tab=sessions', '.settings-rows li'),
  'no such page': at('/nowhere', '.empty'),
  'the second step': {
    who: () => visitor.page,
    go: async (page) => {
      await page.goto('/login');
      await signInByForm(page, guarded.username);
      await page.getByLabel('Code', { exact: true }).waitFor();
    },
  },
  'the terms of use': {
    who: () => newcomer.page,
    go: async (page) => {
      await page.goto('/contacts');
      await page.getByRole('button', { name: 'Accept the terms' }).waitFor();
    },
  },
  'the menu of a person': {
    who: () => manager.page,
    go: async (page) => {
      await page.goto('/contacts');
      await page.getByRole('button', { name: /display options and sign out/u }).click();
      await page.getByRole('button', { name: 'Act for somebody…' }).waitFor();
    },
  },
  'a page while acting': {
    who: () => acting.page,
    go: async (page) => {
      await page.goto('/contacts');
      await page.getByRole('region', { name: 'Acting as somebody else' }).waitFor();
      await page.locator('tbody tr a').first().waitFor();
    },
  },
};

const PUBLIC = [
  '/login',
  '/login-app',
  '/reset-password',
  '/reset-password?token=t',
  '/api/auth/callback?error=access_denied',
  '/sso-logout',
  '/contact-us',
  '/privacy-policy',
  '/terms-of-use',
];

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
