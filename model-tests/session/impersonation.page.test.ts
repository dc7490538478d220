import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openBrowser, openTab, signInAs, type Tab } from '../../tests/_e2e/browser.ts';
import { type Edge, edgePaths } from '../_walk/edge-paths.ts';
import { beginPath } from '../_walk/page-path.ts';
import { callFrom } from './two-factor-person.ts';

const INGRID = 'Ingrid Sato';
const MARCUS = 'Marcus Ellery';
const DANA = 'Dana Whitfield';

/** Users available for logging in from each top of the stack, as far as this test goes. */
const BELOW: Readonly<Record<string, readonly string[]>> = { [INGRID]: [MARCUS, DANA], [MARCUS]: [DANA], [DANA]: [] };

type Stack = readonly string[];

const nameOf = (stack: Stack): string => stack.join(' > ');
const stackOf = (name: string): Stack => name.split(' > ');

/** Steps onto the stack and off it, in either of two tabs: every one that is possible from every stack. */
function stackEdges(): readonly Edge[] {
  const edges: Edge[] = [];
  const known = new Set<string>();
  const open: Stack[] = [[INGRID]];
  for (const stack of open) {
    if (known.has(nameOf(stack))) continue;
    known.add(nameOf(stack));
    const ups = (BELOW[stack.at(-1) ?? ''] ?? []).map((name) => ({ does: `act for ${name}`, next: [...stack, name] }));
    const downs = stack.length > 1 ? [{ does: 'exit', next: stack.slice(0, -1) }] : [];
    for (const { does, next } of [...ups, ...downs]) {
      open.push(next);
      for (const tab of ['one', 'other']) {
        edges.push({ from: nameOf(stack), move: `${tab}: ${does}`, to: nameOf(next) });
      }
    }
  }
  return edges;
}

let browser: Browser;
let tab: Tab;
let other: Page;

beforeAll(async () => {
  browser = await openBrowser();
  tab = await openTab(browser, inject('appUrl'));
  await signInAs(tab.page, 'admin');
  other = await tab.context.newPage();
  await other.goto('/contacts');
  await ready(other);
});
afterAll(() => browser.close());

/** The frame is displayed and the line is live. */
const ready = (page: Page) => page.locator('.fresh', { hasText: 'Live' }).waitFor();

const bar = (page: Page) => page.getByRole('region', { name: 'Logged in as another user' });

/** A tab behind another one draws once a second. */
async function toImports(page: Page): Promise<void> {
  await page.bringToFront();
  await page.getByRole('link', { name: /^Imports/u }).click();
  await page.waitForURL(/\/imports$/u);
}

/** Users named in the bar, bottom first; the signed-in user when there is no bar. */
async function stackOn(page: Page): Promise<string> {
  // The frame knows before the bar has loaded.
  if ((await page.locator('.has-acting').count()) > 0) await bar(page).locator('.strong').first().waitFor();
  const names = await bar(page).locator('p .strong').allTextContents();
  return nameOf(names.length === 0 ? [(await page.locator('.me .name').textContent()) ?? ''] : names);
}

async function actFor(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /display options and sign out/u }).click();
  await page.getByRole('button', { name: 'Log in as…' }).click();
  await page.getByRole('searchbox', { name: 'Search users' }).fill(name.split(' ')[1] ?? '');
  await page.getByRole('list', { name: 'Users you can log in as' }).getByRole('button', { name }).click();
  await page.getByLabel('Reason').fill("can't find AEP leads");
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Log in as ${name}` })
    .click();
}

const exit = (page: Page) => page.getByRole('button', { name: /^Exit to/u }).click();

test('every step onto the stack and off it, in either tab, shows in both, which begin anew at the root', async () => {
  const edges = stackEdges();
  const paths = edgePaths([INGRID], edges);
  const path = beginPath('session');
  const pages: Readonly<Record<string, Page>> = { one: tab.page, other };

  for (const { from, move, to } of paths.flatMap(({ moves }) => moves)) {
    const [where = '', does = ''] = move.split(': ');
    const page = pages[where] ?? tab.page;
    await toImports(pages[where === 'one' ? 'other' : 'one'] ?? other);
    await toImports(page);
    expect(await stackOn(page)).toBe(from);
    const begun = [tab.page, other].map((each) => each.waitForURL(/\/dashboard$/u));

    const doAndSee = async () => {
      await (does === 'exit' ? exit(page) : actFor(page, does.slice('act for '.length)));
      await Promise.all(begun);
      await Promise.all([tab.page, other].map(ready));

      expect([await stackOn(tab.page), await stackOn(other)], `${from}, ${move}`).toEqual([to, to]);
    };
    await path.step(`in tab ${move}`, page, doAndSee, { sees: to });
    if (stackOf(to).length > 1) {
      expect(await bar(page).textContent()).toContain("Reason: “can't find AEP leads”");
      expect(await bar(page).textContent()).toMatch(/(5\d|60) min left/u);
    }
  }
  expect(tab.faults).toEqual([]);
}, 300_000);

test('going back says who one is again', async () => {
  const { step } = beginPath('session');
  await step(`${INGRID} acts for ${MARCUS}`, tab.page, async () => {
    await tab.page.bringToFront();
    await tab.page.goto('/contacts');
    await actFor(tab.page, MARCUS);
    await bar(tab.page).waitFor();
    await ready(tab.page);
  });

  await step('goes back', tab.page, async () => {
    await exit(tab.page);

    await tab.page.getByText(`You are ${INGRID} again.`).waitFor();
  });
});

test('signing out elsewhere ends the whole stack at once, and the page says so', async () => {
  const acting = await openTab(browser, inject('appUrl'));
  const elsewhere = await openTab(browser, inject('appUrl'));
  const { step } = beginPath('session');
  await signInAs(acting.page, 'manager');
  await step(`a manager acts for ${DANA}`, acting.page, async () => {
    await actFor(acting.page, DANA);
    await bar(acting.page).waitFor();
    await ready(acting.page);
  });
  await signInAs(elsewhere.page, 'manager');

  await step('all their other sessions are ended elsewhere', acting.page, async () => {
    await callFrom(elsewhere.page, 'POST', '/v1/sessions/mine/end_others');

    await acting.page.getByText('Your session has ended. Sign in again.').waitFor();
  });
  await Promise.all([acting.close(), elsewhere.close()]);
});

test('a session below that is over by now leads to the sign-in page, by name', async () => {
  const { step } = beginPath('session');
  await step(`${INGRID} acts for ${MARCUS}`, tab.page, async () => {
    await tab.page.bringToFront();
    await tab.page.goto('/contacts');
    await actFor(tab.page, MARCUS);
    await bar(tab.page).waitFor();
  });
  await tab.page.route('**/v1/sessions/*', (route) =>
    route.fulfill({
      status: 401,
      json: { code: 'no_session', error: 'Please sign in.', errors: {}, request_id: 'r' },
    }),
  );

  await step('goes back once the session below is over', tab.page, async () => {
    await exit(tab.page);

    await tab.page.getByText(`The session for ${INGRID} has ended. Sign in again.`).waitFor();
  });
});
