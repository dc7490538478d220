import { Secret, TOTP } from 'otpauth';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { DEMO_PASSWORD } from '../../server/features/demo/demo-people.ts';
import { openBrowser, openTab, type Tab } from '../_e2e/browser.ts';

let browser: Browser;
const tabs: Tab[] = [];

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());
afterEach(async () => {
  const faults = tabs.flatMap((tab) => tab.faults);
  await Promise.all(tabs.splice(0).map((tab) => tab.close()));
  expect(faults).toEqual([]);
});

async function open(): Promise<Page> {
  const tab = await openTab(browser, inject('appUrl'));
  tabs.push(tab);
  return tab.page;
}

async function giveName(page: Page, username: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

async function signIn(username: string): Promise<Page> {
  const page = await open();
  await giveName(page, username);
  await page.waitForURL('**/dashboard');
  return page;
}

const goTo = async (page: Page, tab: string, name: string) => {
  await page.goto(`/account/profile?tab=${tab}`);
  await page.getByRole('tab', { name, exact: true, selected: true }).waitFor();
};

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

const fieldsOf = (page: Page) =>
  Promise.all(
    ['First name', 'Phone', 'Your time zone'].map((label) => page.getByLabel(label, { exact: true }).inputValue()),
  );

describe('the profile', () => {
  test('takes another name, phone and time zone, at once in the frame and still after a reload', async () => {
    const page = await signIn('silver.agent');
    await page.goto('/account');
    await page.waitForURL('**/account/profile');
    await page.getByLabel('First name').waitFor();
    const before = await fieldsOf(page);

    const change = async ([first = '', phone = '', zone = '']: readonly string[]) => {
      await page.getByLabel('First name').fill(first);
      await page.getByLabel('Phone', { exact: true }).fill(phone);
      await button(page, 'Save name and phone').click();
      await page.getByText('Saved.', { exact: true }).waitFor();
      await page.getByLabel('Your time zone').selectOption(zone);
      await button(page, 'Save time zone').click();
      await page.getByText('Time zone saved. All times now use it.').waitFor();
    };
    await change(['Yolanda Ann', '(512) 555-0187', 'hst']);
    await page.getByText('Yolanda Ann Reyes').first().waitFor();

    await page.reload();
    await page.getByLabel('First name').waitFor();
    const after = await fieldsOf(page);
    await change(before);
    expect(after).toEqual(['Yolanda Ann', '1-512-555-0187', 'hst']);
  });

  test('name fields take no special characters from the keyboard', async () => {
    const page = await signIn('silver.agent');
    await page.goto('/account/profile');
    const last = page.getByLabel('Last name');

    await last.fill('');
    await last.pressSequentially("O'#Ne@il/");

    expect(await last.inputValue()).toBe("O'Neil");
  });

  test('says at its field what is no phone number, and keeps what was typed', async () => {
    const page = await signIn('silver.agent');
    await page.goto('/account/profile');
    const phone = page.getByLabel('Phone', { exact: true });

    await phone.fill('12');
    await button(page, 'Save name and phone').click();
    await page.getByText('Invalid phone number. Use a format like 512-555-0142.').waitFor();

    expect(await phone.inputValue()).toBe('12');
    expect(await phone.getAttribute('aria-invalid')).toBe('true');
  });

  test('its tabs are real tabs: arrow keys move, and the address follows', async () => {
    const page = await signIn('silver.agent');
    await page.goto('/account/profile');

    await page.getByRole('tab', { name: 'Profile', exact: true }).focus();
    await page.keyboard.press('ArrowRight');
    await page.waitForURL('**/account/profile?tab=licensing');
    await page.getByRole('tab', { name: 'Licensing', selected: true }).waitFor();
    await page.keyboard.press('End');
    await page.waitForURL('**/account/profile?tab=features');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Plan and features');
  });
});

/** The code of a later step: the server takes the steps around its own, and each once. */
const codeAt = (seed: string, steps: number) =>
  new TOTP({ secret: Secret.fromBase32(seed) }).generate({ timestamp: Date.now() + steps * 30_000 });

describe('two-factor', () => {
  test('is set up with an app, asked for at the next sign-in, and switched off again', async () => {
    const page = await signIn('still.agent');
    await goTo(page, 'two_factor', 'Two-factor');
    await button(page, 'Set up two-factor').click();
    const seed = ((await page.locator('code.secret').textContent()) ?? '').replaceAll(' ', '');
    const code = page.getByLabel('Code from the app');

    await code.fill('000000');
    await button(page, 'Turn on two-factor').click();
    await page.locator('.field.is-bad').waitFor();
    await code.fill(codeAt(seed, 0));
    await button(page, 'Turn on two-factor').click();
    await page.getByRole('list', { name: 'Recovery codes' }).waitFor();
    expect(await page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').count()).toBe(10);

    await page.getByRole('link', { name: 'Contacts' }).first().click();
    await page.getByRole('alertdialog').waitFor();
    await button(page, 'Stay here').click();
    await button(page, "I've saved these codes").click();
    await page.getByText('Two-factor is on').waitFor();
    await page.getByText('10 left').waitFor();

    const elsewhere = await open();
    await giveName(elsewhere, 'still.agent');
    await elsewhere.getByLabel('Code', { exact: true }).fill(codeAt(seed, 1));
    await button(elsewhere, 'Sign in').click();
    await elsewhere.waitForURL('**/dashboard');

    await goTo(elsewhere, 'two_factor', 'Two-factor');
    await button(elsewhere, 'Turn off two-factor').click();
    await button(elsewhere, 'Turn it off').click();
    await elsewhere.getByText('Two-factor is off').waitFor();
    await signIn('still.agent');
  });
});

const call = (path: string, key: string, method = 'GET', body?: object) =>
  fetch(inject('appUrl') + path, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });

describe('API access', () => {
  test('a key is shown once, works within its scopes, and is dead once it is revoked', async () => {
    const page = await signIn('talent.recruiter');
    await goTo(page, 'api', 'API');

    await button(page, 'New key').click();
    await page.getByLabel('Key name').fill('Website form');
    expect(await page.getByRole('group', { name: 'Scopes' }).getByRole('checkbox').count()).toBe(11);
    await page.getByLabel('View contacts').check();
    await button(page, 'Create key').click();
    const key = (await page.locator('code.secret').textContent()) ?? '';
    await button(page, "I've saved it").click();
    await page.getByText('Can view contacts').waitFor();
    await page.locator('code.secret').waitFor({ state: 'detached' });

    const me = await call('/v1/users/me', key);
    expect([me.status, ((await me.json()) as { data: { username: string } }).data.username]).toEqual([
      200,
      'talent.recruiter',
    ]);
    const list = await call('/v1/contacts', key, 'PATCH', { contacts_scope: {} });
    expect(list.status).toBe(200);
    const create = await call('/v1/contacts', key, 'POST', { contact: { last_name: 'Nobody' } });
    expect(create.status).toBe(403);

    await button(page, 'Revoke Website form').click();
    await button(page, 'Revoke key').click();
    await page.getByText('No keys yet').waitFor();
    expect((await call('/v1/users/me', key)).status).toBe(401);
  });

  test('a new API token is shown once, and masked afterwards', async () => {
    const page = await signIn('talent.recruiter');
    await goTo(page, 'api', 'API');

    await button(page, 'Generate new token').first().click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Generate new token' }).click();
    const token = (await page.locator('code.secret').textContent()) ?? '';
    expect((await call('/v1/users/me', token)).status).toBe(200);
    await button(page, "I've saved it").click();
    await button(page, 'View token').click();

    await page.getByText('last used', { exact: false }).waitFor();
    expect(await page.locator('main').textContent()).not.toContain(token);
    expect(await page.locator('main').textContent()).toContain(token.slice(0, 8));
  });
});

describe('sessions', () => {
  test('another place is signed out by one click, and then everywhere else', async () => {
    const page = await signIn('silver.manager');
    const [second, third] = [await signIn('silver.manager'), await signIn('silver.manager')];
    await goTo(page, 'sessions', 'Sessions');
    const rows = page.getByRole('tabpanel').getByRole('listitem');
    await page.getByText('This device').waitFor();
    await expect.poll(() => rows.count()).toBe(3);

    await rows
      .getByRole('button', { name: /^Sign out/u })
      .first()
      .click();
    await expect.poll(() => rows.count()).toBe(2);
    await button(page, 'Sign out of other sessions').click();
    await button(page, 'Sign out others').click();
    await page.getByText('Signed out of 1 other session.').waitFor();
    await expect.poll(() => rows.count()).toBe(1);

    for (const gone of [second, third]) {
      await gone.goto('/contacts');
      await gone.waitForURL('**/login**');
    }
    await page.reload();
    await page.getByText('This device').waitFor();
  });
});

describe('the password', () => {
  test('is changed here, while every other place is signed out', async () => {
    const page = await signIn('still.manager');
    const elsewhere = await signIn('still.manager');
    await goTo(page, 'password', 'Password');

    const fresh = 'seven geese over the harbor';
    await page.getByLabel('New password', { exact: true }).fill(fresh);
    await page.getByText('Strong password.').waitFor();
    await page.getByLabel('Repeat password').fill(fresh);
    await button(page, 'Change password').click();
    await page.getByText('Password changed. All your other sessions are signed out.').waitFor();

    await elsewhere.goto('/contacts');
    await elsewhere.waitForURL('**/login**');
    await page.goto('/contacts');
    await page.getByRole('heading', { name: 'Contacts', level: 1 }).waitFor();
  });
});
