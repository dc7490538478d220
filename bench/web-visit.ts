import { gzipSync } from 'node:zlib';
import { type Browser, type CDPSession, type Page, type Response } from 'playwright-core';
import { openTab } from '../tests/_e2e/browser.ts';
import type { BenchUser } from './list-world.ts';
import { installProbe } from './web-probe.ts';

/** Slowdown of the processor. Our choice: a laptop a few years old. */
const SLOWED = 4;
/** Milliseconds between two keystrokes of a typing user, and of looking at a page before the next one. Our choice. */
const TYPING_MS = 90;
const LOOK_MS = 400;
const SETTLE_MS = 1_500;

/** One of the two pages. */
export interface Side {
  readonly name: string;
  readonly url: string;
}

export interface Found {
  readonly q: string;
  /** The ids of the first and the last contact of the page that the server finds. */
  readonly rows: readonly [first: string, last: string];
}

interface Opened {
  readonly page: Page;
  readonly devtools: CDPSession;
  readonly close: () => Promise<void>;
}

/** A new tab with an empty cache, in which this person is signed in; the processor is not slowed yet. */
async function open(browser: Browser, side: Side, { token }: BenchUser): Promise<Opened> {
  const { context, page, close } = await openTab(browser, side.url, { width: 1440, height: 900 });
  await context.addCookies([{ name: 'token', value: token, url: side.url }]);
  await installProbe(page);
  const devtools = await context.newCDPSession(page);
  return { page, devtools, close };
}

const slow = ({ devtools }: Opened, rate: number) => devtools.send('Emulation.setCPUThrottlingRate', { rate });
const readyOf = (page: Page) => page.evaluate(() => probe.ready);

/** Opens the list and waits for its rows. */
async function openList(tab: Opened, path: string): Promise<number> {
  await tab.page.goto(path, { waitUntil: 'commit' });
  return readyOf(tab.page);
}

async function turn({ page }: Opened): Promise<number> {
  const shown = page.evaluate(() => probe.shown());
  await page.keyboard.press('Enter');
  return shown;
}

export interface Weight {
  readonly files: number;
  /** Bytes of script, each file as gzip would send it. */
  readonly gzip: number;
  /** Bytes of script as they came over the wire. */
  readonly sent: number;
}

/** Script requested until the rows were displayed. */
export async function weigh(browser: Browser, side: Side, user: BenchUser, path: string): Promise<Weight> {
  const tab = await open(browser, side, user);
  const scripts: Response[] = [];
  tab.page.on('response', (response) => {
    if (new URL(response.url()).pathname.endsWith('.js')) scripts.push(response);
  });
  await openList(tab, path);
  const until = [...scripts];
  const bodies = await Promise.all(until.map((response) => response.body()));
  const sizes = await Promise.all(until.map((response) => response.request().sizes()));
  await tab.close();
  return {
    files: until.length,
    gzip: bodies.reduce((sum, body) => sum + gzipSync(body).byteLength, 0),
    sent: sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0),
  };
}

export interface Visit {
  readonly ready: number;
  readonly pages: readonly number[];
  readonly searches: readonly number[];
  /** The longest task of each page turn; 0 where none was long. */
  readonly longest: readonly number[];
  readonly shift: number;
  readonly interaction: number;
}

/** Opens the list, turns pages, searches; with the processor slowed from the start. */
export async function visit(
  browser: Browser,
  side: Side,
  user: BenchUser,
  { path, turns, found }: { path: string; turns: number; found: readonly Found[] },
): Promise<Visit> {
  const tab = await open(browser, side, user);
  const { page } = tab;
  await slow(tab, SLOWED);
  const ready = await openList(tab, path);
  await page.waitForTimeout(SETTLE_MS);

  await page.getByRole('button', { name: 'Next page' }).focus();
  await page.evaluate(() => probe.longTasks());
  const [pages, longest]: [number[], number[]] = [[], []];
  for (let i = 0; i < turns; i += 1) {
    pages.push(await turn(tab));
    await page.waitForTimeout(LOOK_MS);
    longest.push(Math.max(0, ...(await page.evaluate(() => probe.longTasks()))));
  }

  await page.getByRole('searchbox').focus();
  const searches: number[] = [];
  for (const { q, rows } of found) {
    await page.keyboard.press('Control+A');
    const shown = page.evaluate((wanted) => probe.shown(wanted), rows);
    await page.keyboard.type(q, { delay: TYPING_MS });
    searches.push(await shown);
    await page.waitForTimeout(LOOK_MS);
  }
  const shift = await page.evaluate(() => probe.shift());
  const interaction = await page.evaluate(() => probe.interaction());
  await tab.close();
  return { ready, pages, searches, longest, shift, interaction };
}

export interface Memory {
  readonly page: number;
  readonly heap: number;
  readonly nodes: number;
}

/** Turns pages as fast as they come and looks at the memory after some of them. */
export async function remember(
  browser: Browser,
  side: Side,
  user: BenchUser,
  { path, marks }: { path: string; marks: readonly number[] },
): Promise<Memory[]> {
  const tab = await open(browser, side, user);
  const { page, devtools } = tab;
  await openList(tab, path);
  await page.getByRole('button', { name: 'Next page' }).focus();
  const memories: Memory[] = [];
  for (let at = 2; at <= Math.max(...marks); at += 1) {
    await turn(tab);
    if (!marks.includes(at)) continue;
    await page.waitForTimeout(SETTLE_MS);
    await devtools.send('HeapProfiler.collectGarbage');
    const { usedSize } = await devtools.send('Runtime.getHeapUsage');
    const { nodes } = await devtools.send('Memory.getDOMCounters');
    memories.push({ page: at, heap: usedSize, nodes });
  }
  await tab.close();
  return memories;
}

export interface Touch {
  readonly what: string;
  readonly ms: number;
}

/** Other actions on the list, from input to paint; only the app has them. */
export async function touch(browser: Browser, side: Side, user: BenchUser, path: string): Promise<Touch[]> {
  const tab = await open(browser, side, user);
  const { page } = tab;
  await slow(tab, SLOWED);
  await openList(tab, path);
  await page.waitForTimeout(SETTLE_MS);
  const touches: Touch[] = [];
  const timed = async (what: string, selector: string, act: () => Promise<unknown>) => {
    const appeared = page.evaluate((wanted) => probe.appeared(wanted), selector);
    await act();
    touches.push({ what, ms: await appeared });
    await page.waitForTimeout(LOOK_MS);
  };
  const press = (key: string) => () => page.keyboard.press(key);
  await timed('move the cursor', 'tr.is-cursor', press('j'));
  await timed('select a row', 'tr[aria-selected=true]', press('x'));
  await timed('open the dialog of a new contact', '[role=dialog]', press('n'));
  await page.keyboard.press('Escape');
  await page.waitForTimeout(LOOK_MS);
  await page.keyboard.press('Escape');
  await timed('open a contact', '.contact-person', press('Enter'));
  await timed('go back to the list', 'tr[data-contact]', () => page.evaluate(() => probe.back()));
  await tab.close();
  return touches;
}
