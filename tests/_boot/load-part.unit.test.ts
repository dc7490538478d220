import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { loadPart, PART_GONE } from '../../src/actors/_frame/load-part.ts';

const missing = new TypeError('Failed to fetch dynamically imported module');
let page: EventTarget;

beforeEach(() => {
  page = new EventTarget();
  vi.useFakeTimers();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  vi.stubGlobal('dispatchEvent', page.dispatchEvent.bind(page));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const serverIs = (state: 'there' | 'away') =>
  vi.stubGlobal('fetch', () => (state === 'there' ? Promise.resolve({ ok: true }) : Promise.reject(missing)));

/** Loads a part that fails so many times before it comes. */
function loading(failures: number) {
  let loads = 0;
  const end = { loads: () => loads, came: null as string | null, error: null as unknown };
  loadPart(() => {
    loads += 1;
    return loads > failures ? Promise.resolve('the part') : Promise.reject(missing);
  }).then(
    (part) => (end.came = part),
    (error: unknown) => (end.error = error),
  );
  return end;
}

describe('a part of a page that does not load', () => {
  test('is loaded again after half a second', async () => {
    serverIs('there');
    const part = loading(1);
    await vi.advanceTimersByTimeAsync(499);
    expect(part.loads()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(part.came).toBe('the part');
  });

  test('is awaited for as long as the server is away', async () => {
    serverIs('away');
    const part = loading(40);
    await vi.advanceTimersByTimeAsync(1_200_000);
    expect(part).toMatchObject({ came: 'the part', error: null });
  });

  test('is loaded at once when the network returns', async () => {
    serverIs('away');
    const part = loading(8);
    await vi.advanceTimersByTimeAsync(70_000);
    const before = part.loads();
    page.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(0);
    expect(part.loads()).toBe(before + 1);
  });

  test('is given up once the server has answered four times without it, and the window hears of it', async () => {
    serverIs('there');
    const gone = vi.fn();
    page.addEventListener(PART_GONE, gone);
    const part = loading(99);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(part).toMatchObject({ came: null, error: missing });
    expect([part.loads(), gone.mock.calls.length]).toEqual([4, 1]);
  });
});
