import { SESSION_IDLE_MIN } from '#contract/session.contract.ts';
import { outsideAccounts } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import type { CableSocket } from './cable-socket.ts';
import { CLOSE } from './protocol.ts';

/**
 * Ends the sockets whose session has ended or means something else by now, with one query for all. They may come back:
 * a rotation has left the browser a new cookie, and without one they are told `unauthorized`.
 */
export async function endStaleSockets(deps: Pick<Deps, 'pool' | 'now'>, sockets: Iterable<CableSocket>): Promise<void> {
  const checked = [...sockets].filter((socket) => socket.identity !== null);
  const ids = new Set(checked.map((socket) => socket.identity?.sessionId));
  if (ids.size === 0) return;
  const rows = await outsideAccounts<{ session_id: number; roles: string[] }>(
    deps.pool,
    'select session_id, roles from live_sessions($1, $2, $3)',
    [[...ids], deps.now(), SESSION_IDLE_MIN],
  );
  const rolesOf = new Map(rows.map(({ session_id: id, roles }) => [id, roles.join()]));
  for (const socket of checked) {
    if (socket.identity === null || rolesOf.get(socket.identity.sessionId) === socket.identity.roles.join()) continue;
    socket.disconnect('remote', true, CLOSE.normal);
  }
}
