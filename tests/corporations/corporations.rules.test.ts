import { describe, expect, test } from 'vitest';
import { colorFault, contrastOf, inkOn, shownColors } from '#rules/corporations/colors.ts';
import { hoursFault } from '#rules/corporations/office-hours.ts';
import { trackingProvider } from '#rules/corporations/tracking.ts';

describe('colors', () => {
  test('have the contrast that WCAG computes, never rounded up', () => {
    expect(contrastOf('#000000', '#ffffff')).toBe(21);
    expect(contrastOf('#ffffff', '#ffffff')).toBe(1);
    // 4.478: rounded to the nearest tenth, it would pass.
    expect(contrastOf('#777777', '#ffffff')).toBe(4.4);
  });

  test('an empty or half-typed one is the default', () => {
    expect(shownColors({ color_1: '#12', color_3: '' })).toEqual(shownColors({}));
    expect(shownColors({ color_1: '#ABCDEF' }).color_1).toBe('#abcdef');
  });

  test.each([
    ['headings', { color_1: '#777777', color_3: '#ffffff' }, 'color_1'],
    ['links', { color_2: '#ffff00' }, 'color_2'],
    ['the default headings on a dark background', { color_3: '#101010' }, 'color_1'],
  ])('that hide %s name the field', (_what, colors, field) => {
    expect(colorFault(colors)?.field).toBe(field);
  });

  test('the defaults can be read, and buttons take the better ink', () => {
    expect(colorFault({})).toBeNull();
    expect([inkOn('#14343b'), inkOn('#ffee00')]).toEqual(['#ffffff', '#000000']);
  });
});

test.each([
  ['G-ABC1234567', 'Google Analytics'],
  ['GTM-ABC1234', 'Google Tag Manager'],
  ['AW-123456789', 'Google Ads'],
  ['123456789012345', 'Meta Pixel'],
  ['<script>alert(1)</script>', null],
  ['G-ABC1234567"><script>', null],
  ['G-ABC1234567\n', null],
  ['UA-1', null],
])('the tracking code %j is an id of %s', (code, provider) => {
  expect(trackingProvider(code)).toBe(provider);
});

test('office hours have a day once, and close after they open', () => {
  const monday = { day: 'monday', opens: '09:00', closes: '17:00' };
  expect(hoursFault([monday, { ...monday, day: 'friday' }])).toBeNull();
  expect(hoursFault([monday, monday])).toBe('Enter each day once.');
  expect(hoursFault([{ ...monday, closes: '09:00' }])).toBe('Enter a closing time after the opening time.');
});
