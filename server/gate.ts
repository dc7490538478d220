import { Refusal } from './errors.ts';

/** Seconds until a retry makes sense. Ours: what a full line takes. */
const RETRY_SECONDS = 2;

/**
 * Runs a few tasks at a time while others wait in line: after a restart thousands of sockets arrive at the same time.
 * `longest` bounds the line; a task that finds it full doesn't run.
 * @throws {Refusal} `too_many` when the line is full.
 */
export function createGate(
  places: number,
  longest = Number.POSITIVE_INFINITY,
  refusal = 'The server is busy. Please try again in a moment.',
): <T>(work: () => Promise<T>) => Promise<T> {
  let free = places;
  const line: (() => void)[] = [];
  let head = 0;

  const leave = () => {
    const next = line[head];
    if (next === undefined) {
      free += 1;
      return;
    }
    head += 1;
    if (head === line.length) {
      line.length = 0;
      head = 0;
    }
    next();
  };

  return async (work) => {
    if (free > 0) free -= 1;
    else if (line.length - head < longest) await new Promise<void>((enter) => line.push(enter));
    else throw new Refusal('too_many', refusal, { retryAfter: RETRY_SECONDS });
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
