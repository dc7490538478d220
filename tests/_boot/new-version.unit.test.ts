import { describe, expect, test } from 'vitest';
import { PART_GONE } from '../../src/actors/_frame/load-part.ts';
import { reloadForNewVersion } from '../../src/views/_app/new-version.ts';

function reloadsOf(age: number, wasReloaded: boolean, event = PART_GONE): number {
  const page = new EventTarget();
  let reloads = 0;
  reloadForNewVersion(page, { age: () => age, wasReloaded: () => wasReloaded, reload: () => (reloads += 1) });
  page.dispatchEvent(new Event(event));
  return reloads;
}

describe('a part of the page that is gone', () => {
  test('reloads the page', () => expect(reloadsOf(5_000, false)).toBe(1));

  test('is more than one load that failed', () => expect(reloadsOf(5_000, false, 'vite:preloadError')).toBe(0));

  test("doesn't reload again right after a reload, which would never end", () =>
    expect(reloadsOf(5_000, true)).toBe(0));

  test('does again long after a reload', () => expect(reloadsOf(60_000, true)).toBe(1));
});
