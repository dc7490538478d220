import type { FastifyReply } from 'fastify';
import type { Pool } from '../../db/pool.ts';
import type { Tx } from '../../db/tx.ts';
import { Refusal } from '../../errors.ts';

/** Milliseconds one statement of a report may take. Ours: below the 12 s of a request. */
const STATEMENT_MS = 10_000;

/** PostgreSQL's code of a statement that was canceled, or ran into its time limit. */
const QUERY_CANCELED = '57014';

const MESSAGE = 'The report is taking too long. Choose fewer days, or only your own contacts, and try again.';

/** Aborts when the caller goes away before the answer. */
export function goneOf(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => (reply.raw.writableFinished ? undefined : gone.abort()));
  return gone.signal;
}

/**
 * Runs the statements of a report, which the database stops when the caller goes away or they take too long.
 * @throws {Refusal} `unavailable`
 */
export async function cancelable<T>(pool: Pool, tx: Tx, gone: AbortSignal, work: () => Promise<T>): Promise<T> {
  const [backend] = await tx.raw<{ pid: number }>(
    `select pg_backend_pid() as pid, set_config('statement_timeout', $1, true)`,
    [String(STATEMENT_MS)],
  );
  let canceling: Promise<unknown> = Promise.resolve();
  const cancel = () => {
    // Only the role that connected may cancel; the transaction works as a lesser one.
    canceling = pool
      .query(`set local role none; select pg_cancel_backend(${Math.trunc(backend?.pid ?? 0)})`)
      .catch(() => undefined);
  };
  if (gone.aborted) throw new Refusal('unavailable', MESSAGE, { retryAfter: 1 });
  gone.addEventListener('abort', cancel);
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === QUERY_CANCELED)) throw error;
    throw new Refusal('unavailable', MESSAGE, { retryAfter: 5, cause: error });
  } finally {
    gone.removeEventListener('abort', cancel);
    // The connection goes to someone else next, whose statement must not be the one that ends.
    await canceling;
  }
}
