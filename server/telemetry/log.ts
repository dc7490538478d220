import type { LoggerOptions } from 'pino';
import { causeNow, logFieldsOf } from './cause.ts';

/**
 * What no log line holds: headers, passwords, and what PostgreSQL says about a failed statement beyond its message,
 * which are values of rows and texts of searches (promise P28).
 */
const REDACTED: string[] = ['req.headers', '*.password', 'err.detail', 'err.where', 'err.internalQuery'];

/** JSON lines that say for which request and for whom, with nothing that identifies a person beyond ids. */
export const logOptions = (level: string, role: string): LoggerOptions => ({
  level,
  base: { role },
  redact: REDACTED,
  mixin: () => logFieldsOf(causeNow()),
});
