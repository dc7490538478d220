import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Brand, brands } from '../../src/brands/brand.ts';
import { brandTokens } from '../../src/brands/brand-tokens.ts';
import { contrast } from './contrast.ts';

/** WCAG 2.2 AA: text, and what must be seen to use a control. */
const TEXT = 4.5;
const SHAPE = 3;

const css = readFileSync(new URL('../../src/styles/tokens.css', import.meta.url), 'utf8');

/** Custom properties of the first block whose selectors include this one. */
function block(selector: string): Record<string, string> {
  const found = [...css.matchAll(/([^{}]+)\{([^{}]*)\}/gu)].find(([, selectors]) =>
    (selectors ?? '')
      .replace(/\/\*[\s\S]*?\*\//gu, '')
      .split(',')
      .map((one) => one.trim())
      .includes(selector),
  );
  if (!found) throw new Error(`no block ${selector} in tokens.css`);
  return Object.fromEntries(
    [...(found[2] ?? '').matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})/gu)].map(([, name, value]) => [name, value]),
  );
}

const PRIMARIES = ['brand', 'orange', 'green', 'pink', 'yellow', 'purple'];
const BACKGROUNDS = ['default', 'dark'] as const;

function tokensOf(brand: Brand, primary: string, background: (typeof BACKGROUNDS)[number]): Record<string, string> {
  const dark = background === 'dark';
  const own = dark ? brandTokens[brand.key].dark : brandTokens[brand.key].light;
  const chosen = dark ? `[data-bg="dark"][data-primary="${primary}"]` : `[data-primary="${primary}"]`;
  return {
    ...block(':root'),
    ...(dark ? block('[data-bg="dark"]') : {}),
    ...own,
    ...(primary === 'brand' ? {} : block(chosen)),
  };
}

const SURFACES = ['bg', 'rail', 'surface', 'hover', 'press'];
const SELECTED = ['primary-soft', 'primary-soft-2'];
const MEANINGS = ['good', 'warn', 'bad', 'info'];

/** Foreground, backgrounds it may lie on, least ratio. */
const PAIRS: readonly [string, readonly string[], number][] = [
  ['text-1', [...SURFACES, ...SELECTED], TEXT],
  ['text-2', [...SURFACES, ...SELECTED], TEXT],
  ['text-3', [...SURFACES, ...SELECTED], TEXT],
  ['control', ['bg', 'rail', 'surface', 'hover', 'primary-soft'], SHAPE],
  ['primary-on-fill', ['primary-fill', 'primary-fill-hover'], TEXT],
  ['primary-edge', ['bg', 'rail', 'surface', 'hover', 'primary-soft'], SHAPE],
  ['primary-text', [...SURFACES, ...SELECTED], TEXT],
  ['acting-on', ['acting-bg', 'acting-hover'], TEXT],
  ['good-on-fill', ['good-fill'], TEXT],
  ['bad-on-fill', ['bad-fill'], TEXT],
  ...MEANINGS.flatMap((meaning): [string, readonly string[], number][] => [
    [`${meaning}-text`, ['bg', 'rail', 'surface', 'hover', `${meaning}-soft`], TEXT],
    [`${meaning}-mark`, ['bg', 'rail', 'surface', 'hover', 'primary-soft', `${meaning}-soft`], SHAPE],
    ['text-1', [`${meaning}-soft`], TEXT],
    ['text-2', [`${meaning}-soft`], TEXT],
  ]),
];

function failuresOf(tokens: Record<string, string>): string[] {
  return PAIRS.flatMap(([name, grounds, least]) =>
    grounds.flatMap((ground) => {
      const ratio = contrast(tokens[name] ?? '', tokens[ground] ?? '');
      return ratio >= least ? [] : [`${name} on ${ground}: ${ratio.toFixed(2)} < ${least}`];
    }),
  );
}

describe.each(Object.values(brands))('$name', (brand) => {
  describe.each(BACKGROUNDS)('%s background', (background) => {
    test.each(PRIMARIES)('every pair of the %s primary passes AA', (primary) => {
      expect(failuresOf(tokensOf(brand, primary, background))).toEqual([]);
    });
  });
});

test('the default brand is the one that the style sheet draws before a brand is applied', () => {
  const { light, dark } = brandTokens.bellwether;
  expect({ ...block(':root'), ...block('[data-primary="brand"]') }).toMatchObject(light);
  expect({ ...block('[data-bg="dark"]'), ...block('[data-bg="dark"][data-primary="brand"]') }).toMatchObject(dark);
});
