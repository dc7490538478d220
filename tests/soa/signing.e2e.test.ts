import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openBrowser, openTab, signInAs, type Tab } from '../_e2e/browser.ts';
import { findings } from '../_e2e/judge.ts';

let browser: Browser;
let agent: Tab;
let person: Tab;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
  agent = await openTab(browser, inject('appUrl'), { width: 1440, height: 900 });
  person = await openTab(browser, inject('appUrl'), { width: 390, height: 844 });
  page = person.page;
  await signInAs(agent.page, 'agent');
});
afterAll(() => browser?.close());

/** Path of the link of a new scope of appointment, as the agent hands it over. */
async function newLink(): Promise<string> {
  const { page: desk } = agent;
  await desk.goto('/soa-requests?soa=new');
  await desk.getByLabel('Contact', { exact: true }).fill('Abernathy');
  await desk.locator('.people-choice').first().click();
  await desk.getByRole('checkbox', { name: 'Medicare Supplement (Medigap)' }).check();
  await desk.getByRole('button', { name: 'Save draft' }).click();
  await desk.getByRole('button', { name: 'Get link and QR code' }).click();
  await desk.getByRole('button', { name: 'Copy link' }).waitFor();
  const id = new URL(desk.url()).searchParams.get('soa') ?? '';
  const { data } = (await (await desk.request.get(`/v1/soa_requests/${id}`)).json()) as { data: { link: string } };
  return new URL(data.link).pathname;
}

const focused = () => page.evaluate(() => document.activeElement?.id ?? '');
async function tabTo(id: string): Promise<void> {
  for (let step = 0; step < 30 && (await focused()) !== id; step += 1) await page.keyboard.press('Tab');
  expect(await focused()).toBe(id);
}

test('a person signs by keyboard on a phone, in Spanish, and the agent completes it', async () => {
  await page.goto(await newLink());
  await page.getByRole('heading', { name: 'Scope of appointment' }).waitFor();
  expect(await findings(page, { isPage: true })).toEqual([]);
  await page.getByRole('link', { name: 'Español' }).click();
  await page.getByRole('heading', { name: 'Alcance de la cita' }).waitFor();

  await page.getByRole('button', { name: /^Firmar/u }).press('Enter');
  await page.getByRole('alert').getByText('Escriba su nombre y apellido.').waitFor();
  expect(await page.evaluate(() => document.activeElement?.className)).toBe('faults');
  expect(await findings(page, { isPage: true })).toEqual([]);

  await tabTo('part_d');
  await page.keyboard.press('Space');
  await tabTo('name');
  await page.keyboard.type('Rosa Abernathy');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Firmado. Gracias' }).waitFor();
  await page.getByText('Planes de medicinas Parte D').waitFor();
  expect(await findings(page, { isPage: true })).toEqual([]);

  const { page: desk } = agent;
  await desk.getByRole('button', { name: 'Complete' }).click();
  await desk.getByLabel('Meeting').fill('2099-12-01T10:00');
  await desk.getByLabel('How the person first got in touch').fill('Called the office');
  await desk.getByRole('button', { name: 'Sign and complete' }).click();
  await desk.getByText('Completed and sealed').waitFor();
  await desk.getByRole('button', { name: 'Verify seal' }).click();
  await desk.getByText('Unchanged since it was sealed').waitFor();
  expect([agent.faults, person.faults]).toEqual([[], []]);
});

test('a person draws the signature, and without scripts the typed name is enough', async () => {
  const link = await newLink();
  const context = await browser.newContext({ baseURL: inject('appUrl'), javaScriptEnabled: false });
  const plain = await context.newPage();
  await plain.goto(link);
  expect(await plain.locator('#draw').isVisible()).toBe(false);
  await context.close();

  await page.goto(link);
  await page.getByLabel('Your full name').fill('Rosa Abernathy');
  const pad = page.locator('#pad');
  await pad.scrollIntoViewIfNeeded();
  const box = await pad.boundingBox();
  if (box === null) throw new Error('the pad has no place');
  await page.mouse.move(box.x + 20, box.y + 40);
  await page.mouse.down();
  await page.mouse.move(box.x + 90, box.y + 20, { steps: 4 });
  await page.mouse.up();
  await page.getByRole('button', { name: /^Sign and send/u }).click();
  await page.getByRole('heading', { name: 'Signed. Thank you' }).waitFor();
  const copy = await page.request.get(
    (await page.getByRole('link', { name: /^Download your copy/u }).getAttribute('href')) ?? '',
  );
  expect([copy.status(), (await copy.body()).subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
  expect(person.faults).toEqual([]);
});
