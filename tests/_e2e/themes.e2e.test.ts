import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { brandStyles } from '../../src/brands/brand-styles.ts';
import { brandTokens } from '../../src/brands/brand-tokens.ts';
import { brands } from '../../src/brands/brand.ts';
import { BACKGROUNDS, FONT_SIZES, PRIMARY_COLORS } from '../../src/views/_frame/display-options.ts';
import { openBrowser, openTab, signInAs } from './browser.ts';
import { paint, tabRound, tooPale } from './judge.ts';

const SCREEN = { width: 1440, height: 900 };

let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
  ({ page } = await openTab(browser, inject('appUrl'), SCREEN));
  await signInAs(page, 'agent');
});
afterAll(() => browser?.close());
afterEach(() => page.emulateMedia({ forcedColors: 'none', reducedMotion: 'no-preference' }));

const openKit = async () => {
  await page.goto('/_kit');
  await page.getByRole('heading', { level: 1, name: 'Design kit' }).waitFor();
};

const openContacts = async () => {
  await page.goto('/contacts');
  await page.locator('main tbody tr a').first().waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.getByRole('toolbar').waitFor();
};

/** Puts the colours of a brand on as the app does. */
const wear = (styles: string) =>
  page.evaluate((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = [sheet];
  }, styles);

describe('every part of the kit stands out from what it lies on', () => {
  beforeAll(async () => {
    await openKit();
    expect(await tooPale(page)).toEqual([]);
  });

  test.each(Object.values(brands).map((brand) => [brand.name, brand] as const))(
    'in every colour of %s, by day and in the dark',
    async (_name, brand) => {
      await wear(brandStyles(brandTokens[brand.key]));
      const found: string[] = [];
      for (const bg of BACKGROUNDS)
        for (const primary of PRIMARY_COLORS) {
          await paint(page, { bg, primary });
          found.push(...(await tooPale(page)).map((fault) => `${bg} ${primary}: ${fault}`));
        }

      expect(found.join('\n')).toBe('');
    },
  );

  test('in every size of text', async () => {
    const found: string[] = [];
    for (const size of FONT_SIZES) {
      await paint(page, { size, bg: 'default', primary: 'brand' });
      found.push(...(await tooPale(page)).map((fault) => `${size}: ${fault}`));
    }

    expect(found.join('\n')).toBe('');
  });
});

describe('in the colours of the system', () => {
  beforeEach(() => page.emulateMedia({ forcedColors: 'active' }));

  test.each([
    ['contacts', openContacts],
    ['the kit', openKit],
  ])('the focus shows on %s', async (_name, open) => {
    await open();

    const { stops, faults } = await tabRound(page);

    expect(stops).toBeGreaterThan(20);
    expect(faults).toEqual([]);
  });

  test.each([
    ['contacts', openContacts],
    ['the kit', openKit],
  ])('what is selected differs from what is not, and drawings are seen, on %s', async (_name, open) => {
    await open();

    expect(await page.evaluate(unmarked)).toEqual([]);
    expect(await page.evaluate(unseenDrawings)).toEqual([]);
  });
});

test.each([
  ['contacts', openContacts],
  ['the kit', openKit],
])('nothing moves on %s for those who asked for no motion', async (_name, open) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open();

  expect(await page.evaluate(moving)).toEqual([]);
});

/** Runs in the page: kinds of controls of which the selected ones look like the others. */
function unmarked(): string[] {
  const look = (part: Element) => {
    const { outlineStyle, borderColor, borderBottomColor, borderBottomWidth, backgroundColor, color } =
      getComputedStyle(part);
    const drawn = getComputedStyle(part, '::after');
    return [
      outlineStyle,
      borderColor,
      borderBottomColor,
      borderBottomWidth,
      backgroundColor,
      color,
      drawn.content,
    ].join();
  };
  const pairs: [string, string][] = [
    ['tbody tr[aria-selected=true]', 'tbody tr[aria-selected=false]'],
    ['.nav a[aria-current]', '.nav a:not([aria-current])'],
    ['[role=tab][aria-selected=true]', '[role=tab][aria-selected=false]'],
    ['.segments label:has(:checked)', '.segments label:not(:has(:checked))'],
    ['.check:checked', '.check:not(:checked, :indeterminate)'],
    ['input[type=radio]:checked', 'input[type=radio]:not(:checked)'],
  ];
  return pairs.flatMap(([on, off]) => {
    const [selected, other] = [document.querySelector(on), document.querySelector(off)];
    return selected !== null && other !== null && look(selected) === look(other) ? [on] : [];
  });
}

/** Runs in the page: drawings whose line is nearly the colour of what they lie on. */
function unseenDrawings(): string[] {
  const numbers = (color: string) => (color.match(/[\d.]+/gu) ?? []).map(Number);
  const luminance = ([r = 0, g = 0, b = 0]: number[]) => {
    const [lr = 0, lg = 0, lb = 0] = [r, g, b].map((part) => {
      const share = part / 255;
      return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * lr + 0.7152 * lg + 0.0722 * lb;
  };
  const groundOf = (part: Element | null): number[] => {
    if (part === null) return numbers(getComputedStyle(document.body).backgroundColor);
    const ground = numbers(getComputedStyle(part).backgroundColor);
    return ground.length === 4 && ground[3] === 0 ? groundOf(part.parentElement) : ground;
  };
  return [...document.querySelectorAll('svg.i')].flatMap((drawing) => {
    const [line, ground] = [luminance(numbers(getComputedStyle(drawing).stroke)), luminance(groundOf(drawing))];
    const ratio = (Math.max(line, ground) + 0.05) / (Math.min(line, ground) + 0.05);
    return ratio < 3 ? [`${drawing.parentElement?.className} ${ratio.toFixed(1)}`] : [];
  });
}

/** Runs in the page: what moves, or would when it changes, for longer than a millisecond. */
function moving(): string[] {
  const LONGEST_S = 0.001;
  const isLong = (durations: string) => durations.split(',').some((one) => Number.parseFloat(one) > LONGEST_S);
  const found = [...document.querySelectorAll('*')].flatMap((part) =>
    [undefined, '::before', '::after'].flatMap((pseudo) => {
      const { animationName, animationDuration, transitionDuration } = getComputedStyle(part, pseudo);
      const moves = (animationName !== 'none' && isLong(animationDuration)) || isLong(transitionDuration);
      return moves ? [`${part.tagName}.${part.className} ${animationName} ${transitionDuration}`] : [];
    }),
  );
  return [...new Set(found)];
}
