import { backOff } from '#rules/time/back-off.ts';

/** Milliseconds until a part that did not load is loaded again. Ours. */
const LOAD_AGAIN = { first: 500, longest: 30_000 };

/** Failures while the server answers. After these the file is gone: a new version has replaced it. Ours. */
const MISSES = 4;

/** Event of the window: a part is gone for good. */
export const PART_GONE = 'part-gone';

/** Counts the failures of one part, to tell a file that is gone from a network that is. */
export class Misses {
  #count = 0;

  /** True, and the window hears of it, once the server has answered often enough without the part. */
  async isGone(): Promise<boolean> {
    if (await isServerThere()) this.#count += 1;
    if (this.#count === MISSES) dispatchEvent(new Event(PART_GONE));
    return this.#count >= MISSES;
  }
}

/**
 * Loads a part of the app, and again for as long as the network is gone: what is on the page stays until then.
 *
 * @throws the last failure, once the server has answered and the file has still not come
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  const misses = new Misses();
  const styles = new Set<string>();
  for (let failures = 0; ; failures += 1) {
    const before = failedStyles.length;
    try {
      await loadAgain(styles);
      return await load();
    } catch (error) {
      for (const href of failedStyles.slice(before)) styles.add(href);
      if (await misses.isGone()) throw error;
      await timeToLoadAgain(failures);
    }
  }
}

/** Addresses of the stylesheets that did not load, in order. */
const failedStyles: string[] = [];

/** Notes every stylesheet that fails: Vite asks for each only once, so its part has to. */
export const watchStyles = (): void => addEventListener('error', ({ target }) => noteFailed(target), { capture: true });

function noteFailed(target: EventTarget | null): void {
  if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return;
  failedStyles.push(target.href);
  target.remove();
}

/** Loads the stylesheets of a set, which then keeps those that failed. @throws {Error} */
const loadAgain = (styles: Set<string>): Promise<unknown> =>
  Promise.all(
    [...styles].map(async (href) => {
      await loadStyles(href);
      styles.delete(href);
    }),
  );

const loadStyles = (href: string): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.crossOrigin = '';
    link.href = href;
    link.onload = resolve;
    link.onerror = () => reject(new Error(`no styles at ${href}`));
    document.head.append(link);
  });

const isServerThere = (): Promise<boolean> =>
  fetch('/healthz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Waits until a load may succeed after so many failures in a row, or the network returns. */
export const timeToLoadAgain = (failures: number): Promise<void> =>
  new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      removeEventListener('online', go);
      resolve();
    };
    const timer = setTimeout(go, backOff(LOAD_AGAIN, failures));
    addEventListener('online', go);
  });
