import type { LoggerOptions } from 'pino';
import { causeNow, logFieldsOf } from './cause.ts';

/**
 * Data excluded from the log: headers, passwords, and PostgreSQL's details of a failed statement, which contain values
 * of rows and search texts (promise P28).
 */
const REDACTED: string[] = ['req.headers', '*.password', 'err.detail', 'err.where', 'err.internalQuery'];

/** JSON lines with their request and user, and no personal data beyond ids. */
export const logOptions = (level: string, role: string): LoggerOptions => ({
  level,
  base: { role },
  redact: REDACTED,
  mixin: () => logFieldsOf(causeNow()),
});
