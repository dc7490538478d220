import { Secret, TOTP } from 'otpauth';
import type { Browser, Page } from 'playwright-core';
import { createActor } from 'xstate';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { debtFactsOf } from '../../src/rules/access/debts.ts';
import type { CurrentAccount, CurrentUser } from '../../src/api/contract/session.contract.ts';
import { type Decision, type GuardFacts, routeGuardMachine } from '../../src/machines/guards/route-guard.machine.ts';
import { openBrowser, openTab, signInAs, type Tab } from '../../tests/_e2e/browser.ts';
import { beginPath } from '../_walk/page-path.ts';
import { callFrom, signInByForm } from '../session/two-factor-person.ts';

/** Demo users that one guard each stops, the page's message, and how to settle the obligation. */
const DEBTORS = [
  { username: 'noor', title: 'Choose a plan to continue', settle: payFor },
  { username: 'caleb', title: 'Change your password to continue', settle: changePassword },
  { username: 'wyatt', title: 'Set up two-factor to continue', settle: setUpTwoFactor },
] as const;

const PATHS = [
  '/contacts',
  '/contacts?q=smith',
  '/imports',
  '/live',
  '/billing',
  '/billing/plan',
  '/billing/update',
  '/account/profile',
  '/account/profile?tab=two_factor',
];

let browser: Browser;
let admin: Tab;

beforeAll(async () => {
  browser = await openBrowser();
  admin = await openTab(browser, inject('appUrl'));
  await signInAs(admin.page, 'admin');
});
afterAll(() => browser.close());

async function factsOn(page: Page): Promise<GuardFacts> {
  const { data: user } = await callFrom<{ data: CurrentUser }>(page, 'GET', '/v1/users/me');
  const { data: account } = await callFrom<{ data: CurrentAccount }>(page, 'GET', '/v1/accounts/info');
  return {
    ...debtFactsOf(user, account),
    permissions: user.permissions,
    closed: {},
  };
}

/** Final destination of the guards. The start leads on to Today. */
function endOf(path: string, facts: GuardFacts): string {
  let href = path;
  for (let steps = 0; steps < 6; steps += 1) {
    const input = { href, facts, leftByWill: false, detour: null };
    const decision = createActor(routeGuardMachine, { input }).start().getSnapshot().output as Decision;
    if (decision.kind !== 'redirected') return href === '/' ? '/dashboard' : href;
    href = decision.to;
  }
  throw new Error(`${path} leads on and on`);
}

const addressOf = (page: Page) => page.evaluate(() => location.pathname + location.search);

async function changePassword(page: Page): Promise<void> {
  const { data } = await callFrom<{ data: { id: number } }>(page, 'GET', '/v1/users/me');
  await callFrom(page, 'PATCH', `/v1/users/${data.id}/update_password`, { password: 'seven herons over the bayou' });
}

async function payFor(page: Page): Promise<void> {
  const { data } = await callFrom<{ data: { id: number } }>(page, 'GET', '/v1/users/me');
  await callFrom(admin.page, 'POST', `/v1/admin/users/${data.id}/paid_membership`, { paid_membership: true });
}

async function setUpTwoFactor(page: Page): Promise<void> {
  const { data } = await callFrom<{ data: { seed: string } }>(page, 'POST', '/v1/two_factor/generate_qr');
  const code = new TOTP({ secret: Secret.fromBase32(data.seed) }).generate();
  await callFrom(page, 'POST', '/v1/two_factor/enable', { otp_code: code });
}

describe.each(DEBTORS)('$username', ({ username, title, settle }) => {
  let tab: Tab;
  beforeAll(async () => {
    tab = await openTab(browser, inject('appUrl'));
    await tab.page.goto('/login');
    await signInByForm(tab.page, username);
    await tab.page.getByText(title).waitFor();
  });
  afterAll(() => tab.close());

  test('owes one thing, and the sign-in leads to where it is settled', async () => {
    const facts = await factsOn(tab.page);

    expect([!facts.isPaid, facts.mustChangePassword, facts.mustEnrolTwoFactor].filter(Boolean)).toEqual([true]);
    expect(await addressOf(tab.page)).toBe(endOf('/', facts));
  });

  test.each(PATHS)('%s ends where the guards say, and says why', async (path) => {
    const end = endOf(path, await factsOn(tab.page));

    await beginPath('route-guard').step(`opens ${path}`, tab.page, async () => {
      await tab.page.goto(path);
      await tab.page.locator('.fresh').first().waitFor();

      expect(await addressOf(tab.page)).toBe(end);
      if (end.includes('why=')) await tab.page.getByText(title, { exact: true }).waitFor();
      else expect(await tab.page.getByText(title, { exact: true }).count()).toBe(0);
    });
  });

  test('goes back to the page that was wanted once it is settled', async () => {
    const { step } = beginPath('route-guard');
    await step('opens /contacts?q=smith', tab.page, async () => {
      await tab.page.goto('/contacts?q=smith');
      await tab.page.getByText(title).waitFor();
    });
    await settle(tab.page);

    await step('settles what is owed, and reloads', tab.page, async () => {
      await tab.page.reload();

      await tab.page.waitForURL('**/contacts?q=smith');
    });
    expect(tab.faults).toEqual([]);
  });
});
