import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { OrderDetail } from '#contract/orders.contract.ts';
import { openBrowser, openTab, signInAs, type Tab } from '../../tests/_e2e/browser.ts';
import { type Hand, walkPage } from '../_walk/walk-page.ts';
import { callFrom } from '../session/two-factor-person.ts';
import { PART, refundPageModel, TOTAL } from './refund-page.model.ts';

const REFUND = '**/v1/admin/order_management/*/refund';
/** Dollars of a refund that someone else makes. */
const OTHER = 40;
/** A machine that asks five times, two seconds apart, on a busy computer. */
const LONG = { timeout: 90_000 };

let browser: Browser;
let buyer: Tab;
let admin: Tab;
beforeAll(async () => {
  browser = await openBrowser();
  buyer = await openTab(browser, inject('appUrl'));
  await signInAs(buyer.page, 'agent');
  await callFrom(buyer.page, 'POST', '/v1/accounts/connect_card', { payment_method: 'pm_card_visa' });
  admin = await openTab(browser, inject('appUrl'));
  await signInAs(admin.page, 'admin');
});
afterAll(() => browser.close());

async function buyCards(page: Page): Promise<number> {
  type Items = { data: { id: number; name: string; price: number }[] };
  const items = await callFrom<Items>(page, 'GET', '/v1/store_items');
  const cards = items.data.find(({ price }) => price === TOTAL);
  const order = await callFrom<{ data: { id: number } }>(page, 'POST', '/v1/store_orders', {
    items: [{ product_id: cards?.id ?? 0, quantity: 1 }],
    payment_method: 'card',
    expected_total: TOTAL,
  });
  return order.data.id;
}

/** An administrator in the dialog, with an order that has just been paid. */
async function begin(): Promise<Hand> {
  const { page } = admin;
  const id = await buyCards(buyer.page);
  await page.goto(`/admin/orders?order=${id}`);
  const panel = page.getByRole('complementary', { name: `Order ${id}` });
  const dialog = page.getByRole('dialog', { name: `Refund order ${id}` });
  const amount = dialog.getByLabel('Amount in dollars');
  const button = (name: RegExp | string) => dialog.getByRole('button', { name });
  const says = (text: string) => dialog.getByText(text, { exact: true }).waitFor();
  const refund = (sum: number) => button(`Refund $${sum}.00`);
  const part = refund(PART);
  const lose = (times: number) =>
    page.route(
      REFUND,
      async (route) => {
        await route.fetch();
        await route.abort('connectionreset');
      },
      { times },
    );
  const isReady = async (sum: number, to: string) => {
    await refund(sum).waitFor();
    expect(await dialog.getByLabel('Goes to').inputValue()).toBe(to);
  };
  await panel.getByRole('button', { name: 'Refund…' }).click();
  await amount.waitFor();
  return {
    page,
    moves: {
      'types too much': () => amount.fill('500'),
      'types a part': () => amount.fill(`${PART}`),
      'uses what is left': () => button(`Use $${TOTAL}.00`).click(),
      'chooses the wallet': () => dialog.getByLabel('Goes to').selectOption('wallet'),
      // Two clicks are one refund.
      refunds: () => button(/^Refund \$/u).dblclick(),
      'refunds, and someone else was faster': async () => {
        await callFrom(page, 'POST', `/v1/admin/order_management/${id}/refund`, { amount: OTHER, reason: 'Damaged' });
        await refund(TOTAL).click();
      },
      'refunds, and the answer is lost': async () => {
        await lose(1);
        await part.click();
      },
      'waits for the answer': () => dialog.waitFor({ state: 'detached' }),
      'refunds, and no answer ever comes': async () => {
        await lose(5);
        await part.click();
        await button('Check again').waitFor(LONG);
      },
      'checks again': () => button('Check again').click(),
    },
    screens: {
      'a refund of too much': () => says(`At most $${TOTAL}.00 is left to refund.`),
      'a refund of a part to the card': () => isReady(PART, 'card'),
      'a refund of a part to the wallet': () => isReady(PART, 'wallet'),
      'a refund of all to the card': () => isReady(TOTAL, 'card'),
      'a refused refund': () => says(`At most $${TOTAL - OTHER}.00 is left to refund.`),
      'a refund to confirm': () => says('Confirming the refund'),
      'a refund to check': () => says("We couldn't confirm the refund"),
      'the order, refunded': async () => {
        await dialog.waitFor({ state: 'detached' });
        await panel
          .getByText(/^Refunded \$/u)
          .first()
          .waitFor();
      },
    },
    end: async (moves) => {
      const { data } = await callFrom<{ data: OrderDetail }>(page, 'GET', `/v1/admin/order_management/${id}`);
      const last = moves.at(-1);
      const own = last?.from.includes('refund of all') ? TOTAL : PART;
      const made = [
        ...(last?.to.includes('the order, refunded') ? [own] : []),
        ...(moves.some(({ move }) => move.endsWith('faster')) ? [OTHER] : []),
      ];
      expect(data.refunds.map(({ amount: sum, state }) => [sum, state])).toEqual(made.map((sum) => [sum, 'done']));
      expect(admin.faults).toEqual([]);
    },
  };
}

test('every way through a refund shows what the machine says, and nothing is refunded twice', async () => {
  const { missing } = await walkPage(refundPageModel, { of: 'refund', begin });

  expect(missing).toEqual({ states: [], transitions: [] });
}, 300_000);
