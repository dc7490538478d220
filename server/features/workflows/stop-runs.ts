import type { Tx } from '../../db/tx.ts';
import { lockContacts } from '../contacts/lock-contacts.sql.ts';
import { findRunning, stopThese } from './runs.sql.ts';

export { countRunning } from './runs.sql.ts';

interface Stopping {
  /** Id of a run; only later ones are stopped. */
  readonly after: number;
  readonly limit: number;
  /** One sentence. */
  readonly note: string;
}

/** Ends workflows of the account, their contacts locked first. `last`: the one to continue after; `null`: there are no more. */
export async function stopRuns(tx: Tx, { after, limit, note }: Stopping) {
  const found = await findRunning(tx, after, limit);
  await lockContacts(tx, [...new Set(found.map(({ contact_id: id }) => id))]);
  const ids = found.map(({ id }) => id);
  const stopped = await stopThese(tx, ids, note);
  return { stopped, last: found.length < limit ? null : (ids.at(-1) ?? null) };
}
