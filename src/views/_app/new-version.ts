/** Milliseconds after a reload in which another one would change nothing. Ours. */
const SETTLING_MS = 30_000;

interface Surroundings {
  /** Since the document was opened, in ms. */
  readonly age: () => number;
  readonly wasReloaded: () => boolean;
  /** False while the line is down: a reload would leave nothing. */
  readonly isServerThere: () => Promise<boolean>;
  readonly reload: () => void;
}

/**
 * After a deploy, chunks that an open page still refers to are gone: the page reloads once. If a chunk is missing right
 * after a reload, or the server is unreachable, the error screen says so instead.
 */
export function reloadForNewVersion(
  page: EventTarget,
  { age, wasReloaded, isServerThere, reload }: Surroundings,
): void {
  page.addEventListener('vite:preloadError', () => {
    if (wasReloaded() && age() <= SETTLING_MS) return;
    void isServerThere().then((isThere) => {
      if (isThere) reload();
    });
  });
}
