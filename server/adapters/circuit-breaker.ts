export interface BreakerOptions {
  /** In a row. */
  readonly failures: number;
  /** Milliseconds without asking. */
  readonly restMs: number;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** Errors that mean the service is down; any other answer means that it is up. */
  readonly isFailure: (error: unknown) => boolean;
  /** Errors that say nothing about the service, such as cancellation. Absent: none. */
  readonly isSilence?: (error: unknown) => boolean;
  /** True when callers wait for the single trial after a pause; otherwise they hear that the service is paused. */
  readonly othersWait: boolean;
}

/** The service is not asked now. */
export class Resting extends Error {
  override readonly name = 'Resting';
}

/**
 * Asks a service outside no more once it has failed several times in a row, for a while; then one try says whether it is
 * back. Each process finds out by itself.
 */
export interface Breaker {
  /** @throws {Resting} without calling; otherwise whatever the work throws. */
  ask<Result>(work: () => Promise<Result>): Promise<Result>;
}

export function createBreaker(options: BreakerOptions): Breaker {
  const { failures, restMs, now, isFailure, isSilence = () => false, othersWait } = options;
  let inARow = 0;
  let restsUntil = Number.NEGATIVE_INFINITY;
  /** The one try after a rest, until it has ended; `null`: there is none. */
  let trying: Promise<void> | null = null;

  const run = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      const result = await work();
      inARow = 0;
      return result;
    } catch (error) {
      if (isFailure(error)) {
        inARow += 1;
        if (inARow >= failures) restsUntil = now() + restMs;
      } else if (!isSilence(error)) inARow = 0;
      throw error;
    }
  };

  const tryOnce = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const tried = run(work);
    const ended = () => {
      trying = null;
    };
    trying = tried.then(ended, ended);
    return tried;
  };

  return {
    ask: async (work) => {
      while (othersWait && trying !== null) await trying;
      if (inARow < failures) return run(work);
      if (trying !== null || now() < restsUntil) {
        throw new Resting('Temporarily disabled after repeated failures.');
      }
      return tryOnce(work);
    },
  };
}
