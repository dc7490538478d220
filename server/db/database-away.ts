/** PostgreSQL says these when it starts, stops, or has no free connection or memory. Other codes of theirs are faults. */
const AWAY = /^(08(000|001|003|004|006)|57P0[1-3]|53[23]00)$/;

/** The system says these of a line that nobody takes, or that breaks. */
const BROKEN = /^(ECONNREFUSED|ECONNRESET|EPIPE)$/;

/** And these of one that is about to open: a name or an address is not there now. Elsewhere they mean other things. */
const UNREACHED = /^(ENOENT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;
const OPENING = /^(connect|getaddrinfo)$/;

/** What the driver says, without a code, when a line is lost or silent. */
const LINE_LOST =
  /timeout exceeded when trying to connect|Query read timeout|Connection terminated|Client has encountered/;

interface Coded {
  readonly code?: string;
  readonly syscall?: string;
}

/**
 * Whether a statement failed because the database cannot be reached now: the same will work once it is back. Mail, texts
 * and payments that cannot be reached have codes of their own, or none.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // A name with several addresses fails once for each of them.
  const { code, syscall = '' } = ((error instanceof AggregateError ? error.errors[0] : null) ?? error) as Coded;
  if (code === undefined) return LINE_LOST.test(error.message);
  return AWAY.test(code) || BROKEN.test(code) || (UNREACHED.test(code) && OPENING.test(syscall));
}
