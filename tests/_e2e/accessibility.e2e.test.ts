import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, inject, test } from 'vitest';

import { openBrowser, SOUND_FLAGS } from './browser.ts';
import { findings, inTheDark, sideways, tabRound } from './judge.ts';
import type { Place } from './place.ts';
import { PLACES } from './places.ts';
import { Visitors, WIDE } from './visitors.ts';

const NARROW = { width: 390, height: 844 };
/** A screen of 1440 x 900 at 200 % zoom. */
const ZOOMED = { width: 720, height: 450 };
/** CSS pixels at which nothing may stick out sideways: 1280 at 400 % zoom (WCAG 1.4.10). */
const SLIM = { width: 320, height: 640 };

let browser: Browser;
let visitors: Visitors;
/** Those whose rail has been judged, alone or with the list of pages beside it: it is the same on every page of theirs. */
const railsKnown = new Set<string>();

beforeAll(async () => {
  browser = await openBrowser(SOUND_FLAGS);
  visitors = new Visitors(browser, inject('appUrl'));
});
afterAll(() => browser?.close());

const pattern = (route: string) => new RegExp(`^${route.replaceAll(/\$\w+/gu, '[^/]+')}/?$`, 'u');

/** What is wrong with a place that one has gone to, on every screen and by every way of using it. */
async function faultsAt({ who, floats, go, isOpenedAnew }: Place, page: Page): Promise<string[]> {
  const isPage = floats.length === 0;
  const rail = `${who} ${await page.locator('.rail, .subnav').count()}`;
  const look = { isPage, isRailKnown: isPage && railsKnown.has(rail) };
  if (isPage && (await page.locator('.rail').count()) > 0) railsKnown.add(rail);
  const isOfPhones = floats.includes('_frame/NavSheet');
  const found: string[] = [];
  const sizes = isOfPhones ? [NARROW] : [WIDE, NARROW, ZOOMED];
  for (const size of sizes) {
    await page.setViewportSize(size);
    if (isOpenedAnew) await go(page, visitors);
    const on = (fault: string) => `${size.width}: ${fault}`;
    if (size !== ZOOMED) found.push(...(await findings(page, { ...look, isAgain: size !== sizes[0] })).map(on));
    if (size === sizes[0]) found.push(...(await inTheDark(page, look)).map(on));
    // Narrow and zoomed have one layout, which hides more where it is low.
    if (size === NARROW && !isOfPhones) continue;
    const { stops, faults } = await tabRound(page, look);
    found.push(...(stops === 0 ? ['nothing takes the focus'] : faults).map(on));
  }
  await page.setViewportSize(SLIM);
  if (isOpenedAnew) await go(page, visitors);
  return [...found, ...(await sideways(page))];
}

/** Goes there. @throws with what the page shows instead. */
const arrive = (place: Place, page: Page): Promise<unknown> =>
  place.go(page, visitors).catch(async (error: unknown) => {
    const shown = await page.locator('body').innerText();
    throw new Error(`${String(error)}\nThe page shows:\n${shown.slice(-2_000)}`, { cause: error });
  });

const ONE_BY_ONE = { concurrent: false };
const BY_VISITOR = Map.groupBy(Object.entries(PLACES), ([, { who }]) => who);

// Visitors look around side by side, each at one place after the other: what waits for its turn has no time limit running.
describe.concurrent.each([...BY_VISITOR])('seen by %s', (_who, places) => {
  test.for(places)(
    '%s is usable without sight, without a mouse, and on every screen',
    ONE_BY_ONE,
    ([, place], { expect }) =>
      visitors.visit(place.who, async (page) => {
        await page.setViewportSize(WIDE);

        await arrive(place, page);

        if (place.route !== null) expect(new URL(page.url()).pathname).toMatch(pattern(place.route));
        await expect.poll(() => page.title(), { timeout: 30_000 }).toMatch(/^.{3,}(- | to )Bellwether$/u);
        const faults = await faultsAt(place, page);
        expect(faults, faults.join('\n')).toEqual([]);
      }),
  );
});
