/** Codes of PostgreSQL while it starts, stops, or lacks connections or memory. Its other codes are faults. */
const AWAY = /^(08(000|001|003|004|006)|57P0[1-3]|53[23]00)$/;

/** System errors of refused or broken connections. */
const BROKEN = /^(ECONNREFUSED|ECONNRESET|EPIPE)$/;

/** And these of one that is about to open: a name or an address is not there now. Elsewhere they mean other things. */
const UNREACHED = /^(ENOENT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;
const OPENING = /^(connect|getaddrinfo)$/;

/** Messages of the driver, without a code, for lost or silent connections. */
const LINE_LOST =
  /timeout exceeded when trying to connect|Query read timeout|Connection terminated|Client has encountered/;

interface Coded {
  readonly code?: string;
  readonly syscall?: string;
}

/**
 * Returns whether a statement failed because the database is unreachable: the same statement will work once it is back.
 * Mail, texts and payments have codes of their own, or none.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // A name with several addresses fails once for each.
  const { code, syscall = '' } = ((error instanceof AggregateError ? error.errors[0] : null) ?? error) as Coded;
  if (code === undefined) return LINE_LOST.test(error.message);
  return AWAY.test(code) || BROKEN.test(code) || (UNREACHED.test(code) && OPENING.test(syscall));
}

/** Codes of PostgreSQL when two transactions wanted the same rows: a deadlock, a serialization failure, a lock wait. */
const CONFLICT = /^(40P01|40001|55P03)$/;

/** Returns whether a transaction gave way to another one: the same transaction will work once that one is over. */
export const isLockConflict = (error: unknown): boolean =>
  error instanceof Error && CONFLICT.test((error as Coded).code ?? '');
