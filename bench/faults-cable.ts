// Compares what cable clients got with what the tables say they should have.
import type { Pool } from '../server/db/pool.ts';
import { faultsIn, type Follower } from '../tests/_cable/follower.ts';
import { until } from './faults-world.ts';

/** Milliseconds for the last events to arrive. */
const SETTLE_MS = 15_000;

export interface Listening {
  readonly userId: number;
  readonly follower: Follower;
}

/** Events of the users' own streams that were lost, repeated or out of order, and gaps that were reloaded. */
export async function cableFaultsOf(owner: Pool, all: readonly Listening[]): Promise<number> {
  let count = 0;
  for (const { userId, follower } of all) {
    const stream = `user:${userId}`;
    const list = () => follower.heard.get(stream) ?? [];
    const faults = async () => {
      const { rows } = await owner.query<{ offset: number | null }>(
        'select "offset" from events where stream = $1 order by id',
        [stream],
      );
      const first = list()[0]?.offset ?? 0;
      // An event that is not numbered yet is due as well, and counts as lost until it is.
      const due = rows.map(({ offset }) => offset ?? Number.MAX_SAFE_INTEGER).filter((offset) => offset > first);
      const came = list().filter(({ type }) => !type.startsWith('stream.'));
      return faultsIn(
        came.map(({ offset }) => offset),
        due,
      );
    };
    await until('everything has come', SETTLE_MS, async () => (await faults()).lost === 0).catch(() => undefined);
    const { lost, doubled, disordered } = await faults();
    count += lost + doubled + disordered + list().filter(({ type }) => type === 'stream.lost').length;
  }
  return count;
}
