import type { Pool } from '../../server/db/pool.ts';
import { makeWorld } from '../_db/world.ts';

/** Users of one agency. */
export async function openWorld(
  owner: Pool,
): Promise<{ readonly accountId: number; readonly users: readonly number[] }> {
  const { accountId, people } = await makeWorld(owner);
  return { accountId, users: [people.agent.id, people.peer.id, people.manager.id] };
}
