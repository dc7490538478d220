import { describe, expect, test } from 'vitest';
import { wordsOfLeft } from '../../src/views/_app/FrameActing.tsx';
import { ActingBar } from '../../src/views/_frame/ActingBar.tsx';
import { mount, only } from '../_kit/mount.ts';

const MINUTE_MS = 60_000;

describe('the time left', () => {
  test.each([
    [60 * MINUTE_MS, '60 min left'],
    [46 * MINUTE_MS + 59_000, '46 min left'],
    [MINUTE_MS, '1 min left'],
    [MINUTE_MS - 1, 'less than a minute left'],
    [0, 'less than a minute left'],
  ])('of %i ms is "%s"', (ms, words) => expect(wordsOfLeft(ms)).toBe(words));
});

describe('the bar', () => {
  const bar = (people: readonly string[]) => {
    mount(
      <ActingBar
        people={people}
        since="2:04 PM"
        left="46 min left"
        reason="can't find AEP leads"
        limits="Cards are off."
        exitLabel="Exit to Marcus"
        onExit={() => undefined}
      />,
    );
    return only('.acting p').textContent;
  };

  test('names who acts as whom, since when, how long still, and why', () =>
    expect(bar(['Marcus Ellery', 'Dana Whitfield'])).toBe(
      "Marcus Ellery logged in as Dana Whitfield since 2:04 PM, 46 min left. Reason: “can't find AEP leads”. Cards are off.",
    ));

  test('names everybody in between', () =>
    expect(bar(['Ingrid Sato', 'Marcus Ellery', 'Dana Whitfield'])).toContain(
      'Ingrid Sato as Marcus Ellery, logged in as Dana Whitfield',
    ));
});
