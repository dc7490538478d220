export interface BreakerOptions {
  /** In a row. */
  readonly failures: number;
  /** Milliseconds without asking. */
  readonly restMs: number;
  /** Milliseconds of a clock that nobody sets. */
  readonly now: () => number;
  /** What says that the service is away; any other answer says that it is there. */
  readonly isFailure: (error: unknown) => boolean;
  /** What says nothing of the service, such as a wish to stop. Absent: there is nothing of the kind. */
  readonly isSilence?: (error: unknown) => boolean;
  /** Whether others wait for how the one try after a rest ends; else they are told that it rests. */
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
  /** @throws {Resting} without asking; else whatever the work throws. */
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
