/**
 * The clock of the server tests. Each test file begins at the same moment: in its own process and its children by `Date`,
 * in its databases by `now()` (`database-clock.ts`). Time passes from there. `TEST_NOW` chooses another moment.
 */

/** Milliseconds from this computer's clock to the clock of the tests. Child processes inherit it and preload this file. */
export const AHEAD_VARIABLE = 'TEST_CLOCK_AHEAD_MS';

/** Test files of one worker share it. */
const clock = ((globalThis as { testClock?: { aheadMs: number } }).testClock ??= installClock());

/** Restarts the clock at an instant. Only databases that are opened afterwards follow. */
export function beginAt(instant: number): void {
  clock.aheadMs += instant - Date.now();
  process.env[AHEAD_VARIABLE] = String(clock.aheadMs);
}

/**
 * Moves on to a Wednesday at 18:00 UTC, when every state of the United States permits calls: for worlds that are about
 * something else than hours. Call it before `openApp`.
 */
export function moveToCallingHours(): void {
  const wednesday = new Date();
  wednesday.setUTCHours(18, 0, 0, 0);
  while (wednesday.getUTCDay() !== 3 || wednesday.getTime() < Date.now() - 60_000)
    wednesday.setUTCDate(wednesday.getUTCDate() + 1);
  beginAt(wednesday.getTime());
}

/** Tells the time of this computer again: for tests of whole processes and of clusters that they start. */
export function keepRealClock(): void {
  delete process.env[AHEAD_VARIABLE];
  clock.aheadMs = 0;
}

/** Puts a `Date` in the place of the real one that is ahead of it. */
function installClock(): { aheadMs: number } {
  const RealDate = Date;
  const installed = { aheadMs: Number(process.env[AHEAD_VARIABLE] ?? 0) };
  const now = () => RealDate.now() + installed.aheadMs;
  globalThis.Date = new Proxy(RealDate, {
    apply: () => new RealDate(now()).toString(),
    construct: (real, values: unknown[], made) =>
      Reflect.construct(real, values.length === 0 ? [now()] : values, made) as Date,
    get: (real, name) => (name === 'now' ? now : (Reflect.get(real, name) as unknown)),
  });
  return installed;
}
