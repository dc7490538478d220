import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openBrowser, openTab, signInAs, type Tab } from '../../tests/_e2e/browser.ts';
import type { Edge } from '../_walk/edge-paths.ts';
import { type Hand, walkPage } from '../_walk/walk-page.ts';
import { callFrom } from '../session/two-factor-person.ts';
import { storePageModel } from './store-page.model.ts';

const PREVIEW = '**/v1/store_orders/preview';
const PLACE = '**/v1/store_orders';
/** A machine that asks five times, two seconds apart, on a busy computer. */
const LONG = { timeout: 90_000 };

let browser: Browser;
let tab: Tab;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const keepCard = (page: Page, payment_method: 'pm_card_visa' | 'pm_card_insufficient') =>
  callFrom(page, 'POST', '/v1/accounts/connect_card', { payment_method });

/** Orders of the signed-in user that were paid. */
async function countPaid(page: Page): Promise<number> {
  type Orders = { data: { payment_status: string }[] };
  const { data } = await callFrom<Orders>(page, 'GET', '/v1/store_orders?limit=100');
  return data.filter(({ payment_status: status }) => status === 'paid').length;
}

/** An agent with a card and a wallet, at the store. */
async function begin(): Promise<Hand> {
  tab = await openTab(browser, inject('appUrl'));
  const { page } = tab;
  await signInAs(page, 'agent');
  await keepCard(page, 'pm_card_visa');
  await callFrom(page, 'POST', '/v1/wallets/top_up', { amount: 50 });
  const before = await countPaid(page);
  await page.goto('/store');
  const cart = page.getByRole('complementary', { name: 'Cart' });
  const add = (name: string) => page.getByRole('button', { name: `Add to cart: ${name}` }).click();
  const remove = (name: string) => cart.getByRole('button', { name: `Remove ${name}` }).click();
  const place = () => cart.getByRole('button', { name: /^Place order/u });
  const payWith = (method: string) => cart.getByLabel('Pay with').selectOption(method);
  const says = (text: string) => cart.getByText(text, { exact: true }).waitFor();
  const lose = (times: number) =>
    page.route(
      PLACE,
      async (route) => {
        await route.fetch();
        await route.abort('connectionreset');
      },
      { times },
    );
  const isCart = async (total: string, method: 'card' | 'wallet', refused = false) => {
    await cart.locator('.store-total dd[aria-busy="false"]', { hasText: total }).waitFor();
    await cart.getByRole('alert').waitFor({ state: 'detached' });
    await cart.getByText('insufficient funds').waitFor({ state: refused ? 'visible' : 'detached' });
    expect(await cart.getByLabel('Pay with').inputValue()).toBe(method);
  };
  const isPaid = async (from: string) => {
    await cart.getByText(/^Order \d+ is placed$/u).waitFor();
    await cart.getByText(from).waitFor();
    await says('Your cart is empty.');
  };
  const mailersFor = async (chosen: string) => {
    await cart.getByLabel('Contacts', { exact: true }).waitFor();
    await expect.poll(() => cart.getByLabel('Contacts', { exact: true }).inputValue()).toBe(chosen);
  };
  return {
    page,
    moves: {
      'adds a badge': () => add('Name badge'),
      'adds a badge, and the server is away': async () => {
        await page.route(PREVIEW, (route) => route.fulfill({ status: 503, body: '' }));
        await add('Name badge');
      },
      'adds up again': async () => {
        await page.unroute(PREVIEW);
        await cart.getByRole('button', { name: 'Try again' }).click();
      },
      'adds one more': () => cart.getByRole('button', { name: 'One more of Name badge' }).click(),
      'removes the badges': () => remove('Name badge'),
      'reloads the page': () => page.reload(),
      'pays from the wallet': () => payWith('wallet'),
      'pays by card': () => payWith('card'),
      // Two clicks are one order.
      'places the order': async () => {
        await keepCard(page, 'pm_card_visa');
        await place().dblclick();
      },
      'places the order, and the card is declined': async () => {
        await keepCard(page, 'pm_card_insufficient');
        await place().click();
      },
      'places the order, and the answer is lost': async () => {
        await lose(1);
        await place().click();
      },
      'waits for the answer': () => cart.getByText(/is placed$/u).waitFor(),
      'reloads while it waits': () => page.reload(),
      'places the order, and no answer ever comes': async () => {
        await lose(5);
        await place().click();
        await cart.getByRole('button', { name: 'Check again' }).waitFor(LONG);
      },
      'checks again': () => cart.getByRole('button', { name: 'Check again' }).click(),
      'adds mailers': () => add('Turning 65 mailer'),
      'chooses all own contacts': () => cart.getByLabel('Contacts', { exact: true }).selectOption('mine'),
      'removes the mailers': () => remove('Turning 65 mailer'),
    },
    screens: {
      'an empty cart': () => says('Add an item to begin an order.'),
      'an empty cart after mailers': () => says('Add an item to begin an order.'),
      'a cart without a total': () => cart.getByRole('button', { name: 'Try again' }).waitFor(),
      'a badge by card': () => isCart('$14.00', 'card'),
      'a badge by wallet': () => isCart('$14.00', 'wallet'),
      'a badge by card, refused': () => isCart('$14.00', 'card', true),
      'two badges by card': () => isCart('$28.00', 'card'),
      'an order to confirm': () => says('Confirming your order'),
      'an order to check': () => says("We couldn't confirm your order"),
      'an order that is paid by card': () => isPaid('$14.00 paid from 4242'),
      'an order that is paid by wallet': () => isPaid('$14.00 paid from Wallet.'),
      'mailers for no one': () => mailersFor(''),
      'mailers for contacts': async () => {
        await mailersFor('mine');
        await cart.getByText(/^One each for [\d,]+ contacts/u).waitFor();
      },
    },
    end: async (moves) => {
      expect((await countPaid(page)) - before).toBe(moves.filter(isOrder).length);
      expect(tab.faults).toEqual([]);
      await tab.close();
    },
  };
}

const isOrder = ({ from, to }: Edge) => to.includes('order that is paid') && !from.includes('order that is paid');

test('every way from the cart to the order shows what the machine says, and no order is paid twice', async () => {
  const { missing } = await walkPage(storePageModel, { of: 'cart', begin });

  // A tab that opens with what it kept: reloads of the page, where the model continues.
  expect(missing.states).toEqual([]);
  expect(missing.transitions.every((name) => name.startsWith('cart.opening --always'))).toBe(true);
}, 300_000);
