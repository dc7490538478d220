import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { contactFile } from '../../server/features/demo/contact-file.ts';
import { openBrowser, openTab, signInAs, type Tab } from '../../tests/_e2e/browser.ts';
import { callFrom } from '../session/two-factor-person.ts';
import { beginPath } from '../_walk/page-path.ts';
import { walkMoves } from '../_walk/walk-moves.ts';
import { trace, walk } from '../_walk/walk.ts';
import { livePageModel } from './live-page.model.ts';

/** Start of every path. */
const START = 'an import runs below';
/** Rows that take longer to import than a path takes to walk. */
const ROWS = 60_000;

let browser: Browser;
let agent: Tab;

beforeAll(async () => {
  browser = await openBrowser();
  agent = await openTab(browser, inject('appUrl'));
  await signInAs(agent.page, 'agent');
});
afterAll(() => browser.close());
// Left running by a failed test it would keep the jobs of later files waiting.
afterEach(() => cancelImport());

/** The import that runs now. */
let running: number | null = null;

async function cancelImport(): Promise<void> {
  if (running !== null)
    await callFrom(agent.page, 'POST', `/v1/contacts/import_attempts/${running}/cancel`).catch(() => undefined);
  running = null;
}

/** Imports a long file as an agent below the supervisor. Returns its number. */
async function startImport(name: string, seed: number): Promise<number> {
  const { page } = agent;
  const buffer = Buffer.from([...contactFile({ rows: ROWS, seed })].join(''));
  await page.goto('/imports/new');
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: 'Check the file' }).click();
  await page.getByRole('button', { name: /^Import [\d,]+ rows/u }).click();
  await page
    .locator('.job .big')
    .filter({ hasText: /^[1-9]/u })
    .waitFor();
  return Number(new URL(page.url()).pathname.split('/').at(-1));
}

/** A supervisor who makes the moves of the model on the page. */
function supervisor({ page }: Tab, { id, name }: { readonly id: number; readonly name: string }) {
  const row = page.locator('.job-row').filter({ hasText: name });
  const button = (verb: string) => row.getByRole('button', { name: `${verb} ${name}` });
  const alert = page.getByRole('alert');
  const opens = () => page.goto('/live');
  const away = (address: string) => page.route(address, (route) => route.fulfill({ status: 503, body: '' }));
  /** Away until a click: the page also reads again by itself, once its line stands. */
  const awayUntilClick = async (address: string) => {
    await page.addInitScript(() =>
      addEventListener('click', () => Object.assign(globalThis, { hasClicked: true }), true),
    );
    await page.route(address, async (route) => {
      const isBack = await page.evaluate(() => 'hasClicked' in globalThis);
      await (isBack ? route.continue() : route.fulfill({ status: 503, body: '' }));
    });
  };
  const whileAway = async (address: string, act: () => Promise<unknown>) => {
    await away(address);
    await act();
    await alert.waitFor();
    await page.unroute(address);
  };

  const moves: Readonly<Record<string, () => Promise<unknown>>> = {
    'opens the page': opens,
    'opens the page, and the server is away': async () => {
      await awayUntilClick('**/v1/live/overview/read');
      await opens();
    },
    'tries again': () => page.getByRole('button', { name: 'Try again' }).click(),
    'pauses it': () => button('Pause').click(),
    'pauses it, and the server is away': () => whileAway('**/import_attempts/*/pause', () => button('Pause').click()),
    'resumes it': () => button('Resume').click(),
    'resumes it, and the server is away': () =>
      whileAway('**/import_attempts/*/resume', () => button('Resume').click()),
    'the owner cancels it': () => callFrom(agent.page, 'POST', `/v1/contacts/import_attempts/${id}/cancel`),
  };
  const isRefused = (is: boolean) => alert.waitFor({ state: is ? 'visible' : 'detached' });
  const shows = (verb: string, refused: boolean) => async () => {
    await button(verb).and(page.locator(':not([aria-disabled="true"])')).waitFor();
    await isRefused(refused);
  };
  const screens: Readonly<Record<string, () => Promise<unknown>>> = {
    'not loaded': () => page.getByRole('button', { name: 'Try again' }).waitFor(),
    running: shows('Pause', false),
    'running, refused': shows('Pause', true),
    paused: shows('Resume', false),
    'paused, refused': shows('Resume', true),
    over: () => row.waitFor({ state: 'detached' }),
  };
  return {
    make: (move: string) => moves[move]?.() ?? Promise.reject(new Error(`cannot ${move}`)),
    see: (screen: string) => screens[screen]?.() ?? Promise.reject(new Error(`nobody knows the screen ${screen}`)),
  };
}

test('every way through the live page shows what the machine says', async () => {
  const { paths, edges } = await walk(livePageModel, { onPage: true });
  const walked = new Set<string>();

  for (const [at, { moves }] of paths.entries()) {
    const name = `live ${at}.csv`;
    const id = await startImport(name, 31 + at);
    running = id;
    const tab = await openTab(browser, inject('appUrl'));
    await signInAs(tab.page, 'manager');
    const { make, see } = supervisor(tab, { id, name });
    const path = beginPath('live');
    const told = await trace(livePageModel, { start: START, moves: moves.map(({ move }) => move) });
    await walkMoves(moves, { page: tab.page, path, steps: told.steps, make, see });
    for (const { from, move } of moves) walked.add(`${from} ${move}`);
    expect(tab.faults).toEqual([]);
    path.end();
    await cancelImport();
    await tab.close();
  }

  expect(walked.size).toBe(edges.length);
  expect(agent.faults).toEqual([]);
}, 300_000);
