import pg from 'pg';
import { BY_TEST, CALLS } from './statements.ts';

/** Calls that are told of a transaction. */
const DEPTH = 60;

/** Frames of the project, as `function (file:line)`. */
const frame = (line: string): string | null => {
  const [, name = '', place] =
    /^\s+at (?:async )?(?:(\S+) \()?(?:file:\/\/)?\S*?\/((?:server|tests|src)\/[^)]*):\d+\)?$/.exec(line) ?? [];
  return place === undefined || place.startsWith('tests/_locks/') ? null : `${name} (${place})`.trim();
};

/** Calls of the project that lead here, the innermost first. */
function callsNow(): string[] {
  const before = Error.stackTraceLimit;
  Error.stackTraceLimit = DEPTH;
  const { stack = '' } = new Error('now');
  Error.stackTraceLimit = before;
  return stack.split('\n').flatMap((line) => frame(line) ?? []);
}

/**
 * Writes into the text of every begin which calls led to it, and marks what a test sends by itself: the server's log
 * repeats both. Once for all files of a worker.
 */
function telling(query: (...given: unknown[]) => unknown) {
  return function told(this: unknown, ...given: unknown[]): unknown {
    const [text] = given;
    if (typeof text === 'string' && !text.includes(CALLS) && !text.endsWith(BY_TEST)) {
      const calls = callsNow();
      if (/^begin\b/.test(text)) given[0] = `${text} /* ${CALLS} ${calls.join(' < ').replaceAll('*/', '')} */`;
      else if (calls[0]?.includes('(tests/') === true) given[0] = `${text} ${BY_TEST}`;
    }
    return query.apply(this, given);
  };
}

for (const kind of [pg.Client.prototype, pg.Pool.prototype])
  Object.assign(kind, { query: telling(kind.query as (...given: unknown[]) => unknown) });
