import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openBrowser, openTab, type Tab } from '../../tests/_e2e/browser.ts';
import { signInByForm } from '../session/two-factor-person.ts';
import { beginPath } from '../_walk/page-path.ts';
import { walkMoves } from '../_walk/walk-moves.ts';
import { trace, walk } from '../_walk/walk.ts';
import { billingPageModel } from './billing-page.model.ts';

/** Start of every path. */
const START = 'nothing is chosen';
/** Agents who have not been charged: one per path, since a payment is permanent. */
const AGENTS = ['grace', 'emeka', 'aleksander', 'joonho', 'lucia'];

const READ = '**/v1/accounts/billing/read';
const PAY = '**/v1/accounts/update_plan';
const CANCEL = '**/v1/accounts/cancel_subscription';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** An agent who makes the moves of the model on the page. */
function agent({ page }: Tab) {
  const main = page.locator('main');
  const button = (name: RegExp | string) => main.getByRole('button', { name });
  const link = (name: string) => main.getByRole('link', { name, exact: true });
  const says = (text: string) => main.getByText(text, { exact: true }).waitFor();
  const away = (address: string) => page.route(address, (route) => route.fulfill({ status: 503, body: '' }));
  const keepCard = async (number: string) => {
    await page.getByLabel('Card number').fill(number);
    await page.getByLabel('Expires (MM/YY)').fill('04/30');
    await button('Save card').click();
  };
  const cancel = async () => {
    await button('Cancel membership').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel membership' }).click();
  };

  const moves: Readonly<Record<string, () => Promise<unknown>>> = {
    'opens billing': () => page.goto('/billing'),
    'opens billing, and the server is away': async () => {
      await away(READ);
      await page.goto('/billing');
    },
    'tries again': async () => {
      await page.unroute(READ);
      await button('Try again').click();
    },
    'looks at the plans': () => main.getByRole('link', { name: /^(See plans|Choose a plan)$/u }).click(),
    'chooses Team': () => link('Choose Team').click(),
    'adds a card': () => link('Add a card').click(),
    'uses a different card': () => link('Use a different card').click(),
    'goes back': () => link('Cancel').click(),
    'keeps an empty card': () => keepCard('4000 0000 0000 9995'),
    'keeps a card that pays': () => keepCard('4242 4242 4242 4242'),
    'pays, and the card is declined': () => button(/^Pay /u).click(),
    'checks again': () => button('Check again').click(),
    // Two clicks are one payment.
    pays: () => button(/^(Pay .* now|Keep Team)$/u).dblclick(),
    'pays, and the answer is lost': async () => {
      await page.route(
        PAY,
        async (route) => {
          await route.fetch();
          await route.abort('connectionreset');
        },
        { times: 1 },
      );
      await button(/^Pay /u).click();
    },
    'waits for the answer': () => page.getByRole('heading', { name: 'Thank you' }).waitFor(),
    'goes to billing': () => link('Go to billing').click(),
    'cancels the plan': cancel,
    'cancels the plan, and the server is away': async () => {
      await away(CANCEL);
      await cancel();
      await main.getByRole('alert').waitFor();
      await page.unroute(CANCEL);
    },
    'keeps the plan': () => link('Keep Team').click(),
    'loads the page anew': () => page.reload(),
  };
  const form = async (before: string | null) => {
    await page.getByLabel('Card number').waitFor();
    if (before !== null) await main.getByText(before).waitFor();
  };
  const member = async (status: string, refused = false) => {
    await says(status);
    await main.getByRole('alert').waitFor({ state: refused ? 'visible' : 'detached' });
  };
  const screens: Readonly<Record<string, () => Promise<unknown>>> = {
    'not loaded': () => button('Try again').waitFor(),
    'no plan': () => says('No card on file.'),
    'the plans': () => link('Choose Team').waitFor(),
    'a review without a card': () => link('Add a card').waitFor(),
    'the card form, without a card': () => form(null),
    'the card form, with an empty card': () => form('This card replaces'),
    'a review with an empty card': () => button('Pay $49.00 now').waitFor(),
    'a review with a card': () => button('Pay $49.00 now').waitFor(),
    'a review of nothing due': () => button('Keep Team').waitFor(),
    declined: () => main.getByRole('alert').getByText('insufficient funds').waitFor(),
    'checking the payment': () => says('Checking whether the payment went through'),
    thanks: () => page.getByRole('heading', { name: 'Thank you' }).waitFor(),
    'a plan': () => member('Active'),
    'a plan, refused': () => member('Active', true),
    'a plan that ends': () => member('Canceled'),
  };
  return {
    make: (move: string) => moves[move]?.() ?? Promise.reject(new Error(`cannot ${move}`)),
    see: (screen: string) => screens[screen]?.() ?? Promise.reject(new Error(`nobody knows the screen ${screen}`)),
    /** Charges of the first month, as the history shows them. */
    charges: async () => {
      await page.goto('/billing');
      await main.getByRole('row', { name: /Team, first month/u }).waitFor();
      return main.getByRole('row', { name: /Team, first month/u }).count();
    },
  };
}

test('every way through billing shows what the machine says, and nobody is charged twice', async () => {
  const { paths, edges } = await walk(billingPageModel, { onPage: true });
  const walked = new Set<string>();
  expect(paths.length).toBeLessThanOrEqual(AGENTS.length);

  for (const [at, { moves }] of paths.entries()) {
    const tab = await openTab(browser, inject('appUrl'));
    await tab.page.goto('/login');
    await signInByForm(tab.page, AGENTS[at] ?? '');
    await tab.page.waitForURL(/\/dashboard/u);
    const { make, see, charges } = agent(tab);
    const path = beginPath('billing');
    const told = await trace(billingPageModel, { start: START, moves: moves.map(({ move }) => move) });
    await walkMoves(moves, { page: tab.page, path, steps: told.steps, make, see });
    for (const { from, move } of moves) walked.add(`${from} ${move}`);
    path.end();
    if (moves.some(({ to }) => to.includes('thanks'))) expect(await charges()).toBe(1);
    expect(tab.faults).toEqual([]);
    await tab.close();
  }

  expect(walked.size).toBe(edges.length);
}, 180_000);
