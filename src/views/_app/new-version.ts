import { PART_GONE } from '../../actors/_frame/load-part.ts';

/** Milliseconds after a reload in which another one would change nothing. Ours. */
const SETTLING_MS = 30_000;

interface Surroundings {
  /** Since the document was opened, in ms. */
  readonly age: () => number;
  readonly wasReloaded: () => boolean;
  readonly reload: () => void;
}

/**
 * After a deploy, chunks that an open page still refers to are gone: the page reloads once. If a part is gone right after
 * a reload, the error screen says so instead.
 */
export function reloadForNewVersion(page: EventTarget, { age, wasReloaded, reload }: Surroundings): void {
  page.addEventListener(PART_GONE, () => {
    if (!wasReloaded() || age() > SETTLING_MS) reload();
  });
}
