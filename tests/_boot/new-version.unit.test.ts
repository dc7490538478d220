import { describe, expect, test } from 'vitest';
import { reloadForNewVersion } from '../../src/views/_app/new-version.ts';

async function reloadsOf(age: number, wasReloaded: boolean, isThere = true): Promise<number> {
  const page = new EventTarget();
  let reloads = 0;
  reloadForNewVersion(page, {
    age: () => age,
    wasReloaded: () => wasReloaded,
    isServerThere: () => Promise.resolve(isThere),
    reload: () => (reloads += 1),
  });
  page.dispatchEvent(new Event('vite:preloadError'));
  await Promise.resolve();
  return reloads;
}

describe('a part of the page that is gone', () => {
  test('reloads the page', async () => expect(await reloadsOf(5_000, false)).toBe(1));

  test("doesn't reload again right after a reload, which would never end", async () =>
    expect(await reloadsOf(5_000, true)).toBe(0));

  test('does again long after a reload', async () => expect(await reloadsOf(60_000, true)).toBe(1));

  test('does not while the line is down, which would leave nothing of the page', async () =>
    expect(await reloadsOf(5_000, false, false)).toBe(0));
});
