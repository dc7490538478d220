import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { BookingType } from '#contract/bookings.contract.ts';
import { openBrowser, openTab, signInAs, type Tab } from '../../tests/_e2e/browser.ts';
import { type Hand, walkPage } from '../_walk/walk-page.ts';
import { callFrom } from '../session/two-factor-person.ts';
import { bookingPageModel } from './booking-page.model.ts';

let browser: Browser;
let agent: Tab;
let visitor: Tab;
beforeAll(async () => {
  browser = await openBrowser();
  agent = await openTab(browser, inject('appUrl'));
  visitor = await openTab(browser, inject('appUrl'), { width: 390, height: 844 });
  await signInAs(agent.page, 'agent');
});
afterAll(() => browser.close());

const everyDay = [0, 1, 2, 3, 4, 5, 6].map((day) => ({ day, from: '09:00', to: '17:00' }));

/** Someone who has been given the address of a page, and an agent with a calendar. */
async function begin(): Promise<Hand> {
  const { page } = visitor;
  const name = `Review ${crypto.randomUUID().slice(0, 8)}`;
  const { data: type } = await callFrom<{ data: BookingType }>(agent.page, 'POST', '/v1/booking_types', {
    name,
    hours: everyDay,
    zone: 'America/New_York',
    notice_hours: 0,
  });
  const heading = (title: string) => page.getByRole('heading', { level: 1, name: title }).waitFor();
  const button = (of: RegExp | string) => page.getByRole('button', { name: of });
  const times = page.locator('.times button');
  const freeTimes = async () => {
    const answer = await page.request.get(`/book/${type.slug}`);
    return [...(await answer.text()).matchAll(/name="start" value="(\d+)"/gu)].map(([, start]) => start);
  };
  let chosen = '';
  let held = '';
  const choose = async () => {
    chosen = (await times.first().getAttribute('value')) ?? '';
    await times.first().click();
  };
  await page.goto(`/book/${type.slug}`);
  await heading(name);
  return {
    page,
    moves: {
      'chooses a time': async () => {
        await choose();
        await page.waitForURL(/\/booking\//u);
        held = new URL(page.url()).pathname;
      },
      'fills in the form': async () => {
        await page.getByLabel('First name').fill('Rosa');
        await page.getByLabel('Last name').fill('Okafor');
        await page.getByLabel('E-mail').fill('rosa.okafor@example.com');
        await page.getByLabel('Phone').fill('512-555-0142');
        await button('Book this time').click();
      },
      'takes another time': async () => {
        await page.getByRole('link', { name: 'Move it' }).click();
        await heading(`Move: ${name}`);
        await choose();
      },
      'gives it back': () => button(/^(?:Choose another time|Cancel appointment)$/u).click(),
    },
    screens: {
      held: () => button('Book this time').waitFor(),
      booked: () => heading('You’re booked'),
      moved: async () => {
        await heading('You’re booked');
        expect(await (await page.request.get(held)).text()).toContain('This appointment has another time now.');
      },
      cancelled: async () => {
        await page.locator('h1').waitFor();
        expect(await (await page.request.get(held)).text()).toContain('This appointment is canceled.');
      },
    },
    end: async (moves) => {
      const isKept = moves.at(-1)?.move === 'takes another time';
      // A canceled time is free again, and a moved booking keeps its new one.
      expect((await freeTimes()).includes(chosen)).toBe(!isKept);
      const day = (offset: number) => {
        const [year, month, date] = new Date(Number(chosen) + offset * 86_400_000).toISOString().split(/[-T]/u);
        return `${month}/${date}/${year}`;
      };
      const query = new URLSearchParams({ start_date: day(-1), end_date: day(1), q: name });
      const { data } = await callFrom<{ data: unknown[] }>(agent.page, 'GET', `/v1/events?${query}`);
      expect(data.length).toBe(Number(isKept));
      expect([agent.faults, visitor.faults]).toEqual([[], []]);
    },
  };
}

test('every way through a booking shows the visitor what the machine says, and keeps one event or none', async () => {
  const { missing } = await walkPage(bookingPageModel, { of: 'booking', begin });

  expect(missing.states).toEqual(['booking.expired']);
  expect(missing.transitions.toSorted()).toEqual([
    'booking.expired --booking.book[0]--> booking.booked',
    'booking.held --booking.expire[0]--> booking.expired',
  ]);
}, 300_000);
