import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { freshCode, giveTwoFactor } from '../../model-tests/session/two-factor-person.ts';
import { contactFile } from '../../server/features/demo/contact-file.ts';
import { DEMO_PASSWORD } from '../../server/features/demo/demo-people.ts';
import { openBrowser, openTab, type Tab } from './browser.ts';
import { Hands } from './hands.ts';

const NEW_PASSWORD = 'kestrel over quiet marsh 41';

let browser: Browser;
let tab: Tab;
let page: Page;
let hands: Hands;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());
beforeEach(async () => {
  tab = await openTab(browser, inject('appUrl'));
  page = tab.page;
  page.setDefaultTimeout(12_000);
  hands = new Hands(page);
});
afterEach(async () => {
  expect(tab.faults).toEqual([]);
  await tab.close();
});

async function signIn(username: string): Promise<void> {
  await page.goto('/login');
  await hands.isOn(/^Username$/u);
  await hands.type(username);
  await hands.tabTo(/^Password$/u);
  await hands.type(DEMO_PASSWORD);
  await hands.press('Enter');
}

async function signInToContacts(username: string): Promise<void> {
  await signIn(username);
  await page.waitForURL(/\/dashboard/u);
  await hands.isOn(/^the page$/u);
  await hands.press('g', 'c');
  await page.locator('main tbody tr a, main .empty').first().waitFor();
  await hands.isOn(/^the page$/u);
}

async function search(text: string): Promise<void> {
  await hands.press('/');
  await hands.isOn(/^Search/u);
  await hands.type(text);
  await hands.press('Enter');
  await page.waitForURL(new RegExp(`q=${text}`, 'u'));
  await expect.poll(async () => (await names()).every((name) => new RegExp(text, 'iu').test(name))).toBe(true);
  // Out of the field first: single keys are text in there.
  await hands.tabTo(/^Name$/u);
}

const names = () => page.locator('tbody tr a').allTextContents();

/** Opens the first row of the list and answers its name. */
async function openFirst(): Promise<string> {
  await hands.press('j');
  const [first = ''] = await names();
  await hands.isOn(new RegExp(`^${first.trim()}`, 'u'));
  await hands.press('Enter');
  return first;
}

async function openContact(text: string): Promise<void> {
  await signInToContacts('agent');
  await search(text);
  await openFirst();
  await page.locator('.event').first().waitFor();
}

/** The button asks for a file; which one is the one thing that no key says. */
async function chooseFile(content: string): Promise<void> {
  await hands.press('g', 'i');
  await page.waitForURL('**/imports');
  await hands.use(/^Import a file$/u);
  await page.waitForURL('**/imports/new');
  // From here on the browser delegates its dialog; later, it might open one that can't be answered.
  const asked = page.waitForEvent('filechooser');
  await hands.tabTo(/^Choose a file$/u);
  await hands.press('Enter');
  await (await asked).setFiles({ name: 'keys.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });
  await page.waitForURL(/\/imports\/\d+/u);
}

describe('without a mouse somebody', () => {
  test('signs in with the second step, and skips to the page', async () => {
    const person = await giveTwoFactor(browser, inject('appUrl'), 'buadmin.hill');

    await signIn(person.username);
    await hands.isOn(/^Code$/u);
    await hands.type(freshCode(person));
    await hands.press('Enter');

    await page.waitForURL(/\/dashboard/u);
    await hands.isOn(/^the page$/u);
    await page.reload();
    await page.locator('main h1').waitFor();
    await hands.press('Tab');
    await hands.isOn(/^Skip to content$/u);
    await hands.press('Enter');
    await hands.isOn(/^the page$/u);
  });

  test('finds a contact by search, opens it, and hears its name', async () => {
    await signInToContacts('agent');

    await search('hector');
    const [last = '', first = ''] = (await openFirst()).trim().split(', ');

    await page.getByRole('heading', { level: 1, name: `${first} ${last}` }).waitFor();
    await hands.isOn(/^the page$/u);
    await expect.poll(() => page.locator('#page-name').textContent()).toBe(`${first} ${last} - Bellwether`);
  });

  test('filters the list, takes the filter away, sorts and pages on', async () => {
    await signInToContacts('agent');

    await hands.use(/^Filter$/u);
    await page.getByRole('dialog', { name: 'Add a filter' }).waitFor();
    await hands.use(/^Value$/u, 'T');
    await hands.type('X');
    await hands.press('Enter');
    await page.waitForURL(/search=/u);
    await hands.isOn(/^Filter$/u);
    await hands.tabTo(/^Remove filter State/u, 'Shift+Tab');
    await hands.press('Enter');
    await expect.poll(() => new URL(page.url()).search).not.toContain('search=');

    await hands.use(/^Name$/u);
    await page.locator('th[aria-sort=descending]').waitFor();
    await hands.isOn(/^Name$/u);
    await hands.use(/^Next page$/u);
    await page.getByText(/^51–/u).first().waitFor();
    await hands.isOn(/^Next page$/u);
  });

  test('closes the dialog of a new contact and is back where they were, then creates one', async () => {
    await signInToContacts('agent');
    await hands.use(/^New contact/u);
    await hands.isOn(/^First name$/u);
    await hands.press('Escape');
    await hands.isOn(/^New contact/u);

    await hands.press('n');
    await hands.isOn(/^First name$/u);
    await hands.press('Shift+Tab', 'Shift+Tab');
    await hands.isOn(/^Create contact$/u);
    await hands.tabTo(/^First name$/u);
    await hands.type('Keyla');
    await hands.press('Tab');
    await hands.type('Boardman');
    await hands.press('Enter');

    await page.getByRole('heading', { level: 1, name: 'Keyla Boardman' }).waitFor();
    await hands.isOn(/^the page$/u);
  });

  test('is led to the first wrong field of a form that is refused, and hears what is wrong with it', async () => {
    const isLedTo = async (name: RegExp, told: RegExp) => {
      await hands.isOn(name);
      await expect.poll(() => page.evaluate(describedBy)).toMatch(told);
    };
    await page.goto('/login');
    await hands.isOn(/^Username$/u);
    await hands.type('agent');
    await hands.tabTo(/^Password$/u);
    await hands.type('not the password');
    await hands.press('Tab', 'Tab');
    await hands.use(/^Sign in$/u);
    await isLedTo(/^Password$/u, /password/iu);
    await hands.type(DEMO_PASSWORD);
    await hands.press('Enter');
    await page.waitForURL(/\/dashboard/u);
    await hands.isOn(/^the page$/u);
    await hands.press('g', 'c');
    await page.locator('main tbody tr a').first().waitFor();

    await hands.press('n');
    await hands.isOn(/^First name$/u);
    await hands.tabTo(/^Phone$/u);
    await hands.type('12');
    await hands.use(/^Create contact$/u);
    await isLedTo(/^Phone$/u, /phone/iu);

    await page.goto('/account/profile?tab=password');
    await hands.use(/^Change password$/u);
    await isLedTo(/^New password$/u, /Enter a new password/u);
    await page.goto('/billing/update?plan=1');
    await hands.use(/^Save card$/u);
    await isLedTo(/^Card number$/u, /card/iu);
  });

  test('edits a value in place, discards an edit, and reads an error', async () => {
    await openContact('norbert');

    await hands.use(/^Edit City/u);
    await hands.isOn(/^City$/u);
    await hands.type('Nowhere');
    await hands.press('Escape');
    await hands.isOn(/^Edit City: (?!Nowhere)/u);
    await hands.press('Enter');
    await hands.type('Marfa');
    await hands.press('Enter');
    await hands.isOn(/^Edit City: Marfa$/u);

    await hands.tabTo(/^Edit Phone:/u, 'Shift+Tab');
    await hands.press('Enter');
    await hands.type('12');
    await hands.press('Enter');
    await page.locator('.edit.has-failed').waitFor();
    await hands.isOn(/^Edit Phone: 12$/u);
    expect(await page.evaluate(describedBy)).toMatch(/phone/iu);
  });

  test('writes a note and adds a tag', async () => {
    await openContact('gladys');

    await hands.tabTo(/^New note$/u);
    await hands.type('Call back after six.');
    await hands.press('Control+Enter');
    await page.locator('.event-body', { hasText: 'Call back after six.' }).waitFor();
    await hands.isOn(/^New note$/u);

    await hands.tabTo(/^Add a tag$/u, 'Shift+Tab');
    await hands.press('Enter');
    await hands.isOn(/^Tag to add$/u);
    await hands.type('by keyboard');
    await hands.press('Enter');
    await hands.isOn(/^Add a tag$/u);
    await page.getByRole('button', { name: 'Remove tag by keyboard' }).waitFor();
  });

  test('selects several, deletes them and takes it back', async () => {
    await signInToContacts('agent');
    await search('lee');
    const before = await names();

    await hands.press('j', 'x', 'j', 'x');
    await page.getByRole('toolbar', { name: '2 selected' }).waitFor();
    await hands.use(/^Delete$/u);
    await expect.poll(names).toHaveLength(before.length - 2);
    await hands.isOn(/^the page$/u);

    await hands.use(/^Undo/u);
    await expect.poll(names).toEqual(before);
    await hands.isOn(/^the page$/u);
  });

  test('imports a file from its upload to its end', async () => {
    await signInToContacts('agent');

    await chooseFile('First name,Last name,Email\nIda,Keys,ida.keys@example.com\n');
    await page.getByRole('button', { name: 'Check the file' }).waitFor();
    await hands.use(/^Check the file$/u);
    await page.getByRole('button', { name: 'Import 1 row' }).waitFor();
    await hands.use(/^Import 1 row$/u);

    await page.getByText('Done', { exact: true }).first().waitFor();
    await hands.isOn(/./u);
  });

  test('watches an import, pauses it and cancels it after a question', async () => {
    await signInToContacts('priya');
    await chooseFile([...contactFile({ rows: 20_000, seed: 5 })].join(''));
    await page.getByRole('button', { name: 'Check the file' }).waitFor();
    await hands.use(/^Check the file$/u);
    await page.getByRole('button', { name: /^Import \d/u }).waitFor();
    await hands.use(/^Import \d/u);

    await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
    await hands.use(/^Pause$/u);
    await page.getByRole('button', { name: 'Resume', exact: true }).waitFor();
    await hands.use(/^Cancel import$/u);
    await hands.isOn(/^Keep importing$/u);
    await hands.use(/^Cancel import$/u);

    await page.getByText('Canceled', { exact: true }).first().waitFor();
  });

  test('logs in as someone and exits', async () => {
    await signInToContacts('manager');

    await hands.use(/display options and sign out$/u);
    await page.getByRole('dialog', { name: 'Display options' }).waitFor();
    await hands.use(/^Log in as…$/u);
    await hands.isOn(/^Search users$/u);
    await hands.type('Whitfield');
    await hands.press('Enter');
    await page.locator('.picker-person').getByText('Dana Whitfield').waitFor();
    await expect.poll(() => page.locator('.picker-person').count()).toBe(1);
    await hands.press('Enter');
    await hands.isOn(/^Reason$/u);
    await hands.type('cannot find the leads');
    await hands.press('Enter');

    const bar = page.getByRole('region', { name: 'Logged in as another user' });
    await bar.waitFor();
    await page.locator('.dashboard').waitFor();
    await hands.use(/^Exit to Marcus/u);
    await bar.waitFor({ state: 'detached' });
  });

  test('changes how everything looks, and their password', async () => {
    await signInToContacts('talent.lead');
    await hands.use(/display options and sign out$/u);
    await page.getByRole('dialog', { name: 'Display options' }).waitFor();
    await hands.use(/^Profile$/u);
    await page.waitForURL('**/account/profile');

    const tabOf = (name: string) => page.getByRole('tab', { name, exact: true, selected: true }).waitFor();
    while ((await hands.focus()).name !== 'Profile' || !(await isTab())) await hands.press('Tab');
    await hands.press('ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight');
    await tabOf('Display');
    await hands.isOn(/^Display$/u);
    await hands.tabTo(/^Default$/u);
    await hands.press('ArrowRight');
    await hands.isOn(/^Large$/u);
    await expect.poll(() => page.locator('html').getAttribute('data-size')).toBe('large');
    await page.getByText('Saved', { exact: true }).waitFor();

    await hands.tabTo(/^Display$/u, 'Shift+Tab');
    await hands.press('ArrowLeft', 'ArrowLeft');
    await tabOf('Password');
    await hands.tabTo(/^New password$/u);
    await hands.type(NEW_PASSWORD);
    await hands.tabTo(/^Repeat password$/u);
    await hands.type(NEW_PASSWORD);
    await hands.press('Enter');
    await page
      .getByText(/password changed/iu)
      .first()
      .waitFor();
  });

  test('finds a person, gives them another role, and switches a feature', async () => {
    await signInToContacts('admin');
    await hands.press('g', 'p');
    await page.waitForURL('**/admin/users');
    await page.locator('tbody tr a').first().waitFor();
    await hands.isOn(/^the page$/u);
    await search('seo');
    await openFirst();
    await page.getByRole('radio', { name: 'Agent', exact: true }).waitFor();

    await hands.tabTo(/^Agent$/u);
    await hands.press('ArrowUp');
    const role = (await hands.focus()).name;
    expect(role).not.toBe('Agent');
    await hands.use(/^Change to/u);
    await page.getByRole('alertdialog').waitFor();
    await hands.isOn(/^Keep current role$/u);
    await hands.use(/^Change to/u);
    await page.getByText(`Joon-ho Seo is ${role} now`).waitFor();

    await hands.press('g', 's');
    await page.waitForURL('**/admin');
    await hands.use(/^Features$/u);
    await page.waitForURL('**/admin/features');
    await hands.tabTo(/in this account$/u);
    const { name } = await hands.focus();
    const choice = page.getByLabel(name, { exact: true });
    await hands.press('ArrowDown');
    await expect.poll(() => choice.inputValue()).toBe('on');
    await page.getByText('Updated for everyone in the account.').first().waitFor();
    await hands.tabTo(new RegExp(`^${name}$`, 'u'));
    await hands.press('ArrowUp');
    await expect.poll(() => choice.inputValue()).toBe('rules');
  });
});

describe('the keys', () => {
  test('are shown by one of them, and single letters can be switched off', async () => {
    await signInToContacts('agent');

    await hands.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await hands.use(/^Use single-letter shortcuts$/u, 'Space');
    await hands.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await hands.press('j', 'g', 'i', '?');
    expect([new URL(page.url()).pathname, await page.locator('tr.is-cursor').count()]).toEqual(['/contacts', 0]);

    await hands.press('ArrowDown');
    await page.locator('tr.is-cursor').waitFor();
    await hands.press('Control+k');
    await hands.isOn(/^Search contacts, pages and actions$/u);
    await page.keyboard.type('work templ');
    await page.getByRole('option', { name: /^Workflow templates/u }).waitFor();
    await hands.press('Enter');
    await page.waitForURL('**/workflows/templates');
  });
});

const isTab = () => page.evaluate(() => document.activeElement?.getAttribute('role') === 'tab');

/** Runs in the page: what is read with the control that has the focus. */
function describedBy(): string | null | undefined {
  const id = document.activeElement?.getAttribute('aria-describedby') ?? '';
  return document.querySelector(`#${CSS.escape(id)}`)?.textContent;
}
