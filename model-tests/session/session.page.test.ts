import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { openBrowser, openTab, signInAs, type Tab } from '../../tests/_e2e/browser.ts';
import { beginPath } from '../_walk/page-path.ts';

let browser: Browser;
let tab: Tab;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());
beforeEach(async () => {
  tab = await openTab(browser, inject('appUrl'));
});
afterEach(() => tab.close());

const sendForm = async (password: string) => {
  await tab.page.getByLabel('Username').fill('agent');
  await tab.page.getByLabel('Password', { exact: true }).fill(password);
  await tab.page.getByRole('button', { name: 'Sign in' }).click();
};

const signOut = async () => {
  await tab.page.getByRole('button', { name: /display options and sign out/u }).click();
  await tab.page.getByRole('button', { name: 'Sign out', exact: true }).click();
};

const path = () => tab.page.evaluate(() => location.pathname + location.search);

/** Settings that anyone may read: how to reach support. */
const isPublic = (call: string) => call.startsWith('/v1/settings/');

/** Calls that the page has made, by path. */
const watchCalls = () => {
  const calls: string[] = [];
  tab.page.on('request', (request) => calls.push(new URL(request.url()).pathname));
  tab.page.on('websocket', (socket) => calls.push(new URL(socket.url()).pathname));
  return calls;
};

describe('without a session', () => {
  test.each(['/login', '/login-app', '/contact-us', '/privacy-policy', '/terms-of-use'])(
    '%s opens and loads neither the user nor the account nor the live connection',
    async (page) => {
      const calls = watchCalls();

      await beginPath('session').step(`opens ${page}`, tab.page, () =>
        tab.page.goto(page, { waitUntil: 'networkidle' }),
      );

      expect(await path()).toBe(page);
      expect(calls.filter((call) => (call.startsWith('/v1/') && !isPublic(call)) || call === '/cable')).toEqual([]);
      expect(tab.faults).toEqual([]);
    },
  );

  test('a page of contacts is remembered over the sign-in', async () => {
    const { step } = beginPath('session');
    await step('opens /contacts?q=smith', tab.page, async () => {
      await tab.page.goto('/contacts?q=smith');
      await tab.page.waitForURL('**/login?redirect=*');
    });

    await step('signs in', tab.page, async () => {
      await tab.page.getByRole('button', { name: /^agent/u }).click();
      await tab.page.waitForURL('**/contacts?q=smith');

      await tab.page.getByText(/matching “smith”/u).waitFor();
    });
  });
});

describe('the form', () => {
  test('says that a password is wrong and takes the right one then', async () => {
    const { step } = beginPath('session');
    await step('opens the sign-in page', tab.page, () => tab.page.goto('/login'));

    await step('sends a wrong password', tab.page, async () => {
      await sendForm('wrong');
      await tab.page.getByRole('alert').waitFor();
      expect(await path()).toBe('/login');
    });

    await step('sends the right one', tab.page, async () => {
      await sendForm('bellwether-demo');
      await tab.page.waitForURL('**/dashboard');
    });
    expect(tab.faults).toEqual([]);
  });
});

describe('signed in', () => {
  test('the line becomes live', async () => {
    await beginPath('session').step('signs in', tab.page, async () => {
      await signInAs(tab.page, 'agent');

      await tab.page.locator('.fresh', { hasText: 'Live' }).waitFor();
    });
  });

  test('a page beyond the role says why', async () => {
    await signInAs(tab.page, 'agent');

    await beginPath('session').step('an agent opens the outbox', tab.page, async () => {
      await tab.page.goto('/outbox');

      await tab.page.getByText('Only administrators can open this page.').waitFor();
      expect(await path()).toBe('/outbox');
    });
  });

  test('an address that leads nowhere says so', async () => {
    await signInAs(tab.page, 'agent');

    await beginPath('session').step('opens /nothing-here', tab.page, async () => {
      await tab.page.goto('/nothing-here');

      await tab.page.getByText('Page not found').waitFor();
    });
  });

  test('the admin sees the outbox', async () => {
    await signInAs(tab.page, 'admin');

    await beginPath('session').step('opens the outbox', tab.page, async () => {
      await tab.page.getByRole('link', { name: 'Admin' }).click();
      await tab.page.getByRole('link', { name: 'Outbox' }).click();

      await tab.page.getByRole('heading', { name: 'Outbox' }).waitFor();
    });
    expect(tab.faults).toEqual([]);
  });

  test('display options show at once, survive a reload and belong to the person', async () => {
    await signInAs(tab.page, 'manager');
    await tab.page.getByRole('button', { name: /display options and sign out/u }).click();
    const saved = tab.page.waitForResponse((response) => response.url().endsWith('/v1/users/update_theme'));
    await tab.page.getByText('Dark', { exact: true }).click();
    await saved;
    const background = () => tab.page.evaluate(() => document.documentElement.dataset['bg']);
    expect(await background()).toBe('dark');

    await tab.page.reload();
    expect(await background()).toBe('dark');

    const elsewhere = await openTab(browser, inject('appUrl'));
    await signInAs(elsewhere.page, 'manager');
    await elsewhere.page.locator('html[data-bg=dark]').waitFor();
    await elsewhere.close();
  });

  test('signing out leads to the sign-in page, remembers nothing and closes the door', async () => {
    const { step } = beginPath('session');
    await step('signs in', tab.page, () => signInAs(tab.page, 'agent'));

    await step('signs out', tab.page, async () => {
      await signOut();
      await tab.page.waitForURL('**/login');
    });
    await step('opens the contacts again', tab.page, async () => {
      await tab.page.goto('/contacts');
      await tab.page.waitForURL('**/login?redirect=*');
    });

    expect(
      await tab.page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('bellwether.'))),
    ).toEqual([]);
  });

  test('a session that ends elsewhere leads to the sign-in page and back', async () => {
    const { step } = beginPath('session');
    await step('signs in', tab.page, async () => {
      await signInAs(tab.page, 'agent');
      await tab.page
        .getByRole('link', { name: /Smith|Garcia|[A-Z]\w+, / })
        .first()
        .waitFor();
    });
    // The page's own requests have finished: only the search meets the end of the session.
    await tab.page.waitForLoadState('networkidle');
    await tab.context.clearCookies();

    await step('searches once the session has ended elsewhere', tab.page, async () => {
      const leaves = tab.page.waitForURL('**/login?redirect=*');
      // On a busy computer another request may meet the end first, and then the field is gone.
      await Promise.race([tab.page.getByRole('searchbox').first().fill('smith'), leaves]);
      await leaves;
      await tab.page.getByText('Your session has ended. Sign in again.').waitFor();
    });

    await step('signs in again', tab.page, async () => {
      await tab.page.getByRole('button', { name: /^agent/u }).click();
      await tab.page.waitForURL('**/contacts*');
    });
  });
});
